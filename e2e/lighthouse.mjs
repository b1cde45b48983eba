// Prints Lighthouse's scores for lessons of this repository. Not a test: benches/lighthouse calls it.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { publish } from './support/site.mjs';

const ROUNDS = 5;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

const site = await publish('.');
const lessons = process.argv.length > 2 ? process.argv.slice(2)
  : [...readFileSync(`${site.folder}/index.html`, 'utf8').matchAll(/href="([a-z-]+\/[a-z-]+\/index\.html)"/g)].map(([, path]) => path);
console.log(`| page | ${CATEGORIES.join(' | ')} | shift | blocking ms | largest paint ms |`);
for (const path of ['index.html', ...new Set(lessons)]) {
  const runs = Array.from({ length: ROUNDS }, () => JSON.parse(execFileSync(process.env.LIGHTHOUSE, [
    site.http + path, '--quiet', '--output=json', '--throttling-method=devtools', `--only-categories=${CATEGORIES}`,
    '--chrome-flags=--headless=new --no-sandbox',
  ], { env: { ...process.env, CHROME_PATH: process.env.CHROMIUM ?? '/usr/bin/chromium' }, maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] })));
  const scores = CATEGORIES.map((name) => Math.round(100 * median(runs.map((run) => run.categories[name].score))));
  const value = (name) => median(runs.map((run) => run.audits[name].numericValue));
  console.log(`| ${path} | ${scores.join(' | ')} | ${value('cumulative-layout-shift').toFixed(3)} | ${Math.round(value('total-blocking-time'))} | ${Math.round(value('largest-contentful-paint'))} |`);
}
site.stop();
