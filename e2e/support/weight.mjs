// What a reader's browser fetches for the first view of a page, each file compressed as a host would.

import { gzipSync } from 'node:zlib';

export const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;

/** Gives `{all, scripts}` in bytes and prints a line for each file. */
export async function firstView(browser, root, path) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const bodies = new Map();
  page.on('response', (answer) => bodies.set(answer.url(), answer.body()));
  await page.goto(root + path, { waitUntil: 'networkidle' });
  let all = 0;
  let scripts = 0;
  const rows = [];
  for (const [url, body] of bodies) {
    const size = gzipped(await body);
    all += size;
    if (url.endsWith('.js')) scripts += size;
    rows.push(`${String(size).padStart(7)}  ${url.slice(root.length)}`);
  }
  console.log(`${rows.join('\n')}\n${all} bytes in all, ${scripts} of scripts`);
  await context.close();
  return { all, scripts };
}
