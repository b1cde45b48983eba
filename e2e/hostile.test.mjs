// Tokens of a real run that are trouble for a page: markup, half characters, right-to-left text, very long words.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { launch, open } from './support/browser.mjs';
import { publish } from './support/site.mjs';

const lesson = 'tokens/hostile/';
let site;
let browser;
before(async () => {
  site = await publish('tests/sites/hostile');
  browser = await launch();
});
after(async () => {
  await browser?.close();
  site?.stop();
});

test('what the model wrote is text on the page', async () => {
  const page = await open(browser, `${site.http + lesson}index.html`);
  assert.deepEqual(page.said, []);
  assert.equal(await page.locator('img[onerror], [onerror]').count(), 0);
  const scripts = await page.locator('script').evaluateAll((all) => all.map((script) => script.src));
  assert.ok(scripts.length > 0 && scripts.every((src) => src.startsWith(site.http)), `${scripts}`);
  const prose = await page.locator('main').innerText();
  assert.ok(prose.replaceAll('·', ' ').includes('</script>{{ 7*7 }}<img onerror>'), 'the text itself is shown');
  assert.match(await page.title(), /<\/title><script>alert\(1\)<\/script>/);
  await page.context().close();
});

test('and in every file beside it', () => {
  const read = (name) => readFileSync(join(site.folder, name), 'utf8');
  for (const name of [`${lesson}figures/markup.svg`, 'feed.xml', 'sitemap.xml']) {
    const text = read(name);
    assert.ok(!/<img onerror/i.test(text) && !/<\/script>/i.test(text), name);
  }
  const json = JSON.parse(read(`${lesson}figures/markup.json`));
  assert.ok(JSON.stringify(json).includes('onerror'));
});

for (const width of [360, 1280]) {
  test(`every text of every picture stays in its box at ${width} px`, async () => {
    const page = await open(browser, `${site.http + lesson}index.html`, { viewport: { width, height: 800 } });
    const { outside, checked } = await page.evaluate(() => {
      const outside = [];
      let checked = 0;
      for (const svg of document.querySelectorAll('svg')) {
        if (svg.getBoundingClientRect().width === 0) continue;
        // All states of a stepped picture, not only the one that shows.
        for (const off of svg.querySelectorAll('.lp-off')) off.classList.remove('lp-off');
        const view = svg.viewBox.baseVal;
        for (const text of svg.querySelectorAll('text')) {
          const box = text.getBBox();
          if (box.width === 0) continue;
          checked += 1;
          const frame = text.closest('[data-box]')?.getAttribute('data-box').split(/[ ,]+/).map(Number)
            ?? [view.x, view.y, view.width, view.height];
          const [x, y, w, h] = frame;
          const slack = 1;
          if (box.x < x - slack || box.x + box.width > x + w + slack || box.y < y - slack - 3 || box.y + box.height > y + h + slack + 3) {
            outside.push(`${svg.closest('figure')?.id}: ${JSON.stringify(text.textContent)} ${box.x.toFixed(1)}+${box.width.toFixed(1)} in ${frame}`);
          }
        }
      }
      return { outside, checked };
    });
    assert.ok(checked > 300, `${checked} texts`);
    assert.deepEqual(outside, []);
    await page.context().close();
  });
}
