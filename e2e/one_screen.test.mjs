// Cause and effect on one screen: the sentence, the whole picture and the controls of every figure that moves are in the
// window together at each step; nothing moves from its place between steps, and no room is kept for what is not there.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { open } from './support/browser.mjs';
import { decode } from './support/png.mjs';
import { stage } from './support/stage.mjs';

const { sites: [figures, real], browser } = await stage('tests/sites/figures', '.');
const EMPTY = 80;

const places = [
  [figures, 'inference/one-answer/index.html', ['fox', 'reply', 'merges', 'cache']],
  [real, 'foundations/autoregressive-generation/index.html', ['fox', 'reply']],
  [real, 'foundations/tokenization/index.html', ['merges']],
  [real, 'foundations/kv-cache/index.html', ['grows']],
];

/** Where the parts of a figure are, in CSS pixels. */
const measure = (page, id) => page.locator(`#${id}`).evaluate((figure) => {
  const box = (selector) => [...figure.querySelectorAll(selector)].map((part) => part.getBoundingClientRect()).find(({ height }) => height);
  const [picture, live, controls, deck] = ['.lp-picture > svg', '.lp-live', '.lp-controls', '.lp-deck'].map(box);
  return { picture: picture.height, controls: controls.top - picture.top, live: live.height, top: picture.top, bottom: deck.bottom, all: deck.bottom - picture.top };
});

/** The highest band of the figure, from its picture to its controls, in which no pixel has a mark. */
async function emptiest(page, id) {
  const figure = page.locator(`#${id}`);
  const { x, width } = await figure.boundingBox();
  const picture = await figure.locator('.lp-picture').boundingBox();
  const deck = await figure.locator('.lp-deck').boundingBox();
  const clip = { x, y: picture.y, width, height: deck.y + deck.height - picture.y };
  const { width: columns, height: rows, channels, pixels } = decode(await page.screenshot({ clip, caret: 'hide', animations: 'disabled' }));
  const line = columns * channels;
  // The controls end in blank space.
  const paper = pixels.subarray(-channels);
  let [empty, longest] = [0, 0];
  for (let row = 0; row < rows; row += 1) {
    const marked = (at) => !pixels.subarray(row * line + at * channels, row * line + (at + 1) * channels).equals(paper);
    empty = Array.from({ length: columns }, (_, at) => at).some(marked) ? 0 : empty + 1;
    longest = Math.max(longest, empty);
  }
  return longest;
}

for (const [width, height] of [[1280, 800], [360, 740]]) {
  describe(`${width} × ${height}`, () => {
    for (const [site, lesson, ids] of places) {
      for (const id of ids) {
        test(`${lesson} ${id}: one screen at each step, nothing jumps, nothing is kept empty`, async () => {
          const page = await open(browser, `${site.http}${lesson}#${id}-step-1`, { viewport: { width, height }, reducedMotion: 'reduce' });
          const figure = page.locator(`#${id}`);
          const slider = figure.locator('.lp-controls input[type=range]');
          await page.evaluate(() => document.fonts.ready);
          await figure.locator('.lp-picture').evaluate((picture) => picture.scrollIntoView({ block: 'start', behavior: 'instant' }));
          const steps = Number(await slider.getAttribute('max'));
          const seen = [];
          for (let step = 1; step <= steps; step += 1) {
            await slider.fill(String(step));
            seen.push({ ...await measure(page, id), empty: await emptiest(page, id) });
          }
          if (process.env.SHOW) console.log(id, width, seen.map(({ all, empty, picture, live }) => [all, picture, live, empty].map(Math.round).join('/')).join(' '));
          seen.forEach(({ top, bottom, empty }, at) => {
            assert.ok(top >= -1 && bottom <= height + 1, `step ${at + 1}: from ${top} to ${bottom} of ${height}`);
            assert.ok(empty <= EMPTY, `step ${at + 1}: ${empty} px are empty`);
          });
          for (const part of ['picture', 'controls', 'all']) {
            assert.ok(seen.every((now) => Math.abs(now[part] - seen[0][part]) < 1), `${part} jumps: ${seen.map((now) => Math.round(now[part]))}`);
          }
          await page.context().close();
        });
      }
    }
  });
}
