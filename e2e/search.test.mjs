// The search finds what readers ask for: whole questions, plurals, slips of the hand, other spellings, recorded values.
// Each query stands in a table with the place that should come first; those that miss are printed.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { violations } from './support/axe.mjs';
import { open } from './support/browser.mjs';
import { stage } from './support/stage.mjs';

const figures = 'tests/sites/figures';
const { sites: [site, german], browser } = await stage('.', [figures, 'tests/sites/german']);

// A place is a page, or a page and a heading, a term, a figure or a card on it. Two places that answer a query alike are
// separated by a bar; a heading and the figure under it are such.
const term = (slug) => `glossary/#term-${slug}`;
const LOOP = 'foundations/autoregressive-generation/';
const DRAW = 'foundations/from-logits-to-a-token/';
const CUT = 'foundations/tokenization/';
const CACHE = 'foundations/kv-cache/';
const or = (...places) => places.join('|');

/** What the review of the site asked, by name or by kind. */
const REVIEW = [
  ['token', term('token')],
  ['kv cache', term('kv-cache')],
  ['temperature', term('temperature')],
  ['softmax', term('softmax')],
  ['seed', term('seed')],
  ['<|im_start|>', or(`${CUT}#control-tokens-are-names-of-their-own`, `${LOOP}#a-reply-that-ends-by-itself`)],
  ['logit', term('logits')],
  ['temprature', term('temperature')],
  ['softmx', term('softmax')],
  ['tokeniser', CUT],
  ['kv-cache', term('kv-cache')],
  ['KVcache', term('kv-cache')],
  ['topk', term('top-k')],
  ['entropie', term('entropy')],
  ['SmolLM2', or(LOOP, CUT)],
  ['BPE', term('byte-pair-encoding')],
  ['GPT-4', CUT],
  ['perplexity', `${DRAW}#answers`],
  ['quantisation', or(`${DRAW}#rounding`, `${DRAW}#what-else-changes-the-row`, LOOP)],
  ['日本', `${CUT}#signs`],
  ['how does temperature work', term('temperature')],
  ['tokens', term('token')],
  ['logits', term('logits')],
  ['prefill', term('prefill')],
  ['decode', term('decode')],
  ['attention', term('attention')],
  ['entropy', term('entropy')],
  ['greedy', term('greedy')],
  ['vocabulary', term('vocabulary')],
  ['top-k', term('top-k')],
  ['top p', term('top-p')],
  ['min-p', term('min-p')],
  ['nucleus sampling', term('top-p')],
  ['beam search', or(`${DRAW}#the-road-not-taken`, `${DRAW}#paths`)],
  ['stop condition', `${LOOP}#a-reply-that-ends-by-itself`],
  ['end token', term('eos')],
  ['chat template', or(`${LOOP}#reply-prompt`, `${LOOP}#a-reply-that-ends-by-itself`, `${DRAW}#what-else-changes-the-row`)],
  ['time to first token', `${LOOP}#how-the-numbers-usually-move`],
  ['tokens per second', `${LOOP}#measured-speed`],
  ['fluffy', or(`${LOOP}#fox-third`, `${LOOP}#see-the-row-behind-one-choice`, `${LOOP}#fox`)],
  ['byte pair encoding', term('byte-pair-encoding')],
  ['vocabularies', term('vocabulary')],
  ['context window', term('context-length')],
  ['random numbers', term('seed')],
];

const OWN = [
  ['what is a token?', term('token')],
  ['why does the model stop', `${LOOP}#a-reply-that-ends-by-itself`],
  ['how is a token drawn from logits', DRAW],
  ['what does top-p do', term('top-p')],
  ['How much memory does the KV cache need?', or(`${CACHE}#what-remembering-costs`, term('kv-cache'))],
  ['keys and values', term('key-value')],
  ['query vector', `${CACHE}#what-one-token-needs-of-the-others`],
  ['GQA', term('attention-head')],
  ['attention heads', term('attention-head')],
  ['atention', term('attention')],
  ['vocabulery', term('vocabulary')],
  ['autoregresive', LOOP],
  ['autoregressive generation', LOOP],
  ['tokenization', CUT],
  ['tokenisation', CUT],
  ['tokenizers', CUT],
  ['sampler', `${DRAW}#turn-the-sampler`],
  ['merges', or(`${CUT}#merges`, `${CUT}#how-a-word-is-put-together`, term('byte-pair-encoding'))],
  ['unbelievable', `${CUT}#merges`],
  ['hindi', or(`${CUT}#what-the-training-texts-had-little-of-costs-more`, `${CUT}#cut-cost`)],
  ['favorite food', `${DRAW}#food-first|${DRAW}#seeds`],
  ['capital of france', or(`${DRAW}#answers`, `${DRAW}#template`, `${CUT}#edge`)],
  ['trailing space', or(`${CUT}#a-space-at-the-end-changes-the-answer`, `${CUT}#edge`)],
  ['indentation', `${CUT}#what-they-had-much-of-costs-less`],
  ['special tokens', term('special-token')],
  ['control token', term('special-token')],
  ['token ids', term('token-id')],
  ['tokenid', term('token-id')],
  ['cl100k', CUT],
  ['surprisal', `${DRAW}#answers`],
  ['log-probability', or(`${DRAW}#a-text-can-be-scored-without-writing-it`, `${DRAW}#answers`)],
  ['TensorRT', `${LOOP}#jetson`],
  ['NVIDIA Jetson', `${LOOP}#jetson`],
  ['throughput', `${LOOP}#jetson`],
  ['grammar of greek', or(`${CUT}#letters`, `${CUT}#what-the-training-texts-had-little-of-costs-more`)],
  ['49152', or(LOOP, DRAW, CUT)],
  ['ＳＯＦＴＭＡＸ', term('softmax')],
  ['temperat', term('temperature')],
  ['自由', `${CUT}#cut-cost|${CUT}#languages|${CUT}#what-the-training-texts-had-little-of-costs-more`],
  ['context length', term('context-length')],
];

/** The places that are shown, in their order, as in the tables. */
async function places(page, query) {
  await page.locator('#lp-search-input').fill(query);
  return page.locator('#lp-search-list [role=option]').evaluateAll(
    (all, root) => all.map((link) => link.href.slice(root.length).replace('index.html', '')), site.http);
}

const isAt = (shown, wanted) => wanted.split('|').some((place) => place === shown || (!place.includes('#') && shown.split('#')[0] === place));

describe('search', () => {
  test('at least 80 of 84 queries find their place first or second', async () => {
    assert.equal(REVIEW.length, 44);
    assert.equal(OWN.length, 40);
    const page = await open(browser, site.http);
    await page.keyboard.press('/');
    await page.locator('#lp-search-input').waitFor();
    const [found, missed] = [[0, 0], []];
    for (const [query, wanted] of [...REVIEW, ...OWN]) {
      const shown = await places(page, query);
      const at = shown.slice(0, 2).findIndex((place) => isAt(place, wanted));
      if (at >= 0) found[at] += 1;
      else missed.push(`${query}: ${shown.slice(0, 3).join(' ') || 'nothing'} (${wanted} is number ${shown.findIndex((place) => isAt(place, wanted)) + 1})`);
    }
    console.log(`${found[0]} of 84 first, ${found[1]} second`, missed.map((line) => `\n  ${line}`).join(''));
    assert.ok(found[0] + found[1] >= 80, missed.join('\n'));
    assert.deepEqual(page.said, []);
    await page.context().close();
  });

  for (const key of ['Control+k', 'Meta+k', '/']) {
    for (const where of ['http', 'file']) {
      test(`${where}: ${key} opens it from a lesson, and nothing of it is loaded before`, async () => {
        const page = await open(browser, `${site[where]}${LOOP}index.html`);
        const asked = () => page.asked.filter((url) => /\/(search|find)[.-]/.test(url)).length;
        assert.equal(asked(), 0);
        await page.keyboard.press(key);
        await page.getByRole('combobox', { name: 'Search the lessons' }).waitFor();
        assert.equal(asked(), 4, 'style, index and two scripts');
        await page.keyboard.type('how does temperature work?');
        assert.equal(await page.locator('#lp-search-list [role=option][aria-selected=true] b').innerText(), 'Temperature');
        await page.keyboard.press('Control+k');
        assert.equal(await page.locator('dialog[open]').count(), 1);
        await page.keyboard.press('Enter');
        await page.waitForURL((url) => url.href.endsWith('glossary/index.html#term-temperature'));
        assert.deepEqual(page.said, []);
        await page.context().close();
      });
    }
  }

  test('a recorded value stands in the text that is shown, and what was found is marked', async () => {
    const page = await open(browser, site.http);
    await page.keyboard.press('/');
    await page.locator('#lp-search-input').fill('model here is small smollm2');
    const first = page.locator('#lp-search-list [role=option]').first();
    assert.match(await first.innerText(), /The model here is small: SmolLM2-135M-Instruct has [\d,]+ parameters/);
    assert.ok((await first.locator('mark').allInnerTexts()).includes('SmolLM2'));
    // A word in another spelling, and two that are one.
    assert.deepEqual((await places(page, 'kvcache')).slice(0, 1), [term('kv-cache')]);
    await page.locator('#lp-search-input').fill('kvcach');
    assert.deepEqual((await page.locator('#lp-search-list mark').allInnerTexts()).slice(0, 2), ['KV', 'cache']);
    // The name by which it was found stands beside its own.
    await page.locator('#lp-search-input').fill('GQA');
    assert.equal(await first.locator('b').innerText(), 'Attention head · GQA');
    await page.locator('#lp-search-input').fill('qqqqqq');
    assert.equal(await page.locator('.lp-search-count').innerText(), 'Nothing found.');
    await page.context().close();
  });

  for (const width of [360, 1280]) {
    test(`${width} px: nothing is wider than the window, and axe finds nothing, light and dark`, async () => {
      for (const colorScheme of ['light', 'dark']) {
        const page = await open(browser, site.http, { colorScheme, viewport: { width, height: 740 } });
        await page.keyboard.press('Control+k');
        for (const query of ['', '日本', 'vocabulary', 'qqqqqq']) {
          await page.locator('#lp-search-input').fill(query);
          assert.deepEqual(await violations(page), [], query);
          const wide = await page.evaluate(() => [...document.querySelectorAll('dialog, dialog *')].filter((one) => {
            const { left, right } = one.getBoundingClientRect();
            return left < 0 || right > innerWidth || (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline');
          }).map((one) => one.outerHTML.slice(0, 90)));
          assert.deepEqual(wide, [], query);
        }
        await page.context().close();
      }
    });
  }

  test('a German site knows German questions, plurals and slips', async () => {
    const page = await open(browser, german.http);
    await page.keyboard.press('/');
    await page.locator('#lp-search-input').waitFor();
    for (const [query, first] of [
      ['Was ist eine Temperatur?', 'Temperatur'], ['Temperaturen', 'Temperatur'], ['Tempratur', 'Temperatur'],
      ['wie funktioniert der KV Cache', 'KV-Cache'], ['ueberraschung', 'Überraschung'], ['Überaschung', 'Überraschung'],
      ['logit', 'Logits'], ['die Token', 'Token'],
    ]) {
      await page.locator('#lp-search-input').fill(query);
      assert.equal(await page.locator('#lp-search-list [role=option] b').first().innerText(), first, query);
    }
    assert.deepEqual(page.said, []);
    await page.context().close();
  });

  test('its scripts are at most 5 KB gzipped, and the index at most 5 a lesson', () => {
    const assets = join(site.folder, 'assets');
    const size = (start) => gzipSync(readFileSync(join(assets, readdirSync(assets).find((name) => name.startsWith(start) && name.endsWith('.js')))), { level: 9 }).length;
    assert.ok(size('find.') + size('search.') <= 5000, `${size('find.')} and ${size('search.')} bytes`);
    const lessons = readdirSync('content', { recursive: true }).filter((name) => name.endsWith('index.md')).length;
    assert.ok(size('search-index.') <= 5000 * lessons, `${size('search-index.')} bytes of ${lessons} lessons`);
  });
});
