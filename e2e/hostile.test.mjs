// Tokens of a real run that are trouble for a page: markup, half characters, right-to-left text, very long words.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { open } from './support/browser.mjs';
import { stage } from './support/stage.mjs';

const lesson = 'tokens/hostile/';
const { sites: [site], browser } = await stage('tests/sites/hostile');

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

test('a picture that is opened by itself has its colours under the site’s policy', async () => {
  const page = await open(browser, `${site.http + lesson}figures/markup.svg`);
  assert.deepEqual(page.said, []);
  const fill = await page.evaluate(() => getComputedStyle(document.querySelector('.lp-paper')).fill);
  assert.equal(fill, 'rgb(251, 250, 247)');
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
    const { outside, checked, boxed } = await page.evaluate(() => {
      const outside = [];
      let checked = 0;
      let boxed = 0;
      for (const svg of document.querySelectorAll('.lp-picture > svg')) {
        if (svg.getBoundingClientRect().width === 0) continue;
        // What the narrow picture shows of the wide one, as if it were drawn in it.
        for (const use of svg.querySelectorAll('use')) {
          const place = document.createElementNS(svg.namespaceURI, 'g');
          place.setAttribute('transform', `translate(${use.getAttribute('x') ?? 0} ${use.getAttribute('y') ?? 0})`);
          place.append(document.querySelector(use.getAttribute('href')).cloneNode(true));
          use.replaceWith(place);
        }
        // All states of a stepped picture, not only the one that shows.
        for (const off of svg.querySelectorAll('.lp-off')) off.classList.remove('lp-off');
        const picture = svg.getBoundingClientRect();
        const inside = (inner, outer) => inner.left >= outer.left - 0.75 && inner.right <= outer.right + 0.75;
        for (const text of svg.querySelectorAll('text')) {
          const place = text.getBoundingClientRect();
          if (place.width === 0) continue;
          checked += 1;
          const says = `${svg.closest('figure').id}: ${JSON.stringify(text.textContent)}`;
          if (!inside(place, picture) || place.bottom > picture.bottom + 3) outside.push(`${says} leaves the picture`);
          const box = text.classList.contains('lp-tok')
            && [...text.parentNode.children].find((node) => node.classList.contains('lp-box'));
          if (!box) continue;
          boxed += 1;
          if (!inside(place, box.getBoundingClientRect())) outside.push(`${says} leaves its box`);
        }
      }
      return { outside, checked, boxed };
    });
    assert.ok(boxed > 300, `${boxed} texts in boxes`);
    assert.ok(checked > 300, `${checked} texts`);
    assert.deepEqual(outside, []);
    await page.context().close();
  });
}
