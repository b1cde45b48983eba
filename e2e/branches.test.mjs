// The figures of scored texts and of trees: what the page computes is what the tool computed, by keyboard and without
// scripts.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { open } from './support/browser.mjs';
import { repository } from './support/site.mjs';
import { stage } from './support/stage.mjs';

const { sites: [site], browser } = await stage('tests/sites/branches');

const data = (figure) => JSON.parse(readFileSync(join(site.folder, `scores/paths/figures/${figure}.json`), 'utf8')).data;
const lesson = () => `${site.http}scores/paths/`;

test('the page\'s beam search is the tool\'s, for every tree and every width', () => {
  const page = createContext({ document: { documentElement: { lang: 'en' }, querySelectorAll: () => [] } });
  for (const name of ['base', 'tree']) runInContext(readFileSync(join(repository, `static/js/${name}.js`), 'utf8'), page);
  for (const figure of ['fox', 'food', 'blue']) {
    const { nodes: listed, beams } = data(figure);
    const nodes = listed.map((node) => ({ ...node, under: node.place.split('.').slice(0, -1).join('.') }));
    assert.ok(beams.length >= 3);
    for (const { width, levels } of beams) {
      const searched = page.beamSearch(nodes, width).map((paths) =>
        paths.map(({ place, joint, kept }) => ({ place, joint, kept })));
      assert.equal(JSON.stringify(searched), JSON.stringify(levels.map((paths) =>
        paths.map(({ place, joint, kept }) => ({ place, joint, kept })))), `${figure}, width ${width}`);
    }
  }
});

test('a tree is walked by keyboard and says how the model went on', async () => {
  const page = await open(browser, lesson());
  const tree = page.locator('#fox');
  await tree.locator('input[type=radio]').first().focus();
  await page.keyboard.press('ArrowDown');
  assert.equal(await tree.locator('input:checked').first().inputValue(), '1');
  const said = await tree.locator('[data-live]').textContent();
  assert.match(said, /After ·\( the model wrote: Felis/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  assert.deepEqual(await tree.locator('input:checked').evaluateAll((all) => all.map((radio) => radio.value)), ['1', '1.1', '1.1.0']);
  assert.doesNotMatch(await tree.locator('[data-live]').textContent(), /greedy/);
  assert.equal(await tree.locator('[aria-live]').count(), 1);

  for (const { width, levels } of data('food').beams) {
    await page.locator('#food select').selectOption(String(width));
    const kept = await page.locator('#food .lp-beam-levels > div').evaluateAll((shown) =>
      shown.map((level) => [...level.querySelectorAll('[data-kept]')].map((item) => item.dataset.path)));
    assert.deepEqual(kept, levels.map((paths) => paths.filter((path) => path.kept).map((path) => path.place)));
  }
  assert.deepEqual(page.said, []);
});

test('a scored text is walked by keyboard and says what was expected', async () => {
  const page = await open(browser, lesson());
  const figure = page.locator('#times');
  const { tokens } = data('times').texts[0];
  assert.equal(await figure.locator('[role=toolbar] button').count(), tokens.length);
  const reachable = await figure.locator('[role=toolbar] button').evaluateAll((all) => all.filter((one) => one.tabIndex === 0).length);
  assert.equal(reachable, 1, 'one stop for the tabulator key');
  await figure.locator('[role=toolbar] button[tabindex="0"]').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  assert.match(await figure.locator('[data-live]').textContent(), /^bras .*rank 537 of 49,152/);
  assert.match(await figure.locator('.lp-expected [data-taken]').textContent(), /bras/);
  assert.equal(await figure.locator('[aria-live]').count(), 1);
  assert.deepEqual(page.said, []);
});

test('without scripts every path and every score is there', async () => {
  const page = await open(browser, lesson(), { javaScriptEnabled: false });
  assert.equal(await page.locator('#food tr[data-place]').count(), data('food').nodes.length);
  assert.ok(await page.locator('#food .lp-picture').isVisible());
  const sums = await page.locator('#answers .lp-data table').first().textContent();
  for (const { run } of data('answers').texts) assert.ok(sums.includes(run));
});
