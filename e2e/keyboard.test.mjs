// A whole lesson by keyboard alone, from the address to the end: no mouse, and no focus but where the keys took it.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { open } from './support/browser.mjs';
import { stage } from './support/stage.mjs';

const { sites: [site], browser } = await stage('tests/sites/figures');

/** Where the focus is: what it is on, whether a reader sees that, and where on the page it lies. */
const place = (page) => page.evaluate(async () => {
  // What gets the focus is scrolled to with the next frame.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const on = document.activeElement;
  if (!on || on === document.body) return null;
  // A radio button that is drawn by its label shows the focus there.
  const marked = [on, on.closest('label')].filter(Boolean).find((one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
  });
  const box = (marked ?? on).getBoundingClientRect();
  const before = globalThis.placeBefore;
  globalThis.placeBefore = on;
  return {
    name: `${on.tagName.toLowerCase()} ${on.closest('figure')?.id ?? ''} ${on.getAttribute('aria-label') ?? on.textContent.slice(0, 40) ?? ''}`,
    marked: Boolean(marked),
    seen: box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    same: before === on,
    after: before === undefined || !before.isConnected || Boolean(before.compareDocumentPosition(on) & Node.DOCUMENT_POSITION_FOLLOWING),
  };
});

/** Presses Tab until the focus is on `selector`; each stop on the way must be visible and further down the page. */
async function tab(page, selector, most = 60) {
  const stops = [];
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press('Tab');
    const now = await place(page);
    assert.ok(now, `the focus was lost after ${stops.at(-1)}, on the way to ${selector}`);
    assert.ok(!now.same && now.after, `${now.name} comes after ${stops.at(-1)}, against the page's order or as a trap`);
    assert.ok(now.marked, `no outline on ${now.name}`);
    assert.ok(now.seen, `${now.name} has the focus out of sight`);
    stops.push(now.name);
    if (await page.evaluate((selector) => document.activeElement.matches(selector), selector)) return stops;
  }
  return assert.fail(`${selector} was not reached: ${stops.join(' | ')}`);
}

const said = (page, id) => page.locator(`#${id} [data-live]`).first().textContent();

/** Presses a key and waits until the figure's live region says something else; the focus must not be lost. */
async function press(page, key, id) {
  const before = await said(page, id);
  await page.keyboard.press(key);
  await page.waitForFunction(
    ([id, before]) => document.querySelector(`#${id} [data-live]`).textContent !== before, [id, before], { timeout: 3000 },
  ).catch(() => assert.fail(`${key} in ${id}: the live region still says “${before}”`));
  assert.ok(await place(page), `${key} in ${id} lost the focus`);
  return said(page, id);
}

test('a lesson is completed with the keyboard alone', async () => {
  const page = await open(browser, `${site.http}inference/one-answer/index.html`, { reducedMotion: 'reduce' });
  const { keyboard } = page;

  await tab(page, '.lp-skip', 1);
  await keyboard.press('Enter');
  const [first] = await tab(page, 'main *', 1);
  assert.doesNotMatch(first, /Start here|Glossary/, 'the skip link skips the header');

  await keyboard.press('/');
  await page.getByRole('combobox', { name: 'Search the lessons' }).waitFor();
  await keyboard.type('text becomes numbers');
  await page.waitForFunction(() => document.querySelector('#lp-search-input').getAttribute('aria-activedescendant'));
  await keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('dialog[open]'));
  assert.ok(await place(page), 'a closed search gives the focus back');
  await keyboard.press('/');
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowUp');
  await keyboard.press('Enter');
  await page.waitForURL(/#text-becomes-numbers$/);

  // A term, and the tokens with their table.
  await tab(page, '.lp-anchor', 1);
  await tab(page, '.lp-term', 1);
  await keyboard.press('Enter');
  assert.equal(await page.locator('.lp-popover:popover-open').count(), 1);
  await keyboard.press('Escape');
  await tab(page, '#pieces .lp-badge summary');
  await keyboard.press('Enter');
  await tab(page, '#pieces .lp-badge a', 1);
  await tab(page, '#pieces .lp-menu > summary', 1);
  assert.equal(await page.locator('#pieces .lp-badge').evaluate((badge) => badge.open), false, 'one thing is open at a time');
  await keyboard.press('Enter');
  await tab(page, '#pieces [data-embed]');
  await keyboard.press('Escape');
  assert.ok(await page.evaluate(() => document.activeElement.matches('#pieces .lp-menu > summary')), 'a closed menu gives the focus back');
  await tab(page, '#pieces .lp-data > summary', 1);
  await keyboard.press('Enter');
  await tab(page, '#pieces .lp-table', 1);

  // The loop, by its keys to the end, and by its buttons from there.
  await tab(page, '#fox');
  const steps = Number(await page.locator('#fox [data-controls] input[type=range]').getAttribute('max'));
  for (let at = 1; at < steps; at += 1) await press(page, 'ArrowRight', 'fox');
  assert.equal(await page.locator('#fox .lp-count').innerText(), `step ${steps} of ${steps}`);
  await press(page, 'Home', 'fox');
  await tab(page, '#fox .lp-forward');
  for (let at = 1; at < steps; at += 1) await press(page, at % 2 ? 'Enter' : ' ', 'fox');
  await press(page, 'ArrowLeft', 'fox');
  await tab(page, '#fox [data-controls] input[type=range]');
  await press(page, 'ArrowLeft', 'fox');
  await tab(page, '#fox [data-controls] select');
  await keyboard.press('ArrowDown');
  assert.equal(await page.locator('#fox [data-controls] select').inputValue(), '1');

  // The prediction: a choice by its number, one by Enter, the rest by number, to the end.
  await tab(page, '#reply');
  await press(page, 'ArrowRight', 'reply');
  await press(page, 'ArrowRight', 'reply');
  assert.equal(await press(page, 'ArrowRight', 'reply'), 'Which token comes next?');
  assert.match(await press(page, '1', 'reply'), /You chose/);
  assert.equal(await press(page, 'Enter', 'reply'), 'Which token comes next?');
  await tab(page, '#reply .lp-predict li:nth-child(2) button');
  assert.match(await press(page, 'Enter', 'reply'), /You chose/);
  const last = await page.locator('#reply [data-controls] input[type=range]').getAttribute('max');
  for (let at = 0; at < 30; at += 1) {
    const text = await press(page, 'Enter', 'reply');
    if ((await page.locator('#reply .lp-count').innerText()) === `step ${last} of ${last}`) break;
    if (text === 'Which token comes next?') await press(page, '2', 'reply');
  }
  assert.equal(await page.locator('#reply .lp-count').innerText(), `step ${last} of ${last}`);

  // The sampler: a slider, a field, a draw, another step.
  await tab(page, '#turn input[type=range]');
  const temperature = page.locator('#turn').getByRole('spinbutton', { name: 'Temperature, exact' });
  const before = await temperature.inputValue();
  await press(page, 'ArrowRight', 'turn');
  assert.notEqual(await temperature.inputValue(), before);
  await tab(page, '#turn input[aria-label="Top-k, exact"]');
  await keyboard.type('3');
  assert.match(await page.locator('#turn .lp-said').innerText(), /^3 of 49,152 tokens survive/);
  await tab(page, '#turn .lp-buttons button');
  assert.match(await press(page, 'Enter', 'turn'), /^Drawn with seed \d+: /);
  assert.equal(await page.locator('#turn .lp-drawn li').count(), 20);
  assert.ok(await place(page));

  // What is compared has a table behind its summary.
  await tab(page, '#seeds .lp-data summary');
  await keyboard.press('Enter');
  await tab(page, '#seeds .lp-table', 1);

  // The widest beam of the tree.
  await tab(page, '#paths .lp-beam input');
  assert.match(await press(page, 'ArrowDown', 'paths'), /^A beam of 3 ends on/);

  // Scored texts are one stop; the arrows go through their tokens.
  await tab(page, '#times .lp-surprise input');
  await press(page, 'ArrowRight', 'times');
  assert.match(await press(page, 'ArrowRight', 'times'), /surprisal/);
  await tab(page, '#answers .lp-surprise input');
  await press(page, 'ArrowRight', 'answers');

  await tab(page, '#cache');
  await press(page, 'ArrowRight', 'cache');
  await press(page, 'End', 'cache');

  // The quiz: the first question wrong, the others right, then the first again.
  const quiz = page.locator('form.lp-quiz');
  const verdicts = () => quiz.locator('fieldset').evaluateAll((all) => all.map((one) => one.dataset.state));
  const right = (question) => quiz.locator('fieldset').nth(question).locator('input').evaluateAll((all) => all.map((one) => one.hasAttribute('data-right')));
  const choose = async (question, wanted) => {
    const at = (await right(question)).indexOf(wanted);
    await keyboard.press(' ');
    for (let down = 0; down < at; down += 1) await keyboard.press('ArrowDown');
    assert.equal(await quiz.locator('fieldset').nth(question).locator('input').nth(at).isChecked(), true);
  };
  await tab(page, '.lp-ask:nth-of-type(1) input');
  await choose(0, false);
  await tab(page, '.lp-ask:nth-of-type(2) input', 1);
  await choose(1, true);
  for (const isRight of await right(2)) {
    await tab(page, '.lp-ask:nth-of-type(3) input', 1);
    if (isRight) await keyboard.press(' ');
  }
  await tab(page, '.lp-ask:nth-of-type(4) input', 1);
  await keyboard.type('280');
  await tab(page, '.lp-quiz [data-controls] button', 1);
  await keyboard.press('Enter');
  assert.deepEqual(await verdicts(), ['wrong', 'right', 'right', 'right']);
  assert.match(await quiz.locator('[role=status]').innerText(), /^3 of 4 right/);
  assert.match(await quiz.locator('.lp-reason').first().innerText(), /^Not this one\. The model gives it .+, rank \d+ of 49,152/);
  assert.ok(await place(page), 'the check keeps the focus');
  await tab(page, '.lp-quiz [data-controls] button + button', 1);
  await keyboard.press('Enter');
  assert.match(await quiz.locator('[role=status]').innerText(), /^One question/);
  assert.ok(await page.evaluate(() => document.activeElement.matches('.lp-ask:nth-of-type(1) input')), 'the missed question is next');
  await choose(0, true);
  await keyboard.press('Enter');
  assert.deepEqual(await verdicts(), ['right', 'right', 'right', 'right']);
  await place(page);

  // On to the end of the page, out of it, and back in.
  const rest = await tab(page, 'footer a');
  assert.ok(rest.length > 2);
  await keyboard.press('Tab');
  await keyboard.press('Shift+Tab');
  await keyboard.press('Shift+Tab');
  assert.ok(await place(page));
  assert.equal(await page.evaluate(() => localStorage.getItem('lp-read:inference/one-answer')), '1');
  assert.deepEqual(page.said, []);
  await page.context().close();
});
