// The sampler in a real browser: its numbers, its controls, its draws, and how fast a slider's move is on the screen.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { open as load, wake } from './support/browser.mjs';
import { repository } from './support/site.mjs';
import { stage } from './support/stage.mjs';

const lesson = 'foundations/from-logits-to-a-token/index.html';
const trace = JSON.parse(readFileSync(join(repository, 'content/foundations/from-logits-to-a-token/runs/one.json'), 'utf8'));

const { sites: [site], browser } = await stage('.');

/** A page whose rows have come. */
async function open(...how) {
  const page = await load(...how);
  await wake(page);
  return page;
}

const figure = (page) => page.locator('#turn');
const slider = (page, name) => figure(page).getByRole('slider', { name: new RegExp(`^${name}`) });
const exact = (page, name) => figure(page).getByRole('spinbutton', { name: `${name}, exact` });
const said = (page) => figure(page).locator('.lp-said').innerText();

test('the page reads every recorded row as it was written', async () => {
  const page = await open(browser, site.http + lesson);
  const run = await page.evaluate(() => globalThis.lpDistribution.unpack(globalThis.lpRows.turn));
  assert.equal(run.steps.length, trace.steps.length);
  run.steps.forEach((step, at) => {
    const { row, chosen } = trace.steps[at];
    assert.deepEqual(step.listed.map((place) => run.tokens[place].id), row.ids);
    assert.equal(run.tokens[step.chosen].id, chosen);
    assert.equal(step.rank, trace.steps[at].rank);
    step.logits.forEach((logit, index) => assert.ok(Math.abs(logit - row.logits[index]) < 1e-9));
    assert.deepEqual(step.bins, row.tail.counts);
    assert.equal(step.logsumexp, row.logsumexp);
  });
  assert.equal(run.sampling.seed, '1');
  assert.deepEqual(page.said, []);
  await page.context().close();
});

test('sliders and fields move together, and what survives is said', async () => {
  const page = await open(browser, site.http + lesson);
  assert.match(await said(page), /^[\d,]+ of 49,152 tokens survive and hold 90\s%/);
  await exact(page, 'Top-p').fill('1');
  await exact(page, 'Top-k').fill('40');
  assert.match(await said(page), /^40 of 49,152 tokens survive/);
  await page.waitForFunction(() => [...document.querySelectorAll('#turn .lp-column b')].every((count) => count.textContent === '40'));
  await slider(page, 'Top-k').fill('0');
  assert.match(await said(page), /^1 token survives/);
  assert.equal(await exact(page, 'Top-k').inputValue(), '1');
  await exact(page, 'Top-k').fill('');
  assert.match(await said(page), /^49,152 of 49,152 tokens survive and hold 100\s%/);
  await slider(page, 'Temperature').focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await exact(page, 'Temperature').inputValue(), '0.75');
  await page.waitForFunction(() => document.querySelector('#turn [data-live]').textContent.includes('tokens survive'));
  await exact(page, 'Temperature').fill('9');
  assert.match(await said(page), /^49,152 of/, 'what is out of range changes nothing');
  assert.equal(await figure(page).locator('.lp-wrong').innerText(), 'Temperature goes from 0.2 to 3; 0 is greedy choice.');
  await exact(page, 'Temperature').fill('0');
  assert.match(await said(page), /^Temperature 0 is greedy choice/);
  assert.equal(await figure(page).locator('.lp-wrong').innerText(), '');
  assert.equal(await figure(page).locator('.lp-candidates li:not(.lp-dropped)').count(), 1);
  assert.equal(await slider(page, 'Temperature').getAttribute('aria-valuetext'), '0, greedy');
  assert.deepEqual(page.said, []);
  await page.context().close();
});

test('a filter that is off says so, in its box as on its slider, and the others are drawn where they cut', async () => {
  const page = await open(browser, site.http + lesson);
  await figure(page).getByRole('button', { name: 'Temperature 1, no filter' }).click();
  for (const name of ['Top-k', 'Top-p', 'Min-p']) {
    assert.deepEqual(await exact(page, name).evaluate(({ value, placeholder }) => [value, placeholder]), ['', 'off'], name);
    assert.equal(await slider(page, name).getAttribute('aria-valuetext'), 'off');
  }
  const cuts = figure(page).locator('.lp-cut');
  assert.equal(await cuts.filter({ visible: true }).count(), 0);
  await exact(page, 'Top-k').fill('5');
  await exact(page, 'Top-p').fill('0.5');
  await exact(page, 'Min-p').fill('0.5');
  assert.equal(await cuts.filter({ visible: true }).count(), 3);
  const at = await figure(page).evaluate((node) => {
    const box = (selector) => node.querySelector(selector).getBoundingClientRect();
    const row = (place) => node.querySelectorAll('.lp-candidates li')[place].getBoundingClientRect();
    const [length, background] = [box('.lp-length'), node.querySelector('.lp-length').style.backgroundSize];
    const before = Number.parseFloat(background.split(',')[1]) / 100 * length.width;
    const kept = [...node.querySelectorAll('.lp-candidates li:not(.lp-dropped)')].length;
    return {
      k: box('.lp-cut-k').top - row(4).bottom, p: box('.lp-cut-p').bottom, rows: [...node.querySelectorAll('.lp-candidates li')].map((line) => line.getBoundingClientRect().bottom),
      m: box('.lp-cut-m').left - length.left - before / 2, kept,
    };
  });
  assert.ok(Math.abs(at.k) <= 2 && Math.abs(at.m) <= 2, JSON.stringify(at));
  assert.ok(at.rows.some((bottom, place) => place + 1 >= at.kept && Math.abs(bottom - at.p) <= 2), JSON.stringify(at));
  await page.context().close();
});

test('the prompt stands above, and each step is named by its token', async () => {
  const page = await open(browser, site.http + lesson);
  assert.equal(await figure(page).locator('.lp-asked').innerText().then((text) => text.replace(/\s/g, '')), 'My·favourite·food·is·the?');
  await page.waitForFunction(() => document.querySelector('#turn .lp-strip input[aria-label]'));
  await page.waitForFunction(() => /^step 1, \S+: [\d,]+ survives?$/.test(document.querySelector('#turn .lp-strip input').getAttribute('aria-label')));
  const cut = await figure(page).locator('.lp-strip .lp-token').evaluateAll((all) => all.filter((node) => node.scrollWidth > node.clientWidth + 1).length);
  assert.equal(cut, 0);
  await page.context().close();
});

for (const [width, height] of [[1280, 800], [360, 740]]) {
  test(`sentence, bars and controls are on one screen of ${width}×${height}`, async () => {
    const page = await open(browser, site.http + lesson, { viewport: { width, height } });
    const found = await figure(page).evaluate((node) => {
      const boxes = ['.lp-asked', '.lp-said', '.lp-candidates', '.lp-unit', '[data-controls]'].map((part) => node.querySelector(part).getBoundingClientRect());
      const top = Math.min(...boxes.map((box) => box.top));
      const sizes = [...node.querySelectorAll('.lp-said')].map((said) => said.scrollHeight - said.clientHeight);
      return { all: Math.max(...boxes.map((box) => box.bottom)) - top, sizes, bars: node.querySelectorAll('.lp-candidates li').length };
    });
    // What sticks to the top of the window takes its part.
    assert.ok(found.all <= height - 60, JSON.stringify(found));
    assert.ok(found.sizes.every((over) => over <= 0), JSON.stringify(found));
    assert.ok(found.bars >= 9, JSON.stringify(found));
    await page.context().close();
  });
}

test('a step is chosen by keyboard', async () => {
  const page = await open(browser, site.http + lesson);
  await figure(page).getByRole('radio').first().focus();
  await page.keyboard.press('ArrowRight');
  assert.match(await figure(page).locator('.lp-sampler > .lp-small').first().innerText(), /^Step 2 of 16/);
  assert.equal(await figure(page).locator('.lp-candidates .lp-chosen').count() <= 1, true);
  await page.context().close();
});

test('with the run’s own settings the first draw of each step is the run’s token', async () => {
  const page = await open(browser, site.http + lesson);
  await figure(page).getByRole('button', { name: 'Draw 20' }).click();
  const draws = figure(page).locator('.lp-drawn li');
  assert.equal(await draws.count(), 20);
  assert.match(await figure(page).locator('[data-live]').textContent(), /^Drawn with seed 1: .*(, .*){19}\.$/);
  for (const [at, step] of trace.steps.entries()) {
    if (at) {
      await figure(page).getByRole('radio').nth(at).check({ force: true });
      await figure(page).getByRole('button', { name: 'Draw 20' }).click();
    }
    assert.equal(await draws.first().locator('small').innerText(), String(step.chosen), `step ${at}`);
  }
  await page.context().close();
});

test('a draw among the tokens that are only counted says its rank', async () => {
  const page = await open(browser, site.http + lesson);
  await figure(page).getByRole('button', { name: 'Temperature 1, no filter' }).click();
  await exact(page, 'Temperature').fill('2');
  await figure(page).getByRole('button', { name: 'Draw 20' }).click();
  const far = figure(page).locator('.lp-drawn li', { has: page.locator('.lp-far') });
  const drawn = await far.allInnerTexts();
  assert.ok(drawn.length > 5, `${drawn.length}`);
  for (const text of drawn) {
    const [, rank] = /^one of 49,088 others\s+rank ([\d,]+)$/.exec(text) ?? assert.fail(text);
    assert.ok(Number(rank.replace(',', '')) > 64, text);
  }
  assert.match(await figure(page).locator('.lp-drawn p').innerText(), new RegExp(`${drawn.length} of 20 fell among`));
  await page.context().close();
});

// A move makes two frames: what it changes in the step that is seen, and, when the page is idle, the strip over all
// steps. Each is held against a fixed piece of work that the same browser does before every move: a list laid out anew.
// Where that takes 26 ms, each frame then fits a screen of 60 Hz.
const MOST = 0.6;
for (const [where, address] of [['on its own page', lesson.replace('index.html', 'figures/turn.html')], ['in the lesson', lesson]]) {
  test(`a slider’s move repaints within ${MOST} of a fixed piece of work, ${where}`, async () => {
    const page = await open(browser, site.http + address);
    await slider(page, 'Temperature').scrollIntoViewIfNeeded();
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const events = [];
    session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
    const complete = new Promise((done) => session.once('Tracing.tracingComplete', done));
    await session.send('Tracing.start', { categories: 'devtools.timeline', transferMode: 'ReportEvents' });
    await page.evaluate(async (fixed) => {
      const input = document.querySelector('#turn input[type=range]');
      const list = document.body.appendChild(document.createElement('ol'));
      list.style = 'position: fixed; visibility: hidden; contain: strict; width: 400px; height: 400px';
      input.addEventListener(fixed, () => {
        list.replaceChildren(...Array.from({ length: 300 }, (_, at) => {
          const line = document.createElement('li');
          line.textContent = `line ${at} of a list that is always the same`;
          return line;
        }));
        list.scrollHeight;
        list.replaceChildren();
      });
      // Until what an event changed is painted, and the page has had time for what it does when idle.
      const settled = async () => {
        await new Promise((done) => requestIdleCallback(done));
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      };
      for (let at = 0; at < 40; at += 1) {
        input.dispatchEvent(new Event(fixed));
        await settled();
        input.value = 0.2 + at * 0.06;
        input.dispatchEvent(new Event('input', { bubbles: true }));
        await settled();
      }
    }, FIXED);
    await session.send('Tracing.end');
    await complete;
    const { frames, fixed } = framesOfMoves(events);
    assert.ok(frames.length >= 35, `${frames.length} moves`);
    assert.ok(fixed.length >= 35, `${fixed.length} pieces of fixed work`);
    const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
    const work = median(fixed);
    for (const [at, name] of [[0, 'the move'], [1, 'the strip']]) {
      const parts = PARTS.map((part) => [part, median(frames.map((move) => move[at]?.[part] ?? 0))]);
      const all = median(frames.map((move) => Object.values(move[at] ?? {}).reduce((sum, ms) => sum + ms, 0)));
      console.log(`${where}, ${name}: ${(all / work).toFixed(2)} of ${work.toFixed(1)} ms: ${parts.map(([part, ms]) => `${part} ${ms.toFixed(1)}`).join(', ')}`);
      assert.ok(all > work / 50, `${name} was not seen: ${all} ms`);
      assert.ok(all <= MOST * work, `${name}: ${all} ms, fixed work: ${work} ms`);
    }
    await page.context().close();
  });
}

const FIXED = 'fixed-work';
const PARTS = ['EventDispatch', 'FireIdleCallback', 'UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize'];

/** For each move, for each frame after it: milliseconds of each part. And those of each piece of fixed work. */
function framesOfMoves(events) {
  const { tid } = events.find((event) => event.name === 'UpdateLayoutTree');
  const work = events.filter((event) => event.ph === 'X' && event.tid === tid && PARTS.includes(event.name)).sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  const [frames, fixed] = [[], []];
  let end = 0;
  let frame = 0;
  let move = null;
  for (const { name, ts, dur, tdur, args } of work) {
    if (ts < end) continue;
    end = ts + dur;
    // Time on the processor where it is known: the machine may have other things to do.
    const ms = (tdur ?? dur) / 1000;
    const type = name === 'EventDispatch' && args.data.type;
    if (type === FIXED) {
      fixed.push(ms);
      move = null;
    }
    if (type === 'input') frames.push((move = []));
    if (type === 'input') frame = 0;
    if (!move || (type && type !== 'input')) continue;
    move[frame] ??= {};
    move[frame][name] = (move[frame][name] ?? 0) + ms;
    if (name === 'Layerize') frame += 1;
  }
  return { frames, fixed };
}

test('without a script the picture and the tables are there', async () => {
  const page = await load(browser, site.http + lesson, { javaScriptEnabled: false });
  assert.equal(await figure(page).locator('svg.lp-wide').isVisible(), true);
  assert.equal(await figure(page).locator('[data-controls]').isVisible(), false);
  await figure(page).locator('.lp-data summary').click();
  assert.match(await figure(page).locator('thead').first().innerText(), /T 0\.2[\s\S]*T 2[\s\S]*As the run/i);
  assert.equal(await figure(page).locator('table').nth(1).locator('tbody tr').count(), trace.steps.length);
  await page.context().close();
});
