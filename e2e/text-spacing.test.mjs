// WCAG 1.4.12: a reader who spreads the text of pages loses no word, of pictures neither.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { open } from './support/browser.mjs';
import { htmlFiles } from './support/site.mjs';
import { stage } from './support/stage.mjs';

const { sites, browser } = await stage('tests/sites/figures', ['tests/sites/figures', 'tests/sites/german'], '.');
const SPREAD = `* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
  p { margin-bottom: 2em !important }`;

/** Words of pictures that end outside of their picture, and parts of figures that are wider than the window. */
const outside = (page) => page.evaluate(() => {
  const out = [];
  for (const svg of document.querySelectorAll('.lp-picture svg')) {
    const box = svg.getBoundingClientRect();
    if (!box.width) continue;
    for (const text of svg.querySelectorAll('text')) {
      const words = text.getBoundingClientRect();
      const over = Math.max(words.right - box.right, box.left - words.left);
      if (words.width && over > 2) out.push(`${svg.closest('figure')?.id}: ${text.textContent} by ${Math.round(over)}`);
    }
  }
  const over = document.documentElement.scrollWidth - innerWidth;
  if (over > 0) out.push(`the page by ${over}`);
  return out;
});

for (const width of [360, 1280]) {
  test(`words stay in their pictures at ${width} when all text is spread`, async () => {
    let pictures = 0;
    for (const site of sites) {
      for (const path of htmlFiles(site.folder)) {
        if (path.includes('/figures/')) continue;
        const page = await open(browser, site.http + path, { viewport: { width, height: 800 }, bypassCSP: true });
        await page.addStyleTag({ content: SPREAD });
        assert.deepEqual(await outside(page), [], path);
        pictures += await page.locator('.lp-picture svg').count();
        await page.context().close();
      }
    }
    assert.ok(pictures > 60, `${pictures}`);
  });
}
