// How far a page moves under its reader while it loads on a slow connection, each file compressed.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { open } from './support/browser.mjs';
import { stage } from './support/stage.mjs';

const MOST = 0.02;
/** As developer tools' "Slow 4G". */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const PAGES = ['index.html', 'foundations/index.html', 'glossary/index.html', 'foundations/autoregressive-generation/index.html',
  'foundations/from-logits-to-a-token/index.html', 'foundations/kv-cache/index.html', 'foundations/tokenization/index.html'];

const { sites: [site], browser } = await stage('.');

async function shift(path, width) {
  const context = await browser.newContext({ viewport: { width, height: width > 1000 ? 800 : 740 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const moved = entry.sources.map((source) => source.node?.parentElement?.className || source.node?.nodeName);
        window.shifts.push([entry.value, moved]);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(site.http + path, { waitUntil: 'load' });
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const shifts = await page.evaluate(() => window.shifts);
  await context.close();
  return { sum: shifts.reduce((sum, [value]) => sum + value, 0), shifts };
}

for (const path of PAGES) {
  test(`${path} moves by at most ${MOST}`, async () => {
    for (const width of [360, 412, 1280]) {
      const { sum, shifts } = await shift(path, width);
      console.log(`${sum.toFixed(4)} at ${width} px`);
      assert.ok(sum <= MOST, `${width} px: ${JSON.stringify(shifts)}`);
    }
  });
}

// What is out of sight is not laid out: its room must be the right one all the same.
for (const width of [360, 1280]) {
  test(`at ${width} px the room of every picture is as high as the picture`, async () => {
    for (const path of PAGES.slice(3)) {
      const page = await open(browser, site.http + path, { viewport: { width, height: 740 } });
      const rooms = await page.locator('.lp-picture > svg').evaluateAll((all) => all.map((svg) => [svg.getBoundingClientRect(), svg.viewBox.baseVal])
        .filter(([room]) => room.width).map(([room, box]) => [room.height, room.width * box.height / box.width]));
      assert.ok(rooms.length >= 3, path);
      for (const [room, height] of rooms) assert.ok(Math.abs(room - height) < 0.5, `${path}: ${room} px for ${height}`);
      await page.context().close();
    }
  });
}
