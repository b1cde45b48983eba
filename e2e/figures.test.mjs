// One lesson with every kind of figure: what it weighs, which scripts it takes, whether it is accessible in use, and
// that all of it is there without scripts.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { violations } from './support/axe.mjs';
import { open, wake } from './support/browser.mjs';
import { htmlFiles, repository } from './support/site.mjs';
import { stage } from './support/stage.mjs';
import { firstView, gzipped } from './support/weight.mjs';

const lesson = 'inference/one-answer/index.html';
const schemes = ['light', 'dark'];

const { sites: [site, real], browser } = await stage('tests/sites/figures', '.');

describe('weight', () => {
  test('the lesson holds every kind of figure there is', () => {
    const kinds = readFileSync(join(repository, 'src/figure/kinds.rs'), 'utf8').match(/&\w+(?=::KIND)/g);
    const html = readFileSync(join(site.folder, lesson), 'utf8');
    assert.ok(kinds.length >= 10);
    for (const kind of kinds.map((line) => line.slice(1).replaceAll('_', '-'))) assert.ok(html.includes(`lp-figure-${kind}"`), kind);
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
    const scripts = { sampler: ['distribution', 'sampler'], quiz: [] };
    let pages = 0;
    for (const { folder } of [site, real]) {
      for (const path of htmlFiles(folder)) {
        const html = readFileSync(join(folder, path), 'utf8');
        const found = (pattern) => [...new Set([...html.matchAll(pattern)].map(([, name]) => name))].sort();
        const components = found(/ data-component="([a-z-]+)"/g);
        const wanted = components.flatMap((name) => scripts[name] ?? [name]);
        if (html.includes('lp-badge')) wanted.push('frame');
        if (html.includes(' data-progress')) wanted.push('progress');
        assert.deepEqual(found(/<script src="[^"]*?([a-z-]+)\.[0-9a-f]+\.js"/g), [...wanted, 'base', 'page'].sort(), path);
        const styles = components.filter((name) => name !== 'stepper');
        if (/<figure|lp-hero-figure/.test(html)) styles.push('figure');
        if (html.includes('<math')) styles.push('math');
        if (html.includes('class="lp-home"')) styles.push('lists');
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
  'at rest': wake,
  'in use': async (page) => {
    for (const id of ['fox', 'reply', 'cache']) await page.locator(`#${id} .lp-deck > .lp-controls > input[type=range]`).fill('5');
    await page.locator('#reply .lp-predict li button').nth(1).click();
    await page.locator('#turn').getByRole('spinbutton', { name: 'Top-k, exact' }).fill('3');
    await page.locator('#paths .lp-beam input').first().check();
    await page.locator('#times').getByRole('radio').nth(3).check();
    await page.locator('form.lp-quiz input').first().check();
    await page.locator('form.lp-quiz input[inputmode=decimal]').fill('1');
    await page.locator('form.lp-quiz').getByRole('button', { name: 'Check' }).click();
  },
  'at the end': async (page) => {
    await page.evaluate(() => document.querySelectorAll('details:not(.lp-toc details)').forEach((one) => { one.open = true; }));
    for (const slider of await page.locator('.lp-deck > .lp-controls > input[type=range]').all()) {
      await slider.fill(await slider.getAttribute('max'));
    }
    await page.locator('#fox').getByRole('button', { name: 'Predict' }).click();
    await page.locator('#turn').getByRole('button', { name: 'Draw 20' }).click();
    await page.locator('#paths .lp-beam input').last().check();
    await page.locator('#answers').getByRole('radio').last().check();
    await page.locator('form.lp-quiz').getByRole('button', { name: 'Try the missed' }).click();
  },
};

describe('accessibility', () => {
  for (const colorScheme of schemes) {
    test(`axe finds nothing in any figure at rest, in use and at the end, ${colorScheme}`, async () => {
      // A colour does not depend on the width, nor a name on the colours.
      const width = colorScheme === 'light' ? 1280 : 360;
      const page = await open(browser, site.http + lesson, { colorScheme, viewport: { width, height: 900 } });
      for (const [state, reach] of Object.entries(states)) {
        await reach(page);
        assert.deepEqual(await violations(page), [], `${state}, ${width} px`);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(over <= 0, `${state}: ${over} px wider than the window at ${width} px`);
      }
      assert.deepEqual(page.said, []);
      await page.context().close();
    });
  }
});

describe('without scripts', () => {
  /** What a figure's script shows when the page opens, and at each of its stops, as text. */
  const shown = (page) => page.evaluate(() => {
    const texts = {};
    for (const figure of document.querySelectorAll('figure[data-component]')) {
      const view = figure.querySelector('.lp-sampler') ?? figure.querySelector('.lp-surprise, .lp-beam')?.parentElement;
      const seen = [];
      const read = (place) => place.querySelectorAll('b, small, .lp-share, .lp-said, .lp-live').forEach((node) => seen.push(node.innerText || node.textContent));
      if (view) {
        read(view);
        // The sampler's table has the candidates of the figure's own step and the survivors of all.
        for (const radio of view.querySelectorAll('.lp-beam input')) { radio.click(); read(view); }
        for (const radio of view.querySelectorAll('.lp-surprise input')) { radio.click(); read(view); }
        const select = view.querySelector('select');
        for (const option of select?.options ?? []) {
          select.value = option.value;
          select.dispatchEvent(new Event('change'));
          read(view);
        }
      } else {
        const slider = figure.querySelector('[data-controls] input[type=range]');
        for (let at = 1; at <= slider.max; at += 1) {
          slider.value = at;
          slider.dispatchEvent(new Event('input'));
          figure.querySelector('.lp-predict li button')?.click();
          seen.push(figure.querySelector('[data-live]').textContent);
        }
      }
      texts[figure.id] = seen.join(' | ');
    }
    return texts;
  });
  const numbers = (text) => [...new Set(text.match(/[−<>]?\s?\d[\d,]*(\.\d+)?(\s?%)?/gu) ?? [])].map((one) => one.replace(/\s/gu, '').replace(/[,.]+$/, ''));

  test('every number that a script shows at the run’s own settings stands in the figure’s tables', async () => {
    const lively = await open(browser, site.http + lesson);
    await wake(lively);
    const views = await shown(lively);
    await lively.context().close();
    assert.deepEqual(Object.keys(views).sort(), ['answers', 'cache', 'fox', 'merges', 'paths', 'reply', 'times', 'turn']);
    const page = await open(browser, site.http + lesson, { javaScriptEnabled: false });
    const missing = {};
    for (const [id, text] of Object.entries(views)) {
      const wanted = numbers(text);
      assert.ok(wanted.length > 4, `${id}: ${text}`);
      const there = new Set(numbers((await page.locator(`#${id} .lp-data :is(td, th, li, caption), #${id} .lp-badge`).allTextContents()).join(' | ')));
      missing[id] = wanted.filter((number) => !there.has(number));
    }
    for (const [id, numbers] of Object.entries(missing)) assert.deepEqual(numbers, [], id);
    await page.context().close();
  });

  test('each figure has its picture and its tables, each question its answer, and nothing is there that does nothing', async () => {
    const page = await open(browser, site.http + lesson, { javaScriptEnabled: false });
    const figures = await page.locator('figure.lp-figure').all();
    assert.ok(figures.length >= 15);
    for (const figure of figures) {
      const id = await figure.getAttribute('id');
      assert.ok(await figure.locator('.lp-picture > svg').first().isVisible(), `${id}: the picture`);
      await figure.locator('.lp-data > summary').click();
      const rows = await figure.locator('.lp-data tbody tr').count();
      assert.ok(rows >= 3, `${id}: ${rows} rows`);
      assert.ok(await figure.locator('.lp-data table').first().isVisible(), `${id}: the table`);
    }
    const idle = await page.locator('button, select, textarea, input, [role=toolbar], [role=slider]').evaluateAll((all) =>
      all.filter((one) => one.checkVisibility() && !one.closest('fieldset.lp-ask')).map((one) => one.outerHTML));
    assert.deepEqual(idle, []);
    for (const question of await page.locator('fieldset.lp-ask').all()) {
      const input = question.locator('input').first();
      if ((await question.getAttribute('data-kind')) === 'number') await input.fill('280');
      else await input.check();
      await question.locator('.lp-answer summary').click();
      assert.match(await question.locator('.lp-answer').innerText(), /Right: \S/);
    }
    assert.deepEqual(await page.locator('math').evaluateAll((all) => all.filter((one) => !one.checkVisibility())), []);
    await page.context().close();
  });
});

describe('on paper', () => {
  test('each figure has its picture, its tables and no control; the quiz has its answers at the end', async () => {
    const page = await open(browser, site.http + lesson);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    for (const figure of await page.locator('figure.lp-figure').all()) {
      const id = await figure.getAttribute('id');
      assert.ok(await figure.locator('.lp-picture > svg.lp-wide').isVisible(), `${id}: the picture`);
      for (const table of await figure.locator('.lp-data table').all()) assert.ok(await table.isVisible(), `${id}: a table`);
    }
    const controls = await page.locator('button, select, input, summary, [role=toolbar]').evaluateAll((all) =>
      all.filter((one) => one.checkVisibility() && !one.closest('fieldset.lp-ask') && !one.closest('.lp-terms, .lp-provenance')).map((one) => one.outerHTML));
    assert.deepEqual(controls, []);
    const [quiz, answers] = [page.locator('form.lp-quiz'), page.getByRole('heading', { name: 'Answers' })];
    assert.ok((await answers.boundingBox()).y > (await quiz.boundingBox()).y + (await quiz.boundingBox()).height);
    await page.context().close();
  });
});

describe('other ways to see', () => {
  test('at 200 % nothing is wider than the window and every target has 24 px', async () => {
    const page = await open(browser, site.http + lesson, { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 });
    for (const reach of Object.values(states)) await reach(page);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 640));
    const small = await page.locator('main :is(button, select, input, summary)').evaluateAll((all) => all.flatMap((one) => {
      const target = one.labels?.length && /radio|checkbox/.test(one.type) ? one.labels[0] : one;
      const { width, height } = target.getBoundingClientRect();
      return one.checkVisibility() && Math.min(width, height) < 24 ? [`${width} × ${height}: ${target.outerHTML.slice(0, 120)}`] : [];
    }));
    assert.deepEqual(small, []);
    await page.context().close();
  });

  test('in forced colours what was chosen differs by more than colour, and words on buttons can be read', async () => {
    const page = await open(browser, site.http + lesson, { forcedColors: 'active' });
    await wake(page);
    await states['in use'](page);
    const styles = (selector, names) => page.locator(selector).first().evaluate((one, names) =>
      names.map((name) => getComputedStyle(one)[name]), names);
    // Filled or thicker, against outlined.
    assert.notDeepEqual(await styles('#first-row .lp-pick .lp-share', ['fill']), await styles('#first-row g:not(.lp-pick) > .lp-share', ['fill']));
    assert.notDeepEqual(await styles('#pieces .lp-a .lp-box', ['strokeWidth']), await styles('#pieces .lp-b .lp-box', ['strokeWidth']));
    assert.notDeepEqual(await styles('#paths .lp-beam label:has(:checked)', ['outlineStyle']), await styles('#paths .lp-beam label:not(:has(:checked))', ['outlineStyle']));
    assert.notDeepEqual(await styles('#times label:has(:checked)', ['outlineStyle']), await styles('#times label:not(:has(:checked))', ['outlineStyle']));
    const [back, pageColour] = [await styles('.lp-quiz-controls button', ['backgroundColor']), await styles('body', ['backgroundColor'])];
    assert.deepEqual(back, pageColour, 'the backing of words has the button’s colour');
    await page.context().close();
  });
});
