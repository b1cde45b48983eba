// The state of every control of every kind of figure is in the address: it opens there, survives a reload and a way back,
// and is what the menu copies.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { open, wake } from './support/browser.mjs';
import { stage } from './support/stage.mjs';

const { sites: [site], browser } = await stage('tests/sites/figures');
const lesson = `${site.http}inference/one-answer/index.html`;

// What a reader sees of a figure's controls.
const shown = (page, id) => page.locator(`#${id}`).evaluate((figure) => ({
  values: [...figure.querySelectorAll('[data-controls] :is(input, select), .lp-tree select')].map((control) =>
    `${control.getAttribute('aria-label') ?? control.labels[0]?.textContent}: ${control.value}`),
  checked: [...figure.querySelectorAll('input[type=radio]:checked')].map((radio) => radio.value),
  pressed: [...figure.querySelectorAll('[aria-pressed]')].map((button) => button.ariaPressed).join(),
  drawn: figure.querySelectorAll('.lp-drawn:not([hidden]) li').length,
  picks: figure.querySelectorAll('.lp-predict [data-yours]').length,
  said: figure.querySelector('.lp-sampler') ? '' : figure.querySelector('[data-live]').textContent,
}));

// An address for each control of each figure that has controls.
const states = {
  fox: ['fox-step-7', 'fox-step-4?speed=2', 'fox-step-5?predict=4.2,5.1', 'fox-step-4?predict='],
  reply: ['reply-step-6?speed=1', 'reply-step-2?predict=off'],
  merges: ['merges-step-6'],
  cache: ['cache-step-8'],
  turn: ['turn-step-3', 'turn-step-1?t=0.35', 'turn-step-2?k=40', 'turn-step-2?p=0.5', 'turn-step-2?m=0.05', 'turn-step-4?t=2&k=5&p=0.8&m=0.01&seed=77&drawn=20'],
  paths: ['paths?beam=1', 'paths?beam=3'],
  times: ['times?token=4'],
  answers: ['answers?token=9'],
};

const arrive = (page, hash) => page.evaluate((hash) => new Promise((done) => {
  addEventListener('hashchange', done, { once: true });
  location.hash = hash;
}).then(() => null), hash);

const ready = (page) => page.waitForFunction(() =>
  [...document.querySelectorAll('[data-component=stepper]')].every((figure) => figure.hasAttribute('data-stepping')) &&
  document.querySelectorAll('.lp-predict-toggle').length === document.querySelectorAll('.lp-predict').length);

test('every figure with controls is tried', async () => {
  const page = await open(browser, lesson);
  const all = await page.locator('figure[data-component]').evaluateAll((all) => all.map(({ id }) => id).sort());
  assert.deepEqual(all, Object.keys(states).sort());
  await page.context().close();
});

for (const [id, hashes] of Object.entries(states)) {
  test(`${id}: an address sets it; reload, the way back and the copied link lead to the same`, async () => {
    const page = await open(browser, lesson);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    // The script that lets readers choose is there then, whichever address comes first.
    await arrive(page, '#fox-step-1?predict=');
    await ready(page);
    const seen = [await shown(page, id)];
    for (const hash of hashes) {
      await page.goto(`${lesson}#${hash}`);
      await page.reload();
      await page.waitForFunction((hash) => location.hash.startsWith(`#${hash}`), hash, { timeout: 3000 })
        .catch(async () => assert.fail(`${hash} became ${await page.evaluate(() => location.hash)}`));
      await page.waitForFunction((wanted) => !wanted || document.querySelector('.lp-predict'), hash.includes('predict') || id === 'reply');
      const now = await shown(page, id);
      assert.ok(seen.every((before) => JSON.stringify(before) !== JSON.stringify(now)), `${hash} changes nothing: ${JSON.stringify(now)}`);
      seen.push(now);

      await page.reload();
      await page.waitForFunction((wanted) => !wanted || document.querySelector('.lp-predict'), hash.includes('predict') || id === 'reply');
      assert.deepEqual(await shown(page, id), now, `${hash} after a reload`);

      await page.locator(`#${id} .lp-menu > summary`).click();
      await page.locator(`#${id} [data-share]`).click();
      await page.locator(`#${id} .lp-menu`).getByText('Copied.').waitFor();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${lesson}#${hash}`);
      await page.keyboard.press('Escape');
    }
    assert.deepEqual(page.said, []);
    await page.context().close();
  });

  if (hashes.length > 1) test(`${id}: back and forward within the page`, async () => {
    const page = await open(browser, `${lesson}#${hashes[0]}`);
    const first = await shown(page, id);
    await arrive(page, `#${hashes[1]}`);
    const second = await shown(page, id);
    assert.notDeepEqual(second, first);
    for (const [go, wanted] of [['goBack', first], ['goForward', second]]) {
      await page[go]();
      await page.waitForFunction((hash) => location.hash === hash, `#${hashes[go === 'goBack' ? 0 : 1]}`);
      assert.deepEqual(await shown(page, id), wanted, go);
    }
    await page.context().close();
  });
}

test('two figures keep their states beside each other', async () => {
  const page = await open(browser, lesson);
  await wake(page);
  await page.locator('#fox').press('End');
  await page.locator('#turn').getByRole('slider', { name: /^Temperature/ }).fill('2');
  await page.waitForURL(/#turn-step-\d+\?t=2;fox-step-\d+$/);
  const both = [await shown(page, 'fox'), await shown(page, 'turn')];
  await page.reload();
  assert.deepEqual([await shown(page, 'fox'), await shown(page, 'turn')], both);
  await page.context().close();
});

test('what is out of range is brought within it, what is unknown is left out, and the address says so', async () => {
  const page = await open(browser, `${lesson}#fox-step-99?speed=9&colour=red`);
  const last = await page.locator('#fox [data-controls] input[type=range]').getAttribute('max');
  await page.waitForURL(`${lesson}#fox-step-${last}?speed=3`);
  await wake(page);
  for (const [asked, mended] of [
    ['fox-step--4', 'fox-step-1'], ['fox-step-2.4?speed=x', 'fox-step-2'], ['turn-step-99?t=17&p=0&m=-1&k=1e9&seed=x', /^turn-step-\d+\?t=3&k=49152&p=0\.01/],
    ['paths?path=9.9&beam=70', 'paths'], ['times?token=999', /^times\?token=\d\d?$/],
  ]) {
    await arrive(page, `#${asked}`);
    const hash = (await page.evaluate(() => location.hash)).slice(1).split(';')[0];
    if (typeof mended === 'string') assert.equal(hash, mended, asked);
    else assert.match(hash, mended, asked);
  }
  assert.deepEqual(page.said, []);
  await page.context().close();
});

test('an address shows the figure, not the row of its table', async () => {
  for (const width of [360, 1280]) {
    const page = await open(browser, `${lesson}#cache-step-5`, { viewport: { width, height: 740 } });
    await page.waitForFunction(() => {
      const { top, bottom } = document.querySelector('#cache').getBoundingClientRect();
      return top >= -1 && top < innerHeight / 3 || bottom <= innerHeight && top > 0;
    });
    assert.equal(await page.locator('#cache .lp-data').evaluate((details) => details.open), false);
    await page.context().close();
  }
});

test('F fills the screen with the figure that has the focus', async () => {
  const page = await open(browser, lesson);
  await page.locator('#fox').focus();
  await page.keyboard.press('f');
  await page.waitForFunction(() => document.fullscreenElement?.id === 'fox');
  await page.keyboard.press('f');
  await page.waitForFunction(() => !document.fullscreenElement);
  await page.context().close();
});
