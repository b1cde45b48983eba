// What stands around the figures: the header, the theme, headings, the way between lessons, paper.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { violations } from './support/axe.mjs';
import { open } from './support/browser.mjs';
import { stage } from './support/stage.mjs';

const lesson = 'foundations/autoregressive-generation/index.html';
const next = 'foundations/tokenization/index.html';

const { sites: [site], browser } = await stage('.');

describe('the header', () => {
  test('lists the lessons, with scripts and without; Escape and a click elsewhere close the list', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await open(browser, site.http + lesson, { javaScriptEnabled, viewport: { width: 360, height: 740 } });
      const menu = page.locator('.lp-nav-lessons');
      await menu.locator('summary').click();
      const box = await menu.locator('div').boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= 360, JSON.stringify(box));
      assert.equal(await menu.locator('[aria-current=page]').innerText(), '00.1 Autoregressive generation');
      if (javaScriptEnabled) {
        assert.deepEqual(await violations(page), []);
        await page.keyboard.press('Escape');
        assert.equal(await menu.getAttribute('open'), null);
        await menu.locator('summary').click();
        await page.mouse.click(4, 730);
        assert.equal(await menu.getAttribute('open'), null);
        await menu.locator('summary').click();
      }
      await menu.getByRole('link', { name: /^00\.2/ }).click();
      await page.waitForURL((url) => url.pathname.endsWith(next));
      await page.context().close();
    }
  });

  test('what needs scripts is not there without them', async () => {
    const page = await open(browser, site.http + lesson, { javaScriptEnabled: false });
    for (const name of ['[data-theme-toggle]', '[data-search]']) assert.equal(await page.locator(name).isVisible(), false, name);
    await page.context().close();
  });
});

test('the theme goes from the device’s to light, dark and back; the browser’s bars follow; it is kept', async () => {
  const page = await open(browser, site.http + lesson, { colorScheme: 'dark' });
  const button = page.locator('[data-theme-toggle]');
  const bar = () => page.evaluate(() => [...document.querySelectorAll('meta[name="theme-color"]')].find((meta) => matchMedia(meta.media).matches).content);
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  const seen = async () => [await button.getAttribute('aria-label'), await scheme(), await bar()];
  const [system, dark] = [await seen(), await bar()];
  assert.deepEqual(system, ['Theme: as on this device', 'dark', dark]);
  await button.click();
  const light = await bar();
  assert.notEqual(light, dark);
  assert.deepEqual(await seen(), ['Theme: light', 'light', light]);
  await page.reload();
  assert.deepEqual(await seen(), ['Theme: light', 'light', light]);
  await button.click();
  assert.deepEqual(await seen(), ['Theme: dark', 'dark', dark]);
  await button.click();
  assert.deepEqual(await seen(), system);
  await page.context().close();
});

test('[ and ] lead to the lessons before and after, and nowhere from a field', async () => {
  const page = await open(browser, site.http + lesson);
  await page.keyboard.press(']');
  await page.waitForURL((url) => url.pathname.endsWith(next));
  await page.keyboard.press('[');
  await page.waitForURL((url) => url.pathname.endsWith(lesson));
  await page.keyboard.press('[');
  await page.keyboard.press('/');
  await page.locator('#lp-search-input').press(']');
  assert.ok(page.url().endsWith(lesson));
  await page.context().close();
});

test('each heading has a link to itself that the keyboard reaches and that is seen then', async () => {
  for (const width of [1280, 768, 360]) {
    const page = await open(browser, site.http + lesson, { viewport: { width, height: 800 } });
    for (const head of await page.locator('.lp-section-head').all()) {
      const link = head.locator('.lp-anchor');
      await link.focus();
      await page.keyboard.press('Shift');
      assert.equal(await link.evaluate((element) => getComputedStyle(element).opacity), '1');
      assert.ok((await link.getAttribute('aria-label')).includes(await head.locator('h2').innerText()));
      const box = await link.boundingBox();
      assert.ok(box.width >= 24 && box.height >= 24 && box.x >= 0 && box.x + box.width <= width, JSON.stringify(box));
    }
    await page.context().close();
  }
});

test('one size of text in ink, the lead once', async () => {
  const page = await open(browser, site.http + lesson);
  const sizes = await page.locator('.lp-section > p:not([class])').evaluateAll((all) => [...new Set(all.map((element) => {
    const { fontSize, color } = getComputedStyle(element);
    return `${fontSize} ${color === getComputedStyle(document.body).color}`;
  }))]);
  assert.deepEqual(sizes, ['18px true']);
  await page.context().close();
});

test('the first figure of a lesson that begins with one is in the first screen', async () => {
  const page = await open(browser, site.http + next, { viewport: { width: 1280, height: 800 } });
  for (const path of [next, 'foundations/from-logits-to-a-token/index.html']) {
    await page.goto(site.http + path);
    const { y } = await page.locator('.lp-figure').first().boundingBox();
    assert.ok(y < 800, `${path}: ${y}`);
  }
  await page.context().close();
});

test('home shows a figure and each card its time and level', async () => {
  const page = await open(browser, `${site.http}index.html`);
  const figure = page.locator('.lp-hero-figure');
  assert.match(await figure.locator('svg.lp-wide text.lp-tok').first().evaluate((text) => getComputedStyle(text).fontFamily), /^"(Logitpress Mono|JetBrains Mono)"/);
  for (const card of await page.locator('.lp-lesson-number').allInnerTexts()) assert.match(card, /^\d+\.\d+ · \d+ min · \w/);
  const lists = await page.locator('.lp-lessons').evaluateAll((all) =>
    all.map((list) => [...list.querySelectorAll('li')].map((item) => item.getBoundingClientRect().top)));
  for (const tops of lists.filter((tops) => tops.length > 1)) {
    assert.equal(tops.filter((top) => top === tops.at(-1)).length, 2, 'no card stands alone in a row');
  }
  await figure.click();
  await page.waitForURL(/autoregressive-generation\/index\.html#fox$/);
  await page.context().close();
});

test('the page for missing addresses looks right below a path where its files are not', async (t) => {
  const html = readFileSync(join(site.folder, '404.html'));
  const policy = readFileSync(join(site.folder, '_headers'), 'utf8').match(/Content-Security-Policy: (.*)/)[1];
  const elsewhere = createServer((request, response) => {
    response.writeHead(404, { 'content-type': 'text/html', 'content-security-policy': policy });
    response.end(request.url === '/elsewhere/page' ? html : '');
  });
  await new Promise((done) => elsewhere.listen(0, '127.0.0.1', done));
  t.after(() => elsewhere.close());
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [1280, 360]) {
      const page = await open(browser, `http://127.0.0.1:${elsewhere.address().port}/elsewhere/page`, { colorScheme, viewport: { width, height: 740 } });
      assert.match(await page.evaluate(() => getComputedStyle(document.body).fontFamily), /sans-serif/);
      assert.equal(await page.locator('[data-theme-toggle]').isVisible(), false);
      assert.deepEqual(await violations(page), []);
      await page.context().close();
    }
  }
});

test('paper leaves the terms closed', async () => {
  const page = await open(browser, site.http + lesson);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  assert.equal(await page.locator('.lp-terms dl').isVisible(), false);
  await page.context().close();
});

test('in forced colours boxes keep their frames', async () => {
  const page = await open(browser, site.http + lesson, { forcedColors: 'active' });
  for (const name of ['.lp-terms', '.lp-alert']) {
    assert.equal(await page.locator(name).first().evaluate((box) => getComputedStyle(box).borderBlockStartStyle), 'solid', name);
  }
  await page.context().close();
});
