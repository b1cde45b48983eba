// Cause and effect on one screen: the sentence, the whole picture and the controls of every figure that moves are in the
// window together at each step; nothing moves from its place between steps, and no room is kept for what is not there.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { open } from './support/browser.mjs';
import { stage } from './support/stage.mjs';

const { sites: [figures, real], browser } = await stage('tests/sites/figures', '.');
const EMPTY = 80;

const places = [
  [figures, 'inference/one-answer/index.html', ['fox', 'reply', 'merges', 'cache']],
  [real, 'foundations/autoregressive-generation/index.html', ['fox', 'reply']],
  [real, 'foundations/tokenization/index.html', ['merges']],
  [real, 'foundations/kv-cache/index.html', ['grows']],
];

/** Where the parts of a stepped figure are, and its highest band without a mark, text or control, in CSS pixels. */
const measure = (page, id) => page.locator(`#${id}`).evaluate((figure) => {
  const box = (selector) => figure.querySelector(selector).getBoundingClientRect();
  const picture = [...figure.querySelectorAll('.lp-picture > svg')].map((svg) => svg.getBoundingClientRect()).find(({ height }) => height);
  const [deck, live, controls] = [box('.lp-deck'), box('.lp-live'), box('.lp-controls')];
  // Of the deck as it lies where it does not stick.
  const down = picture.bottom + 8 - deck.top;
  const said = document.createRange();
  said.selectNodeContents(figure.querySelector('.lp-live'));
  // A frame around others is no mark: what counts is drawn within it.
  const marks = [...figure.querySelectorAll('.lp-picture > svg :is(text, rect, circle, path, line)')]
    .filter((mark) => mark.checkVisibility({ visibilityProperty: true }) && !mark.closest('defs, clipPath'))
    .map((mark) => mark.getBoundingClientRect())
    .filter(({ width, height }) => height && height < 90 || width && width < 12);
  const rows = [...marks, ...[...said.getClientRects(), controls].map(({ top, bottom }) => ({ top: top + down, bottom: bottom + down }))].map(({ top, bottom }) => [top, bottom]).sort((a, b) => a[0] - b[0]);
  let [end, empty] = [picture.top, 0];
  for (const [top, bottom] of rows) {
    if (top > end) empty = Math.max(empty, top - end);
    end = Math.max(end, bottom);
  }
  return {
    empty, live: live.height, picture: picture.height,
    all: picture.height + 8 + deck.height,
    controls: controls.top - deck.top,
    deck: deck.height,
    top: picture.top,
    bottom: deck.bottom,
    covered: picture.bottom - deck.top,
  };
});

for (const [width, height] of [[1280, 800], [360, 740]]) {
  describe(`${width} × ${height}`, () => {
    for (const [site, lesson, ids] of places) {
      for (const id of ids) {
        test(`${lesson} ${id}: one screen at each step, nothing jumps, nothing is kept empty`, async () => {
          const page = await open(browser, `${site.http}${lesson}#${id}-step-1`, { viewport: { width, height }, reducedMotion: 'reduce' });
          const figure = page.locator(`#${id}`);
          const slider = figure.locator('.lp-controls input[type=range]');
          await page.evaluate(() => document.fonts.ready);
          const steps = Number(await slider.getAttribute('max'));
          const seen = [];
          for (let step = 1; step <= steps; step += 1) {
            await slider.fill(String(step));
            seen.push(await measure(page, id));
          }
          if (process.env.SHOW) console.log(id, width, seen.map(({ all, empty, picture, live }) => [all, picture, live, empty].map(Math.round).join('/')).join(' '));
          seen.forEach(({ all, empty }, at) => {
            assert.ok(all <= height, `step ${at + 1}: ${all} px of ${height}`);
            assert.ok(empty <= EMPTY, `step ${at + 1}: ${empty} px are empty`);
          });
          for (const part of ['picture', 'controls', 'deck']) {
            assert.ok(seen.every((now) => Math.abs(now[part] - seen[0][part]) < 1), `${part} jumps: ${seen.map((now) => Math.round(now[part]))}`);
          }
          // As a reader has it who followed a link: all of it in the window.
          await figure.locator('.lp-picture').evaluate((picture) => picture.scrollIntoView({ block: 'start', behavior: 'instant' }));
          const { top, bottom, covered } = await measure(page, id);
          assert.ok(top >= -1 && bottom <= height + 1 && covered <= 1, `from ${top} to ${bottom}, ${covered} px of the picture covered`);
          await page.context().close();
        });
      }
    }
  });
}
