// Writes the pictures in docs/: every kind of figure and of page at 360, 768 and 1280 px, light and dark. Not a
// test: `LOGITPRESS=target/debug/logitpress node e2e/pictures.mjs`, then look at what git says has changed.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { launch, open } from './support/browser.mjs';
import { shrink } from './support/png.mjs';
import { publish, repository } from './support/site.mjs';

const slide = (name, value) => (figure) => figure.getByRole('slider', { name }).fill(String(value));
const focus = (selector, at) => (figure) => figure.locator(selector).nth(at).focus();

// Each kind, the figure's id in the site of all figures, and what a reader does to it first.
const figures = [
  ['tokens', 'pieces'],
  ['tokenizers', 'cuts'],
  ['tokenizers-merges', 'merges', slide(/./, 8)],
  ['decode-loop', 'fox', slide(/./, 9)],
  ['decode-loop-predict', 'reply', slide(/./, 5)],
  ['logits', 'first-row'],
  ['stats', 'numbers'],
  ['timeline', 'time'],
  ['sampler', 'turn', slide(/^Temperature/, 1)],
  ['compare', 'seeds'],
  ['tree', 'paths'],
  ['surprise', 'times'],
  ['surprise-answers', 'answers'],
  ['kv-cache', 'cache', slide(/./, 8)],
  ['chart-line', 'reading'],
  ['chart-bar', 'pace'],
  ['chart-scatter', 'falling'],
  ['chart-range', 'published'],
];
// Each kind of page, and what of it is in the picture.
const pages = [
  ['home', 'index.html'],
  ['module', 'foundations/index.html'],
  ['lesson', 'foundations/autoregressive-generation/index.html#fox-step-9', '#fox'],
  ['glossary', 'glossary/index.html'],
  ['missing', '404.html'],
];
const EDGE = 16;
const wanted = process.argv.slice(2);

const docs = join(repository, 'docs');
const out = join(docs, 'figures');
if (!wanted.length) for (const folder of [out, join(docs, 'pages')]) rmSync(folder, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const browser = await launch();
async function write(path, page, how = {}) {
  writeFileSync(path, shrink(await page.screenshot({ animations: 'disabled', caret: 'hide', ...how })));
}

const site = await publish('tests/sites/figures');
for (const [kind, id, act] of figures.filter(([kind]) => !wanted.length || wanted.includes(kind))) {
  for (const width of [360, 768, 1280]) {
    for (const colorScheme of ['light', 'dark']) {
      const page = await open(browser, `${site.http}inference/one-answer/figures/${id}.html`, {
        viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce',
      });
      const figure = page.locator(`#${id}`);
      await act?.(figure);
      await page.evaluate(() => document.fonts.ready);
      await page.waitForTimeout(150);
      await page.evaluate(() => document.activeElement?.blur());
      const box = await figure.evaluate((figure) => {
        const { left: x, right, top, bottom } = figure.getBoundingClientRect();
        const signs = figure.previousElementSibling?.matches('.lp-signs') ? figure.previousElementSibling : figure;
        const y = Math.min(top, signs.getBoundingClientRect().top) + scrollY;
        return { x, y, width: right - x, height: bottom + scrollY - y };
      });
      const [left, top] = [Math.max(0, box.x - EDGE), Math.max(0, box.y - EDGE)];
      const clip = { x: left, y: top, width: Math.min(width - left, box.width + 2 * EDGE), height: box.height + 2 * EDGE };
      await write(join(out, `${kind}-${width}-${colorScheme}.png`), page, { fullPage: true, clip });
      await page.context().close();
    }
  }
}
site.stop();

mkdirSync(join(docs, 'pages'), { recursive: true });
const own = await publish('.');
for (const [kind, path, top] of pages.filter(([kind]) => !wanted.length || wanted.includes(kind))) {
  for (const width of [360, 768, 1280]) {
    for (const colorScheme of ['light', 'dark']) {
      const page = await open(browser, own.http + path, { viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' });
      if (top) await page.locator(top).evaluate((part) => part.scrollIntoView({ block: 'start', behavior: 'instant' }));
      await page.waitForTimeout(300);
      await write(join(docs, 'pages', `${kind}-${width}-${colorScheme}.png`), page);
      await page.context().close();
    }
  }
}
own.stop();
await browser.close();
