// The figure that puts tokenizers beside each other: merges are stepped by keyboard, the table has all of it without
// scripts, and it fits a phone.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { violations } from './support/axe.mjs';
import { open } from './support/browser.mjs';
import { stage } from './support/stage.mjs';

const { sites: [site], browser } = await stage('.');

const data = (figure) =>
  JSON.parse(readFileSync(join(site.folder, `foundations/tokenization/figures/${figure}.json`), 'utf8')).data;
const lesson = () => `${site.http}foundations/tokenization/`;
const alone = (figure) => `${lesson()}figures/${figure}.html`;
const shown = (figure) => figure.locator('.lp-wide [data-from]:not(.lp-off)').count();

test('merges are stepped through by keyboard, each with its words and its row', async () => {
  const page = await open(browser, lesson());
  const figure = page.locator('#merges');
  const { merges, tokens } = data('merges').tokenizers[0];
  await figure.locator('.lp-data > summary').click();
  await figure.focus();
  await page.keyboard.press('Home');
  assert.match(await figure.locator('[data-live]').textContent(), /as 13 single bytes/);
  const first = await shown(figure);
  for (const merge of merges.slice(1)) {
    await page.keyboard.press('ArrowRight');
    const said = await figure.locator('[data-live]').textContent();
    assert.ok(said.includes(`become ${merge.pieces[merge.at].replace(' ', '·')}.`), said);
    assert.ok(said.includes(merge.rank.toLocaleString('en')), said);
    assert.equal(await figure.locator('tr[aria-current] td').first().textContent(), merge.rank.toLocaleString('en'));
  }
  assert.equal(await figure.locator('.lp-count').textContent(), `step ${merges.length} of ${merges.length}`);
  assert.ok(await shown(figure) > first + tokens.length);
  await page.keyboard.press('Home');
  assert.equal(await shown(figure), first);
  assert.equal(await figure.getByRole('combobox', { name: 'Speed' }).count(), 0, 'merges have no measured speed');
  assert.deepEqual(page.said, []);
});

test('a link leads to a merge', async () => {
  const page = await open(browser, `${lesson()}#merges-step-6`);
  assert.match(await page.locator('#merges [data-live]').textContent(), /ab and le become able/);
});

test('without scripts the last state and every merge and token are there', async () => {
  const page = await open(browser, lesson(), { javaScriptEnabled: false });
  const { merges } = data('merges').tokenizers[0];
  const figure = page.locator('#merges');
  assert.equal(await figure.locator('.lp-wide [data-from].lp-off').count(), 0);
  await figure.locator('.lp-data summary').click();
  assert.equal(await figure.locator('tr[data-step]:visible').count(), merges.length);
  const { tokenizers } = data('signs');
  const rows = tokenizers.length + tokenizers.reduce((sum, { tokens }) => sum + tokens.length, 0);
  assert.equal(await page.locator('#signs tbody tr').count(), rows);
  const sizes = await page.locator('#signs table').first().textContent();
  for (const { name } of tokenizers) assert.ok(sizes.includes(name), name);
  assert.ok(sizes.includes('Measured: recorded in the run mixed') && sizes.includes('Derived: worked out'));
});

test('the page says which tokens were measured, and control tokens are told apart', async () => {
  const page = await open(browser, lesson());
  const facts = await page.locator('#template .lp-badge').textContent();
  assert.match(facts, /Derived/);
  assert.match(facts, /recorded in the run hello/);
  const [model, published] = data('template').tokenizers;
  const names = (tokens) => tokens.filter(({ control }) => control).map(({ text }) => text);
  assert.deepEqual(new Set(names(model.tokens)), new Set(['<|im_start|>', '<|im_end|>']));
  assert.deepEqual(names(published.tokens), []);
  assert.equal(await page.locator('#template .lp-wide .lp-c').count(), names(model.tokens).length);
});

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing in three states, ${colorScheme}`, async () => {
    const page = await open(browser, alone('merges'), { colorScheme });
    const figure = page.locator('#merges');
    assert.deepEqual(await violations(page), []);
    await figure.focus();
    await page.keyboard.press('End');
    assert.deepEqual(await violations(page), []);
    await figure.locator('.lp-data summary').click();
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(await violations(await open(browser, lesson(), { colorScheme })), []);
  });
}

test('nothing is wider than a phone', async () => {
  const page = await open(browser, lesson(), { viewport: { width: 360, height: 800 } });
  const wide = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide[0] <= wide[1], wide.join(' > '));
  for (const figure of ['sentence', 'merges', 'signs', 'template', 'letters', 'indentation']) {
    const outside = await page.locator(`#${figure} .lp-narrow`).evaluate((svg) =>
      [...svg.querySelectorAll('.lp-box')].filter((box) => box.getBoundingClientRect().right > svg.getBoundingClientRect().right + 1).length);
    assert.equal(outside, 0, figure);
  }
});
