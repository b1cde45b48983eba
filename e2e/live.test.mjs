// The preview: from a save to the changed page on the screen, with the reader's place and step kept.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { launch } from './support/browser.mjs';
import { program, repository } from './support/site.mjs';

const SAVES = 20;

const work = mkdtempSync(join(tmpdir(), 'logitpress-live-'));
cpSync(join(repository, 'tests/sites/figures'), work, { recursive: true });
const lesson = join(work, 'content/inference/one-answer/index.md');
const text = readFileSync(lesson, 'utf8');

const preview = spawn(program, ['--site', work, 'serve', '--port', '0', '--capture', 'never'], { stdio: ['ignore', 'ignore', 'pipe'] });
const address = await new Promise((resolve, reject) => {
  let said = '';
  preview.stderr.on('data', (part) => {
    said += part;
    const found = said.match(/http:\/\/[^\s,]+/);
    if (found && /files/.test(said)) resolve(found[0]);
  });
  preview.on('exit', () => reject(new Error(said)));
});
const browser = await launch();
after(async () => {
  await browser.close();
  preview.kill();
  rmSync(work, { recursive: true, force: true });
});

/** A page of the lesson that knows whether it was loaded again. */
async function visit() {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${address}inference/one-answer/`, { waitUntil: 'load' });
  await page.waitForFunction(() => globalThis.logitpressPage);
  await page.evaluate(() => { window.isFirst = true; });
  return page;
}
const isFirst = (page) => page.evaluate(() => window.isFirst === true);
const first = text.match(/\n\n([A-Z][^\n`=*_[]{20,})\n/)[1];

test('a paragraph changes in place: the step and the place stay', async () => {
  const page = await visit();
  await page.locator('#fox').getByRole('slider').fill('5');
  await page.evaluate(() => document.querySelector('#fox').scrollIntoView({ block: 'start', behavior: 'instant' }));
  const place = () => page.locator('#fox').evaluate((figure) => Math.round(figure.getBoundingClientRect().top));
  const before = await place();
  const times = [];
  for (let save = 1; save <= SAVES; save += 1) {
    const start = performance.now();
    writeFileSync(lesson, text.replace(first, `${first} Saved ${save} times.`));
    await page.waitForFunction((save) => document.querySelector('main')?.textContent.includes(`Saved ${save} times.`), save, { polling: 'raf' });
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  console.log(`from the save to the screen: median ${Math.round(times[SAVES / 2])} ms, worst ${Math.round(times.at(-1))} ms of ${SAVES}`);
  assert.ok(await isFirst(page));
  assert.equal(await page.locator('#fox').getByRole('slider').inputValue(), '5');
  assert.ok(Math.abs(await place() - before) <= 1);
  writeFileSync(lesson, text);
  await page.waitForFunction(() => !document.querySelector('main')?.textContent.includes('Saved'));
  assert.ok(await isFirst(page));
  await page.close();
});

test('a paragraph that comes and goes, and a style, change in place', async () => {
  const page = await visit();
  writeFileSync(lesson, text.replace(first, `A new paragraph.\n\n${first}`));
  await page.getByText('A new paragraph.', { exact: true }).waitFor();
  writeFileSync(lesson, text);
  await page.getByText('A new paragraph.', { exact: true }).waitFor({ state: 'detached' });
  mkdirSync(join(work, 'static/css'), { recursive: true });
  const style = readFileSync(join(repository, 'static/css/page.css'), 'utf8');
  writeFileSync(join(work, 'static/css/page.css'), `${style}\nmain p { color: rgb(1, 2, 3) !important; }\n`);
  await page.waitForFunction(() => getComputedStyle(document.querySelector('main section p')).color === 'rgb(1, 2, 3)');
  await page.waitForFunction(() => document.querySelectorAll('link[rel="stylesheet"]').length === new Set([...document.querySelectorAll('link[rel="stylesheet"]')].map((link) => link.href)).size);
  assert.ok(await isFirst(page));
  rmSync(join(work, 'static'), { recursive: true });
  await page.waitForFunction(() => getComputedStyle(document.querySelector('main section p')).color !== 'rgb(1, 2, 3)');
  await page.close();
});

test('a heading, a figure and an error load the page again, and it is whole', async () => {
  const page = await visit();
  const again = async (change, seen) => {
    await page.evaluate(() => { window.isFirst = true; });
    writeFileSync(lesson, change);
    await page.waitForFunction(() => window.isFirst === undefined && globalThis.logitpressPage, undefined, { timeout: 10_000 });
    await seen();
  };
  const heading = text.match(/\n## ([A-Z][^\n{]+)/)[1].trim();
  await again(text.replace(heading, 'Quite another heading'), () => page.getByRole('heading', { name: 'Quite another heading' }).waitFor());
  const caption = text.match(/caption: ([A-Z][^\n]+)/)[1];
  await again(text.replace(caption, 'Quite another caption'), () => page.getByText('Quite another caption').first().waitFor());
  await again(text.replace('title:', 'titel:'), () => page.getByText('titel').first().waitFor());
  await again(text, () => page.locator('#fox').getByRole('slider').waitFor());
  await page.close();
});

test('seven open pages and two hundred saves at once end with what was saved last', async () => {
  const pages = await Promise.all(Array.from({ length: 7 }, visit));
  for (let save = 1; save <= 200; save += 1) writeFileSync(lesson, text.replace(first, `${first} Storm ${save}.`));
  await Promise.all(pages.map((page) => page.waitForFunction(() => document.querySelector('main')?.textContent.includes('Storm 200.'))));
  writeFileSync(lesson, text);
  await Promise.all(pages.map((page) => page.waitForFunction(() => document.querySelector('main')?.textContent.includes('Storm') === false)));
  await Promise.all(pages.map((page) => page.close()));
});
