// The real browser, and pages that remember what they asked for and complained of.

import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
if (!executablePath) throw new Error('these tests need Chromium; on Debian: apt-get install chromium');

export function launch() {
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync'],
  });
}

/** A new page; `page.said` collects console messages and errors, `page.asked` the addresses it requested. */
export async function open(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.said = [];
  page.asked = [];
  page.on('console', (message) => page.said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => page.said.push(`error: ${error.message}`));
  page.on('request', (request) => page.asked.push(request.url()));
  // A tab's icon and a sampler's rows are given up when the page is left before they came.
  const kept = (request) => !/\bicon\.\w+\.svg$|\/figures\/.*\.js$/.test(request.url()) || request.failure()?.errorText !== 'net::ERR_ABORTED';
  page.on('requestfailed', (request) => kept(request) && page.said.push(`failed: ${request.url()} ${request.failure()?.errorText}`));
  await page.goto(address, { waitUntil: 'load' });
  return page;
}

/** Comes near everything on the page whose script waits for that, and goes back to the top. */
export async function wake(page) {
  for (const late of await page.locator('[data-rows], form.lp-quiz').all()) await late.scrollIntoViewIfNeeded();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[data-rows]')].every((figure) => figure.hasAttribute('data-ready')) &&
    !document.querySelector('form.lp-quiz [data-controls][hidden]'));
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
}
