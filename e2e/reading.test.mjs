// What a reader does with a lesson besides reading it: searching, looking up a term, taking a figure elsewhere, seeing
// what was read, guessing before looking.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { violations } from './support/axe.mjs';
import { open } from './support/browser.mjs';
import { repository } from './support/site.mjs';
import { stage } from './support/stage.mjs';

const lesson = 'foundations/autoregressive-generation/index.html';
const key = 'foundations/autoregressive-generation';

const { sites: [site], browser } = await stage('.');

const script = (name) => gzipSync(readFileSync(join(repository, 'static/js', name)), { level: 9 }).length;

describe('search', () => {
  for (const where of ['http', 'file']) {
    test(`${where}: by keyboard from / to a section, and nothing is loaded before`, async () => {
      const page = await open(browser, site[where] + lesson);
      assert.equal(page.asked.filter((url) => url.includes('search')).length, 0);
      await page.keyboard.press('/');
      const input = page.getByRole('combobox', { name: 'Search the lessons' });
      await input.waitFor();
      assert.equal(await input.inputValue(), '');
      await page.keyboard.type('STOP condition');
      await page.keyboard.press('Backspace');
      await input.fill('end token');
      const options = page.locator('#lp-search-list [role=option]');
      assert.ok((await options.count()) > 1);
      const first = await input.getAttribute('aria-activedescendant');
      assert.equal(await page.locator(`#${first}`).getAttribute('aria-selected'), 'true');
      await page.keyboard.press('ArrowDown');
      assert.notEqual(await input.getAttribute('aria-activedescendant'), first);
      await page.keyboard.press('ArrowUp');
      const wanted = await page.locator(`#${first}`).getAttribute('href');
      assert.match(await page.locator('.lp-search-count').innerText(), /\d+ places? on \d+ pages?/);
      assert.ok((await page.locator('#lp-search-list mark').count()) > 0);
      const target = new URL(wanted, page.url());
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.pathname === target.pathname && url.hash === target.hash);
      assert.deepEqual(page.said, []);
      await page.context().close();
    });
  }

  test('Escape closes and gives the focus back; letters, accents and case do not matter', async () => {
    const page = await open(browser, `${site.http}index.html`);
    const button = page.getByRole('button', { name: 'Search' });
    await button.focus();
    await page.keyboard.press('Enter');
    const input = page.locator('#lp-search-input');
    await input.fill('ＡＵＴＯRÉGRESSIVE');
    assert.match(await page.locator('#lp-search-list [role=option]').first().innerText(), /^Autoregressive generation/);
    await input.fill('zzzzz');
    assert.equal(await page.locator('.lp-search-count').innerText(), 'Nothing found.');
    assert.equal(await input.getAttribute('aria-expanded'), 'false');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !document.querySelector('dialog[open]'));
    assert.ok(await button.evaluate((element) => element === document.activeElement));
    await page.keyboard.press('/');
    await page.waitForFunction(() => document.querySelector('dialog[open]'));
    await page.context().close();
  });

  test('every result leads to a place that is there', async () => {
    const page = await open(browser, site.http + lesson);
    await page.keyboard.press('/');
    await page.locator('#lp-search-input').fill('token');
    const links = await page.locator('#lp-search-list [role=option]').evaluateAll((all) => all.map((link) => link.href));
    assert.ok(links.length > 5);
    for (const link of links) {
      await page.goto(link);
      const { hash } = new URL(link);
      if (hash) assert.ok(await page.evaluate((id) => document.getElementById(decodeURIComponent(id)) !== null, hash.slice(1)), link);
    }
    await page.context().close();
  });

  test('from the page for missing addresses too', async () => {
    const page = await open(browser, `${site.http}a/b/missing.html`);
    await page.keyboard.press('/');
    await page.locator('#lp-search-input').fill('logits');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/sub\/path\/(glossary|foundations)\//);
    await page.context().close();
  });
});

describe('terms', () => {
  test('the first link to a term in a section opens what it means; Escape closes it', async () => {
    const page = await open(browser, site.http + lesson);
    const link = page.locator('.lp-term[data-popover]').first();
    await link.focus();
    await page.keyboard.press('Enter');
    const popover = page.locator('.lp-popover:popover-open');
    assert.equal(await popover.count(), 1);
    assert.match(await popover.innerText(), /vocabulary/);
    await page.waitForFunction((link) => link.getAttribute('aria-expanded') === 'true', await link.elementHandle());
    await page.keyboard.press('Tab');
    assert.ok(await popover.locator('a').last().evaluate((element) => element === document.activeElement || element.parentElement.contains(document.activeElement)));
    await page.keyboard.press('Escape');
    assert.equal(await popover.count(), 0);
    await page.waitForFunction((link) => link.getAttribute('aria-expanded') === 'false', await link.elementHandle());
    await link.click();
    assert.equal(await popover.count(), 1);
    await link.click();
    assert.equal(await popover.count(), 0);
    await page.context().close();
  });

  test('stays in the window at 360 px', async () => {
    const page = await open(browser, site.http + lesson, { viewport: { width: 360, height: 740 } });
    for (const link of await page.locator('.lp-term[data-popover]').all()) {
      await link.scrollIntoViewIfNeeded();
      await link.focus();
      // What gets the focus is scrolled to with the next frame.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
      await page.keyboard.press('Enter');
      const box = await page.locator('.lp-popover:popover-open').boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= 360 && box.y >= 0 && box.y + box.height <= 740, JSON.stringify(box));
      await page.keyboard.press('Escape');
    }
    await page.context().close();
  });

  test('without scripts the link leads to the list of terms', async () => {
    const page = await open(browser, site.http + lesson, { javaScriptEnabled: false });
    assert.equal(await page.locator('.lp-popover').first().isVisible(), false);
    await page.locator('.lp-term').first().click();
    assert.match(page.url(), /#term-/);
    await page.context().close();
  });
});

describe('a figure elsewhere', () => {
  for (const where of ['http', 'file']) {
    test(`${where}: has a page of its own that steps and leads home`, async () => {
      const page = await open(browser, `${site[where]}${key}/figures/fox.html#fox-step-5`);
      assert.deepEqual(page.said, []);
      const slider = page.locator('#fox [data-controls] input[type=range]');
      assert.equal(await slider.inputValue(), '5');
      await page.locator('#fox').focus();
      await page.keyboard.press('ArrowRight');
      assert.equal(await slider.inputValue(), '6');
      assert.equal(await page.locator('header').count(), 0);
      assert.equal(await page.locator('meta[name=robots]').getAttribute('content'), 'noindex');
      await page.locator('.lp-badge summary').click();
      await page.locator('.lp-from a').click();
      await page.waitForURL(/autoregressive-generation\/(index\.html)?#fox/);
      await page.context().close();
    });
  }

  test('can be framed by a page of another site with the copied snippet, as high as it is', async () => {
    const page = await open(browser, site.http + lesson);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('#fox .lp-menu > summary').click();
    await page.locator('#fox .lp-menu').getByText('Embed', { exact: true }).click();
    await page.locator('#fox').getByText('Copied.').waitFor();
    const snippet = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(snippet, /^<iframe src="http:\/\/127\.0\.0\.1:\d+\/sub\/path\/.+\/figures\/fox\.html" title="[^"]+"/);
    const other = await browser.newPage();
    const elsewhere = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><title>Another site</title>${snippet}`);
    });
    await new Promise((done) => elsewhere.listen(0, '127.0.0.1', done));
    await other.goto(`http://127.0.0.1:${elsewhere.address().port}/`);
    const frame = other.frameLocator('iframe');
    await frame.locator('#fox .lp-picture svg').first().waitFor();
    await frame.getByRole('button', { name: 'Forward' }).click();
    assert.match(await frame.locator('.lp-count').innerText(), /^step 2 of/);
    const inside = other.frames()[1];
    for (const width of [944, 480, 360]) {
      await other.setViewportSize({ width, height: 800 });
      await inside.waitForFunction((width) => innerWidth <= width, width);
      await inside.waitForFunction(() => document.documentElement.offsetHeight === innerHeight, null, { timeout: 5000 })
        .catch(() => assert.fail(`the frame does not fit at ${width} px`));
    }
    await other.close();
    elsewhere.close();
    await page.context().close();
  });

  test('without scripts its page has the snippet and how to cite it, and its files lie beside it', async () => {
    const page = await open(browser, site.http + lesson, { javaScriptEnabled: false });
    const menu = page.locator('#fox .lp-menu');
    await menu.locator('> summary').click();
    const files = await menu.locator('a').evaluateAll((all) => all.map((link) => link.href));
    for (const kind of ['svg', 'png', 'csv', 'json']) {
      const file = files.find((link) => link.endsWith(`figures/fox.${kind}`));
      assert.equal((await page.request.get(file)).status(), 200, kind);
    }
    await menu.getByText('Cite').click();
    await page.waitForURL(/fox\.html#fox-cite$/);
    assert.match(await page.locator('#fox-cite').innerText(), /^@misc\{foundations-autoregressive-generation-fox,\n(.+\n)+  url = \{http.+#fox\}\n\}\n@misc/m);
    await page.locator('details:has(#fox-embed) > summary').click();
    assert.match(await page.locator('#fox-embed code').innerText(), /<iframe /);
    await page.context().close();
  });

  test('is in no sitemap, no feed and no search', () => {
    for (const name of ['sitemap.xml', 'feed.xml']) {
      assert.doesNotMatch(readFileSync(join(site.folder, name), 'utf8'), /figures\/[a-z-]+\.html/, name);
    }
    const html = readFileSync(join(site.folder, lesson), 'utf8');
    const index = html.match(/data-search="\S+ (\S+) /)[1];
    const text = readFileSync(join(site.folder, key, index), 'utf8');
    assert.ok(text.includes('Autoregressive generation'));
    assert.doesNotMatch(text, /figures\//);
  });
});

describe('what was read', () => {
  test('is marked at the end of the lesson, shown in the lists, and forgotten on request', async () => {
    const page = await open(browser, `${site.http}index.html`);
    assert.equal(await page.locator('[data-progress]').isVisible(), false);
    await page.goto(site.http + lesson);
    assert.equal(await page.evaluate(() => localStorage.length), 0);
    await page.evaluate(() => scrollTo(0, 300));
    await page.locator('#summary').scrollIntoViewIfNeeded();
    await page.waitForFunction(() => localStorage.length > 0);
    for (const path of ['index.html', 'foundations/index.html']) {
      await page.goto(site.http + path);
      assert.match(await page.locator('[data-progress]').innerText(), /1 of \d+ read/);
      assert.equal(await page.locator('.lp-read').count(), 1);
    }
    await page.getByRole('button', { name: 'Forget it' }).click();
    assert.equal(await page.evaluate(() => localStorage.length), 0);
    assert.equal(await page.locator('.lp-read').count(), 0);
    assert.deepEqual(page.asked.filter((url) => !url.startsWith(site.http) && !url.startsWith('data:')), []);
    await page.context().close();
  });
});

describe('the table of contents', () => {
  test('is a line that follows on a narrow screen, and opens', async () => {
    const page = await open(browser, site.http + lesson, { viewport: { width: 768, height: 900 } });
    const small = page.locator('.lp-toc-small');
    assert.ok(await small.isVisible());
    assert.equal(await page.locator('.lp-toc-wide').isVisible(), false);
    const section = page.locator('.lp-body h2').nth(3);
    const name = await section.innerText();
    await section.evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }));
    await page.waitForFunction((name) => document.querySelector('[data-current]').textContent === name, name);
    const [bar, heading] = [await small.boundingBox(), await section.boundingBox()];
    assert.ok(bar.y >= 0 && bar.y < 2 && heading.y >= bar.y + bar.height - 1, JSON.stringify([bar, heading]));
    await page.mouse.click(bar.x + 40, bar.y + bar.height / 2);
    assert.equal(await small.locator('a[aria-current]').innerText(), name);
    await small.locator('a').first().click();
    assert.equal(await small.locator('details').evaluate((element) => element.open), false);
    await page.context().close();
  });
});

describe('predicting', () => {
  const trace = JSON.parse(readFileSync(join(repository, 'content', key, 'runs/fox.json'), 'utf8'));

  test('hides the choice until the reader has made one, by keyboard, and scores it by the model’s probabilities', async () => {
    const page = await open(browser, `${site.http + lesson}#fox-step-4`);
    const figure = page.locator('#fox');
    const caption = figure.locator('[data-live]');
    const run = trace.generated[0].piece.trim();
    assert.ok((await caption.innerText()).includes(run));
    await figure.getByRole('button', { name: 'Predict' }).focus();
    await page.keyboard.press('Enter');
    assert.equal(await figure.getByRole('button', { name: 'Predict' }).getAttribute('aria-pressed'), 'true');
    assert.equal(await caption.innerText(), 'Which token comes next?');
    const seen = await figure.locator('.lp-wide [data-only="4"]').evaluateAll((all) => all.filter((node) => getComputedStyle(node).visibility !== 'hidden').length);
    assert.equal(seen, 0);
    const choices = figure.locator('.lp-predict li button');
    assert.ok((await choices.count()) >= 4);
    assert.doesNotMatch((await choices.allInnerTexts()).join(' '), /%/);
    const ids = () => choices.evaluateAll((all) => all.map((button) => Number(button.dataset.id)));
    const at = (await ids()).indexOf(trace.generated[0].id);
    await page.keyboard.press(String(at + 1));
    assert.match(await caption.innerText(), /You chose it too\.$/);
    await page.keyboard.press('Enter');
    assert.equal(await figure.locator('.lp-count').innerText(), `step 5 of ${trace.generated.length + 4}`);
    assert.equal(await caption.innerText(), 'Which token comes next?');
    const second = trace.steps[1];
    const wrong = (await ids()).findIndex((id) => id !== trace.generated[1].id);
    await choices.nth(wrong).click();
    assert.match(await caption.innerText(), /You chose .+, to which the model gives/);
    await figure.locator('.lp-data > summary').click();
    const listed = await figure.locator('#fox-step-5 [data-p]').evaluateAll((all) => all.map((item) => [Number(item.dataset.id), Number(item.dataset.p)]));
    const p = new Map(listed.sort((a, b) => a[0] - b[0]));
    assert.deepEqual(await ids(), [...p.keys()], 'the order gives nothing away');
    const said = await figure.locator('.lp-predict-score').innerText();
    const wrongP = p.get((await ids())[wrong]);
    const expected = Math.exp(trace.steps[0].logprob) + Math.exp(second.logprob);
    assert.ok(said.startsWith(`1 of 2 like the run`), said);
    assert.ok(said.includes(expected.toFixed(2)), said);
    // The rest like the run; then it is all summed up.
    for (let at = 2; at < trace.generated.length; at += 1) {
      await figure.locator('.lp-forward').click();
      await figure.locator(`.lp-predict button[data-id="${trace.generated[at].id}"]`).click();
    }
    const sum = await figure.locator('.lp-predict-score').innerText();
    const mean = (values) => values.reduce((all, one) => all + one, 0) / values.length;
    const surprise = mean(trace.steps.map(({ logprob }, at) => (at === 1 ? -Math.log(wrongP) : -logprob)));
    for (const number of [surprise, mean(trace.steps.map(({ entropy }) => entropy))]) assert.ok(sum.includes(number.toFixed(2)), `${number}: ${sum}`);
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(page.said, []);
    await page.context().close();
  });

  test('playing waits at a choice that is not made', async () => {
    const page = await open(browser, `${site.http + lesson}#fox-step-1`);
    const figure = page.locator('#fox');
    await figure.getByRole('button', { name: 'Predict' }).click();
    await page.waitForFunction(() => document.querySelector('#fox input[type=range]').value === '4', null, { timeout: 1000 })
      .catch(() => assert.fail('who wants to predict is led to the first choice'));
    await figure.getByRole('slider').fill('1');
    await figure.getByRole('button', { name: 'Play' }).click();
    await page.waitForFunction(() => document.querySelector('#fox input[type=range]').value === '4');
    await figure.getByRole('button', { name: 'Play' }).waitFor();
    await page.context().close();
  });

  test('stepper and prediction are at most 5.8 KB gzipped', () => {
    const size = script('stepper.js') + script('predict.js');
    assert.ok(size <= 5800, `${size} bytes`);
  });
});

describe('on paper', () => {
  test('links are numbered and listed, and every step and answer is there', async () => {
    const page = await open(browser, site.http + lesson);
    await page.emulateMedia({ media: 'print' });
    const links = await page.locator('a[data-link]').evaluateAll((all) => all.map((link) => [Number(link.dataset.link), link.href]));
    assert.ok(links.length > 0);
    const listed = await page.locator('.lp-printed-links li').allInnerTexts();
    for (const [number, href] of links) assert.equal(listed[number - 1], href);
    assert.ok(await page.locator('.lp-printed-links').isVisible());
    const rows = page.locator('#fox tr[data-step]');
    await rows.first().waitFor();
    for (let at = 0; at < await rows.count(); at += 1) assert.ok(await rows.nth(at).isVisible());
    assert.ok(await page.getByRole('heading', { name: 'Answers' }).isVisible());
    for (const hidden of ['.lp-toc-small', '.lp-menu', '.lp-search-open', '.lp-popover']) {
      assert.equal(await page.locator(hidden).first().isVisible(), false, hidden);
    }
    await page.context().close();
  });
});

describe('accessibility', () => {
  for (const colorScheme of ['light', 'dark']) {
    test(`axe finds nothing with the search or a term open, ${colorScheme}`, async () => {
      for (const width of [1280, 360]) {
        const page = await open(browser, site.http + lesson, { colorScheme, viewport: { width, height: 800 } });
        await page.locator('.lp-term[data-popover]').first().click();
        assert.deepEqual(await violations(page), [], 'a term is open');
        await page.keyboard.press('Escape');
        await page.keyboard.press('/');
        await page.locator('#lp-search-input').fill('token');
        assert.deepEqual(await violations(page), [], 'the search is open');
        const sizes = await page.locator('dialog button, dialog input, dialog [role=option]').evaluateAll((all) =>
          all.map((element) => element.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)));
        assert.ok(Math.min(...sizes) >= 24, String(sizes));
        await page.context().close();
      }
    });
  }
});
