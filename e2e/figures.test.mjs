// One lesson with every kind of figure: what it weighs, which scripts it takes, whether it is accessible in use, and
// that all of it is there without scripts.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { violations } from './support/axe.mjs';
import { launch, open } from './support/browser.mjs';
import { htmlFiles, publish, repository } from './support/site.mjs';
import { firstView, gzipped } from './support/weight.mjs';

const lesson = 'inference/one-answer/index.html';
const schemes = ['light', 'dark'];

let site;
let real;
let browser;
before(async () => {
  [site, real] = [await publish('tests/sites/figures'), await publish('.')];
  browser = await launch();
});
after(async () => {
  await browser?.close();
  site?.stop();
  real?.stop();
});

describe('weight', () => {
  test('the lesson holds every kind of figure there is', () => {
    const kinds = readFileSync(join(repository, 'src/lesson/read_block.rs'), 'utf8').match(/\("[a-z-]+", FigureKind::/g);
    const html = readFileSync(join(site.folder, lesson), 'utf8');
    assert.ok(kinds.length >= 10);
    for (const kind of kinds.map((line) => line.split('"')[1])) assert.ok(html.includes(`lp-figure-${kind}"`), kind);
  });

  test('the first view of a lesson with every figure is at most 150 KB gzipped', async () => {
    const { all } = await firstView(browser, site.http, lesson);
    assert.ok(all <= 150_000, `${all} bytes`);
  });

  test('all scripts of a site together are at most 30 KB gzipped', () => {
    const assets = join(site.folder, 'assets');
    const sizes = readdirSync(assets)
      .filter((name) => name.endsWith('.js') && !name.startsWith('search-index'))
      .map((name) => [name, gzipped(readFileSync(join(assets, name)))]);
    const all = sizes.reduce((sum, [, size]) => sum + size, 0);
    console.log(`${sizes.map(([name, size]) => `${String(size).padStart(7)}  ${name}`).join('\n')}\n${all} bytes of scripts`);
    assert.ok(all <= 30_000, `${all} bytes`);
  });

  test('a page names the scripts and styles of what is on it, and no others', () => {
    const scripts = { sampler: ['distribution', 'sampler'] };
    let pages = 0;
    for (const { folder } of [site, real]) {
      for (const path of htmlFiles(folder)) {
        const html = readFileSync(join(folder, path), 'utf8');
        const found = (pattern) => [...new Set([...html.matchAll(pattern)].map(([, name]) => name))].sort();
        const components = found(/ data-component="([a-z-]+)"/g);
        const wanted = components.flatMap((name) => scripts[name] ?? [name]);
        if (/ data-progress| data-lesson=/.test(html)) wanted.push('progress');
        assert.deepEqual(found(/<script src="[^"]*?([a-z-]+)\.[0-9a-f]+\.js"/g), [...wanted, 'page'].sort(), path);
        const styles = components.filter((name) => name !== 'stepper');
        if (html.includes('<figure')) styles.push('figure');
        assert.deepEqual(found(/<link rel="stylesheet" href="[^"]*?([a-z-]+)\.[0-9a-f]+\.css"/g), [...styles, 'page', 'theme'].sort(), path);
        assert.equal(html.includes('data-predictor'), html.includes('lp-figure-decode-loop'), path);
        pages += 1;
      }
    }
    assert.ok(pages > 40, `${pages} pages`);
  });
});

/** What a reader may do to the figures of the page, in three states: as they came, in use, at the end and all opened. */
const states = {
  'at rest': async () => {},
  'in use': async (page) => {
    for (const id of ['fox', 'reply', 'cache']) await page.locator(`#${id} > .lp-controls input[type=range]`).fill('5');
    await page.locator('#reply .lp-predict li button').nth(1).click();
    await page.locator('#turn').getByRole('spinbutton', { name: 'Top-k, exact' }).fill('3');
    await page.locator('#paths input[type=radio]').nth(1).check();
    await page.locator('#times [role=toolbar] button').nth(3).click();
    await page.locator('form.lp-quiz input').first().check();
    await page.locator('form.lp-quiz input[type=number]').fill('1');
    await page.locator('form.lp-quiz').getByRole('button', { name: 'Check' }).click();
  },
  'at the end': async (page) => {
    await page.evaluate(() => document.querySelectorAll('details:not(.lp-toc details)').forEach((one) => { one.open = true; }));
    for (const slider of await page.locator('.lp-figure > .lp-controls > input[type=range]').all()) {
      await slider.fill(await slider.getAttribute('max'));
    }
    await page.locator('#fox').getByRole('button', { name: 'Predict' }).click();
    await page.locator('#turn').getByRole('button', { name: 'Draw 20' }).click();
    await page.locator('#paths select').selectOption('3');
    await page.locator('#answers [role=toolbar] button').last().click();
    await page.locator('form.lp-quiz').getByRole('button', { name: 'Try the missed' }).click();
  },
};

describe('accessibility', () => {
  for (const colorScheme of schemes) {
    test(`axe finds nothing in any figure at rest, in use and at the end, ${colorScheme}`, async () => {
      for (const width of [1280, 360]) {
        const page = await open(browser, site.http + lesson, { colorScheme, viewport: { width, height: 900 } });
        for (const [state, reach] of Object.entries(states)) {
          await reach(page);
          assert.deepEqual(await violations(page), [], `${state}, ${width} px`);
          const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          assert.ok(over <= 0, `${state}: ${over} px wider than the window at ${width} px`);
        }
        assert.deepEqual(page.said, []);
        await page.context().close();
      }
    });
  }
});
