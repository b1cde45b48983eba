// The figures of scored texts and of trees: what the page computes is what the tool computed, by keyboard and without
// scripts.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { open } from './support/browser.mjs';
import { stage } from './support/stage.mjs';

const { sites: [site], browser } = await stage('tests/sites/branches');

const data = (figure) => JSON.parse(readFileSync(join(site.folder, `scores/paths/figures/${figure}.json`), 'utf8')).data;
const lesson = () => `${site.http}scores/paths/`;

test('a beam of each width keeps in the picture what it keeps in the data, and says where it ends', async () => {
  const page = await open(browser, lesson());
  for (const figure of ['fox', 'food', 'blue']) {
    const { nodes, beams } = data(figure);
    assert.ok(beams.length >= 3);
    const radios = page.locator(`#${figure} .lp-beam input`);
    for (const [at, { levels }] of beams.entries()) {
      // A path that ended stands on later levels too; the last one decides.
      const kept = new Map(levels.flat().map((path) => [path.place, path.kept]));
      if (at === 0) await radios.first().check();
      else await page.keyboard.press('ArrowDown');
      assert.ok(await radios.nth(at).isChecked());
      for (const layout of ['.lp-wide', '.lp-narrow']) {
        const drawn = await page.locator(`#${figure} ${layout} [data-kept]`).evaluateAll((all) =>
          all.map(({ classList }) => classList.contains('lp-b') && !classList.contains('lp-pruned')));
        assert.equal(drawn.filter(Boolean).length, [...kept.values()].filter(Boolean).length, `${figure}, width ${at + 1}`);
      }
      const best = levels.at(-1)[0];
      const path = best.place.split('.').map((_, end, all) => all.slice(0, end + 1).join('.'));
      const text = path.map((place) => nodes.find((node) => node.place === place).text).join('');
      const said = (await page.locator(`#${figure} [data-live]`).textContent()).replaceAll('·', ' ').replaceAll('⏎', '\n');
      assert.ok(said.includes(text), `${said}: ${text}`);
      const ends = await page.locator(`#${figure} .lp-wide [data-only]:not(.lp-off)`).count();
      assert.equal(ends, at === 0 ? 0 : 1);
    }
    assert.equal(await page.locator(`#${figure} [aria-live]`).count(), 1);
  }
  assert.deepEqual(page.said, []);
});

test('a scored text is walked by keyboard and says what was expected', async () => {
  const page = await open(browser, lesson());
  const figure = page.locator('#times');
  const { tokens } = data('times').texts[0];
  const radios = figure.getByRole('radio');
  assert.equal(await radios.count(), tokens.length);
  const at = tokens.findIndex(({ token }) => token.text === 'bras');
  assert.equal(await radios.nth(at).getAttribute('aria-label'), `\u2068bras\u2069, ${(-tokens[at].logprob).toFixed(2)} nats`);
  await radios.nth(at - 1).check();
  await page.keyboard.press('ArrowRight');
  assert.ok(await radios.nth(at).isChecked());
  assert.match(await figure.locator('[data-live]').textContent(), /^bras .*rank 537 of 49,152/);
  // A column is as high as its token's surprisal.
  const high = await figure.locator('label i').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  const nats = tokens.map(({ logprob }) => Math.max(0, -logprob));
  const most = Math.max(...nats);
  nats.forEach((value, index) => assert.ok(Math.abs(high[index] - Math.max(1, value / most * 56)) < 1, `${index}: ${high[index]}`));
  // The question that the answers share stands there once, in grey and without a score.
  const given = page.locator('#answers .lp-given');
  assert.equal(await given.count(), 1);
  assert.match(await given.textContent(), /What·is·the·capital·of·France/);
  assert.match(await figure.locator('.lp-expected [data-taken]').textContent(), /bras/);
  assert.equal(await figure.locator('[aria-live]').count(), 1);
  assert.deepEqual(page.said, []);
});

test('without scripts every path and every score is there', async () => {
  const page = await open(browser, lesson(), { javaScriptEnabled: false });
  assert.equal(await page.locator('#food .lp-data table').first().locator('tbody tr').count(), data('food').nodes.length);
  assert.ok(await page.locator('#food .lp-picture').isVisible());
  const sums = await page.locator('#answers .lp-data table').first().textContent();
  for (const { tokens } of data('answers').texts) {
    const text = tokens.map(({ token }) => token.text).join('').trim().replaceAll(' ', '·');
    assert.ok(sums.includes(text), `${text}: ${sums}`);
  }
});
