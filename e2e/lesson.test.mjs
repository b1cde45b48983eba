// The lesson as readers have it: over http below a sub-path, and from a folder on a disk.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { violations } from './support/axe.mjs';
import { open } from './support/browser.mjs';
import { htmlFiles } from './support/site.mjs';
import { stage } from './support/stage.mjs';
import { firstView } from './support/weight.mjs';

const lesson = 'foundations/autoregressive-generation/index.html';

const { sites: [site], browser } = await stage('.');

const pages = () => htmlFiles(site.folder);

const step = (page, id) => page.locator(`#${id} [data-controls] input[type=range]`);
const at = async (page, id) => Number(await step(page, id).inputValue());
const caption = (page, id) => page.locator(`#${id} [data-live]`).innerText();

describe('over http and from a disk', () => {
  for (const where of ['http', 'file']) {
    test(`${where}: every page loads whole, quietly, and asks nobody else`, async () => {
      for (const path of pages().filter((path) => where === 'http' || path !== '404.html')) {
        const page = await open(browser, site[where] + path);
        assert.deepEqual(page.said, [], path);
        const elsewhere = page.asked.filter((url) => !url.startsWith(site[where]) && !url.startsWith('data:'));
        assert.deepEqual(elsewhere, [], path);
        assert.ok((await page.locator('h1').innerText()).length > 0, path);
        const family = await page.evaluate(() => [...document.fonts].filter((font) => font.status === 'loaded').length);
        assert.ok(family > 0, `${path}: the site's own fonts are loaded`);
        await page.context().close();
      }
    });

    test(`${where}: the start link, the module and the lesson lead to each other`, async () => {
      const page = await open(browser, `${site[where]}index.html`);
      await page.getByRole('link', { name: 'Start here' }).first().click();
      await page.waitForURL(/autoregressive-generation/);
      assert.equal(await page.locator('h1').innerText(), 'Autoregressive generation');
      await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').nth(1).click();
      await page.waitForURL(/foundations\/(index\.html)?$/);
      assert.deepEqual(page.said, []);
      await page.context().close();
    });
  }

  test('a missing address shows the site’s own page, styled', async () => {
    const page = await open(browser, `${site.http}a/b/missing.html`);
    assert.ok(page.asked.some((url) => url.endsWith('.css')));
    assert.deepEqual(page.said.filter((line) => !line.includes('404')), []);
    const colour = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.notEqual(colour, 'rgba(0, 0, 0, 0)');
    await page.context().close();
  });
});

describe('weight', () => {
  test('the first view of the lesson is at most 70 KB gzipped, its scripts at most 15 KB', async () => {
    const { all, scripts } = await firstView(browser, site.http, lesson);
    assert.ok(all <= 70000, `${all} bytes`);
    assert.ok(scripts <= 15_000, `${scripts} bytes of scripts`);
  });
});

describe('the diagram', () => {
  test('steps by keyboard', async () => {
    const page = await open(browser, site.http + lesson);
    const figure = page.locator('#fox');
    const last = Number(await step(page, 'fox').getAttribute('max'));
    assert.ok(last >= 18, `${last} steps`);
    await figure.focus();
    await page.keyboard.press('Home');
    assert.equal(await at(page, 'fox'), 1);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    assert.equal(await at(page, 'fox'), 3);
    assert.match(await caption(page, 'fox'), /4 tokens|prompt/i);
    await page.keyboard.press('ArrowLeft');
    assert.equal(await at(page, 'fox'), 2);
    await page.keyboard.press('End');
    assert.equal(await at(page, 'fox'), last);
    await page.waitForURL(new RegExp(`#fox-step-${last}$`));
    await page.context().close();
  });

  test('space plays at the measured speed and stops at the end, whose sentence is read out', async () => {
    const page = await open(browser, `${site.http + lesson}#fox-step-14`);
    await page.locator('#fox').getByLabel('Speed').selectOption({ label: 'as measured' });
    await page.locator('#fox [data-live]').evaluate((live) => {
      globalThis.aloud = [];
      new MutationObserver(() => { if (live.ariaLive === 'polite') globalThis.aloud.push(live.textContent); }).observe(live, { childList: true });
    });
    await page.locator('#fox').focus();
    assert.equal(await at(page, 'fox'), 14);
    await page.keyboard.press(' ');
    const last = Number(await step(page, 'fox').getAttribute('max'));
    await page.waitForFunction(
      ([id, last]) => Number(document.querySelector(`#${id} [data-controls] input[type=range]`).value) === last,
      ['fox', last],
      { timeout: 20_000 },
    );
    await page.waitForFunction(() => globalThis.aloud.length);
    assert.deepEqual(await page.evaluate(() => globalThis.aloud), [await caption(page, 'fox')]);
    await page.context().close();
  });

  for (const [reducedMotion, speed] of [['no-preference', 'the opening speed'], ['reduce', 'as measured']]) {
    test(`plays a step a second at ${speed}, ${reducedMotion}, and can be paused`, async () => {
      const page = await open(browser, site.http + lesson, { reducedMotion });
      const figure = page.locator('#fox');
      await page.clock.install();
      if (speed === 'as measured') await figure.getByLabel('Speed').selectOption({ label: speed });
      await figure.locator('.lp-play').click();
      await page.clock.runFor(2_400);
      await figure.locator('.lp-play').click();
      const paused = await at(page, 'fox');
      assert.equal(paused, 3, 'one step a second');
      await page.clock.runFor(60_000);
      assert.equal(await at(page, 'fox'), paused);
      await page.context().close();
    });
  }

  test('buttons and slider step, and the table marks the row whose caption is read out', async () => {
    const page = await open(browser, site.http + lesson);
    const figure = page.locator('#fox');
    await figure.getByRole('button', { name: 'Forward' }).click();
    assert.equal(await at(page, 'fox'), 2);
    await figure.getByRole('slider').fill('9');
    await figure.locator('.lp-data > summary').click();
    const row = figure.locator('tr[aria-current]');
    assert.equal(await row.getAttribute('data-step'), '9');
    assert.equal(await figure.locator('[data-live]').textContent(), await row.locator('[data-cell=said]').textContent());
    await page.context().close();
  });

  test('both layouts show the same step', async () => {
    const page = await open(browser, `${site.http + lesson}#fox-step-9`);
    const written = '.lp-b[data-from]:not(.lp-off, .lp-off *)';
    assert.equal(await page.locator(`#fox svg.lp-wide ${written}`).count(), 6);
    // The narrow picture refers to what the wide one shows too.
    const narrow = await page.locator('#fox svg.lp-narrow use:not(.lp-off *)').evaluateAll((uses, written) =>
      uses.filter((use) => document.querySelector(use.getAttribute('href')).matches(written)).length, written);
    assert.equal(narrow, 6);
    await page.context().close();
  });

  test('addresses of no step do no harm', async () => {
    const page = await open(browser, `${site.http + lesson}#fox-step-4`);
    for (const hash of ['#fox-step-x', '#fox-step-', '#nobody-step-3', '#fox?step', '#;;?', '#%E0%A4%A']) {
      await page.evaluate((hash) => new Promise((done) => {
        addEventListener('hashchange', done, { once: true });
        location.hash = hash;
      }).then(() => null), hash);
      assert.equal(await at(page, 'fox'), 4, hash);
    }
    assert.deepEqual(page.said, []);
    await page.context().close();
  });

  test('it never plays by itself', async () => {
    const page = await open(browser, site.http + lesson);
    const before = await at(page, 'fox');
    await page.clock.install();
    await page.clock.runFor(60_000);
    assert.equal(await at(page, 'fox'), before);
    await page.context().close();
  });

  test('a link leads to one step', async () => {
    const page = await open(browser, `${site.http + lesson}#fox-step-7`);
    assert.equal(await at(page, 'fox'), 7);
    await page.evaluate(() => { location.hash = '#fox-step-5'; });
    await page.waitForFunction(() => document.querySelector('#fox [data-controls] input[type=range]').value === '5');
    await page.context().close();
  });

  test('steps by touch on a phone, and a vertical swipe still scrolls', async () => {
    const page = await open(browser, site.http + lesson, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const picture = page.locator('#fox .lp-picture');
    await picture.scrollIntoViewIfNeeded();
    const box = await picture.boundingBox();
    const session = await page.context().newCDPSession(page);
    const swipe = async (from, to) => {
      const y = Math.min(box.y + box.height / 2, 600);
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: from, y }] });
      for (let i = 1; i <= 5; i += 1) {
        await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: from + ((to - from) * i) / 5, y }] });
      }
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    const before = await at(page, 'fox');
    await swipe(80, 280);
    const back = await at(page, 'fox');
    await swipe(280, 80);
    const forth = await at(page, 'fox');
    assert.ok(back === before - 1 || (before === 1 && back === 1), `${before} ${back}`);
    assert.equal(forth, back + 1);
    const next = page.locator('#fox [data-controls] button').last();
    const target = await next.boundingBox();
    assert.ok(target.height >= 24 && target.width >= 24);
    await page.context().close();
  });

  test('without scripts the table is there and its anchors work', async () => {
    const page = await open(browser, `${site.http + lesson}#fox-step-7`, { javaScriptEnabled: false });
    // The browser opens the table for a link into it.
    const row = page.locator('#fox-step-7');
    assert.ok(await row.isVisible());
    assert.match(await row.innerText(), /\d/);
    assert.ok(await page.locator('#fox svg').first().isVisible());
    await page.context().close();
  });

  test('the picture shows what the recorded run says', async () => {
    const trace = JSON.parse(readFileSync('../content/foundations/autoregressive-generation/runs/fox.json'.replace('..', join(import.meta.dirname, '..')), 'utf8'));
    const page = await open(browser, site.http + lesson);
    await page.locator('#fox .lp-data > summary').click();
    const text = await page.locator('#fox .lp-data').textContent();
    for (const token of [...trace.prompt, ...trace.generated]) assert.ok(text.includes(String(token.id)), `id ${token.id}`);
    for (const step of trace.steps) {
      const percent = Math.exp(step.logprob) * 100;
      const shown = percent < 10 ? percent.toFixed(1) : percent.toFixed(0);
      assert.ok(text.includes(shown), `${shown} %`);
    }
    await page.context().close();
  });
});

describe('accessibility', () => {
  for (const scheme of ['light', 'dark']) {
    test(`axe finds nothing on any page, ${scheme}`, async () => {
      for (const path of pages()) {
        const page = await open(browser, site.http + path, { colorScheme: scheme });
        // What is seen of a closed page is a part of what is seen of an open one, so its colours are looked at once.
        if (scheme === 'light') assert.deepEqual(await violations(page), [], path);
        for (const details of await page.locator('details').all()) await details.evaluate((element) => { element.open = true; });
        assert.deepEqual(await violations(page), [], `${path}, all opened`);
        await page.context().close();
      }
    });
  }

  test('nothing is wider than the window at 360, 768 and 1280 px', async () => {
    for (const path of pages()) {
      const page = await open(browser, site.http + path);
      for (const width of [360, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(over <= 0, `${path}: ${over} px at ${width} px`);
      }
      await page.context().close();
    }
  });

  test('reduced motion has no transitions', async () => {
    const page = await open(browser, site.http + lesson, { reducedMotion: 'reduce' });
    const moving = await page.evaluate(() => [...document.querySelectorAll('*')].filter((element) => {
      const seconds = getComputedStyle(element).transitionDuration.split(',').map(parseFloat);
      return seconds.some((value) => value > 0.01);
    }).length);
    assert.equal(moving, 0);
    await page.context().close();
  });

  test('a print of the lesson has the tables and no controls', async () => {
    const page = await open(browser, site.http + lesson);
    await page.emulateMedia({ media: 'print' });
    await page.locator('#fox .lp-data table').first().waitFor();
    assert.equal(await page.locator('#fox [data-controls]').isVisible(), false);
    await page.context().close();
  });
});

describe('the quiz', () => {
  test('is answered by keyboard, scored, retried and remembered', async () => {
    const page = await open(browser, site.http + lesson);
    const quiz = page.locator('form.lp-quiz');
    const questions = await quiz.locator('fieldset').count();
    assert.ok(questions >= 4);
    // Wrong on purpose in the first, right in the others.
    for (let index = 0; index < questions; index += 1) {
      const fieldset = quiz.locator('fieldset').nth(index);
      const kind = await fieldset.getAttribute('data-kind');
      if (kind === 'number') {
        await fieldset.locator('input').focus();
        await page.keyboard.type(await fieldset.locator('input').getAttribute('data-answer'));
      } else {
        const wanted = index === 0 ? 'input:not([data-right])' : 'input[data-right]';
        for (const input of await fieldset.locator(wanted).all()) {
          await input.focus();
          await page.keyboard.press(' ');
          if (kind === 'radio') break;
        }
      }
    }
    const check = quiz.locator('[data-controls] button').first();
    await check.focus();
    await page.keyboard.press('Enter');
    const score = quiz.locator('[data-score]');
    await page.waitForFunction(() => document.querySelector('[data-score]').textContent.trim().length > 0);
    assert.match(await score.innerText(), new RegExp(`${questions - 1} of ${questions}`));
    await page.reload();
    assert.match(await page.locator('form.lp-quiz [data-score]').innerText(), new RegExp(`${questions - 1} of ${questions}`));
    await page.context().close();
  });

  test('a number that could be either is read by the page’s language, which the verdict says', async () => {
    const page = await open(browser, site.http + lesson);
    const question = page.locator('form.lp-quiz fieldset[data-kind=number]').first();
    await question.locator('input').evaluate((input) => { input.dataset.answer = '2.72'; input.dataset.tolerance = '0'; });
    const verdicts = [];
    for (const typed of ['2,72', '2,720']) {
      await question.locator('input').fill(typed);
      await page.locator('.lp-quiz [data-controls] button').first().click();
      verdicts.push(await question.locator('[data-verdict]').innerText());
    }
    assert.deepEqual(verdicts, ['✓ Right.', '✗ Not yet. Read as 2,720, not as 2.72.']);
    await page.context().close();
  });

  test('works without scripts: the answer is one click away, with reasons', async () => {
    const page = await open(browser, site.http + lesson, { javaScriptEnabled: false });
    const fieldset = page.locator('form.lp-quiz fieldset').nth(1);
    await fieldset.locator('input').first().check();
    await fieldset.locator('details summary').click();
    assert.match(await fieldset.locator('details').innerText(), /Right:/);
    await page.context().close();
  });

  test('the answer to “which token comes next” is the run’s', async () => {
    const trace = JSON.parse(readFileSync(join(import.meta.dirname, '../content/foundations/autoregressive-generation/runs/fox.json'), 'utf8'));
    const page = await open(browser, site.http + lesson);
    const fieldset = page.locator('form.lp-quiz fieldset').first();
    const right = await fieldset.locator('input[data-right]').getAttribute('id');
    const label = await fieldset.locator(`label[for="${right}"]`).innerText();
    assert.ok(label.includes(trace.generated[2].piece.trim()), label);
    await page.context().close();
  });
});
