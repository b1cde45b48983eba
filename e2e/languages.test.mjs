// A site in another language: on German pages no word of the English catalogue is left but what the author and the model
// wrote, and Arabic pages run from right to left while pictures, code, formulas and rows of tokens do not.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { open, wake } from './support/browser.mjs';
import { htmlFiles, repository } from './support/site.mjs';
import { stage } from './support/stage.mjs';

const figures = 'tests/sites/figures';
const { sites: [german, arabic], browser } = await stage([figures, 'tests/sites/german'], [figures, 'tests/sites/arabic']);
const lesson = (site) => `${site.http}inference/one-answer/index.html`;

/** Words of more than one letter; what stands between braces in a catalogue is no word. */
const words = (text) => new Set(text.toLowerCase().match(/\p{L}{2,}/gu) ?? []);

/** What the messages of a language say, without ids, tags and the names of values. */
function catalogue(language) {
  const folder = join(repository, 'src/words/catalogue', language);
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  return words(texts.join('\n').replace(/^#.*$/gm, '').replace(/^[a-z][a-z0-9-]* =/gm, '')
    .replace(/\{\s*\$[a-z0-9-]+\s*\}/gi, ' ').replace(/\{\s*\$[a-z0-9-]+\s*->/gi, ' ').replace(/^\s*\*?\[[a-z0-9-]+\]/gm, ' ')
    .replace(/<[^>]*>/g, ' '));
}

/** Written by the recorder into every run, or the names of things. */
const KEPT = ['cpu', 'gguf', 'linux', 'mistral', 'instruct', 'quick', 'json', 'svg', 'png', 'source'];

const own = catalogue('de');
const english = new Set([...catalogue('en')].filter((word) => !own.has(word)));
const author = words(['site.yaml', 'glossary.yaml', 'inference/module.yaml', 'inference/one-answer/index.md']
  .map((file) => readFileSync(join(repository, 'tests/sites/german/content', file), 'utf8')).join('\n')
  // Keys of YAML and prompts are not on the page as the author's prose.
  .replace(/^runs:[\s\S]*?^---$/m, '').replace(/^\s*(- )?\{?[a-z_]+:/gm, ' '));

/** Every text and every attribute that is read out, but for what a model wrote. Runs in the page. */
function said() {
  // A title in a picture is a token that was cut to fit; what the search found may be what a run was asked.
  const model = '.lp-found-text, .lp-token, .lp-tok, .lp-quote, .lp-context, bdi, code, script, style, [data-text="model"], svg title';
  const texts = [];
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return void texts.push(node.data);
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches(model)) return;
    for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'aria-valuetext', 'aria-roledescription', 'content', 'label']) {
      // A token's title says its bytes and its text.
      if (node.hasAttribute(name) && !node.matches('meta:not([name=description]), .lp-value')) texts.push(node.getAttribute(name));
    }
    node.childNodes.forEach(walk);
  };
  walk(document.documentElement);
  return texts;
}

function foreign(texts, kept = []) {
  const found = new Map();
  for (const text of texts) {
    // In a description tokens are told by the spaces that they show, or isolated.
    for (const word of words(text.replace(/\u2068[^\u2069]*\u2069|·[^\s,;:]+/g, ' '))) {
      if (english.has(word) && !author.has(word) && ![...KEPT, ...kept].includes(word)) found.set(word, text.trim().slice(0, 90));
    }
  }
  return Object.fromEntries(found);
}

test('no English word is on a German page but what the author and the model wrote', async () => {
  const page = await open(browser, lesson(german));
  for (const path of htmlFiles(german.folder)) {
    await page.goto(german.http + path);
    assert.deepEqual(foreign(await page.evaluate(said)), {}, path);
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
  }
  assert.deepEqual(page.said.filter((line) => !line.includes('404')), []);
});

test('what scripts say after a reader has used everything is German too', async () => {
  const page = await open(browser, lesson(german), { permissions: [] });
  const check = async (what) => assert.deepEqual(foreign(await page.evaluate(said)), {}, what);
  await wake(page);
  await check('at first');
  for (const figure of await page.locator('[data-component="stepper"]').all()) {
    for (const button of await figure.locator('[data-controls] button:visible').all()) {
      if (await button.isEnabled()) await button.click();
      await check(await button.textContent());
    }
  }
  for (const button of await page.locator('.lp-surprise input').all()) await button.check();
  await check('surprise');
  for (const radio of await page.locator('.lp-beam input').all()) {
    await radio.check();
    await check('beam');
  }
  const sampler = page.locator('#turn');
  for (const slider of await sampler.locator('input[type=range]').all()) {
    for (const key of ['ArrowRight', 'End', 'Home']) {
      await slider.press(key);
      await check('slider');
    }
  }
  for (const button of await sampler.locator('button:visible').all()) {
    await button.click();
    await check('sampler');
  }
  await page.locator('.lp-menu > summary').first().click();
  for (const part of ['[data-share]', '[data-embed]']) {
    await page.locator(`.lp-menu ${part}`).first().click();
    await page.locator('.lp-menu [role=status] code').first().waitFor();
    await check('copied');
  }
  for (const ask of await page.locator('.lp-ask').all()) {
    if (await ask.locator('input[data-answer]').count()) await ask.locator('input').fill('12');
    else await ask.locator('input').last().check();
  }
  for (const button of await page.locator('.lp-quiz-controls button:visible').all()) {
    await button.click();
    await check('quiz');
  }
  await page.locator('[data-theme-toggle]').click();
  await check('theme');
  await page.keyboard.press('Escape');
  await page.locator('[data-search]').click();
  const field = page.locator('dialog input');
  await field.waitFor();
  for (const query of ['Token', 'xyzzyx']) {
    await field.fill(query);
    await page.waitForFunction((query) => document.querySelector('dialog').textContent.length > 0 && document.querySelector('dialog input').value === query, query);
    await check('search');
  }
  await page.goto(german.http);
  await check('home');
  assert.deepEqual(page.said, []);
});

test('scripts and pages write numbers alike in German', async () => {
  const page = await open(browser, lesson(german));
  await page.locator('#turn .lp-data > summary').click();
  const [scripted, listed] = await page.evaluate(() => [
    [0, 0.0004, 0.034, 0.41, 0.9968, 0.99996, 1].map(lp.percent).concat([lp.number(49152), lp.number(-1234.5, 1)]),
    document.querySelector('#turn .lp-data').textContent,
  ]);
  assert.deepEqual(scripted, ['0\u00a0%', '<\u00a00,1\u00a0%', '3,4\u00a0%', '41\u00a0%', '99,7\u00a0%', '>\u00a099,9\u00a0%', '100\u00a0%', '49.152', '−1.234,5']);
  assert.match(listed, /\d,\d/);
});

for (const width of [360, 1280]) {
  test(`an Arabic page of ${width} px runs from right to left, its pictures and code do not`, async () => {
    const page = await open(browser, lesson(arabic), { viewport: { width, height: 900 } });
    const direction = (selector) => page.locator(selector).evaluateAll((all) =>
      [...new Set(all.map((one) => getComputedStyle(one).direction))]);
    assert.equal(await page.evaluate(() => document.documentElement.dir), 'rtl');
    for (const selector of ['body', 'h1', '.lp-section > p', '.lp-figure-title', '.lp-scroll table', '.lp-ask legend']) {
      assert.deepEqual(await direction(selector), ['rtl'], selector);
    }
    for (const selector of ['.lp-picture', '.lp-picture svg', 'pre', 'code', 'math', '.lp-surprise fieldset']) {
      assert.deepEqual(await direction(selector), ['ltr'], selector);
    }
    // Tokens stand in the order in which a model reads them.
    const lefts = await page.locator('.lp-surprise label').evaluateAll((all) =>
      all.slice(0, 2).map((button) => button.getBoundingClientRect().left));
    assert.ok(lefts[0] < lefts[1], `${lefts}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is wider than the window');
    assert.deepEqual(page.said, []);
  });
}
