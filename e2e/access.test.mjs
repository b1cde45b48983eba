// Ways to see and to read that other tests do not have: a window of 320 px, 400 %, less motion, paper in grey.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { open, wake } from './support/browser.mjs';
import { htmlFiles } from './support/site.mjs';
import { stage } from './support/stage.mjs';

const { sites: [figures, own], browser } = await stage('tests/sites/figures', '.');
const lesson = `${figures.http}inference/one-answer/index.html`;

// 400 % of 1280×1024 is a window of 320×256.
for (const height of [740, 256]) {
  test(`at 320×${height} no page is wider than the window, and no control is covered`, async () => {
    for (const site of [figures, own]) {
      for (const path of htmlFiles(site.folder).filter((path) => !path.includes('/figures/'))) {
        const page = await open(browser, site.http + path, { viewport: { width: 320, height }, reducedMotion: 'reduce' });
        await wake(page);
        const faults = await page.evaluate(async () => {
          const faults = [];
          const { scrollWidth, clientWidth } = document.documentElement;
          if (scrollWidth > clientWidth) faults.push(`${scrollWidth} px wide`);
          for (const control of document.querySelectorAll('main :is(button, select, input, summary)')) {
            const target = /radio|checkbox/.test(control.type) ? control.closest('label') ?? control : control;
            if (!target.checkVisibility({ visibilityProperty: true })) continue;
            target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
            const { left, top, width, height } = target.getBoundingClientRect();
            const hit = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20));
            if (!hit || !(target.contains(hit) || hit.contains(target))) faults.push(`${target.outerHTML.slice(0, 100)} is under ${hit?.outerHTML.slice(0, 100)}`);
          }
          return faults;
        });
        assert.deepEqual(faults, [], path);
        await page.context().close();
      }
    }
  });
}

test('with less motion nothing moves by itself or on its way', async () => {
  const page = await open(browser, lesson, { reducedMotion: 'reduce' });
  await wake(page);
  const forward = page.locator('#fox .lp-forward');
  for (let step = 0; step < 4; step += 1) {
    await forward.click();
    assert.deepEqual(await page.evaluate(() => document.getAnimations().map(({ effect }) => effect.target?.outerHTML.slice(0, 80))), []);
  }
  await page.locator('#turn').getByRole('button', { name: 'Draw 20' }).click();
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior), 'auto');
  await page.context().close();
});

test('on paper without colours what the model wrote differs from the prompt', async () => {
  const page = await open(browser, lesson, { reducedMotion: 'reduce' });
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const style = (selector, name) => page.locator(selector).first().evaluate((one, name) => getComputedStyle(one)[name], name);
  const [prompt, model] = [await style('#pieces .lp-wide .lp-a .lp-box', 'strokeWidth'), await style('#pieces .lp-wide .lp-b .lp-box', 'strokeWidth')];
  assert.ok(parseFloat(model) >= 1.5 * parseFloat(prompt), `${prompt} and ${model}`);
  assert.ok(parseFloat(await style('.lp-from-model', 'borderBlockEndWidth')) > 0);
  await page.context().close();
});
