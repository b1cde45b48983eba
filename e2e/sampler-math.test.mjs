// The page's sampler against the tool's own values, from full rows of the real model's logits
// (tests/engine/sampler_reference.rs writes and checks them).

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runInThisContext } from 'node:vm';

const repository = fileURLToPath(new URL('..', import.meta.url));
const read = (path) => readFileSync(join(repository, path), 'utf8');
runInThisContext(read('static/js/distribution.js'));
const { filter, draw, uniform } = globalThis.lpDistribution;

const trace = JSON.parse(read('tests/data/sampler-trace.json'));
const reference = JSON.parse(read('tests/data/sampler-reference.json'));

/** A recorded row as the page has it. */
function row({ logits, tail, logsumexp }) {
  return { logits, logsumexp, low: tail.low, width: (tail.high - tail.low) / tail.counts.length, bins: tail.counts };
}

const rows = trace.steps.map((step) => row(step.row));
const off = { temperature: 1, topK: null, topP: 1, minP: 0 };

test('probabilities of 20 steps at 6 temperatures are within 0.001 of the full rows’, entropies within 0.01', () => {
  assert.equal(reference.steps.length, 20);
  assert.equal(reference.temperatures.length, 6);
  let [probability, entropy, compared] = [0, 0, 0];
  reference.steps.forEach((step, at) => reference.temperatures.forEach((temperature, place) => {
    const result = filter(rows[at], { ...off, temperature });
    step.probabilities[place].forEach((wanted, index) => {
      probability = Math.max(probability, Math.abs(result.listed[index] - wanted));
      compared += 1;
    });
    const tail = 1 - step.probabilities[place].reduce((sum, value) => sum + value, 0);
    probability = Math.max(probability, Math.abs(result.tail - tail));
    entropy = Math.max(entropy, Math.abs(result.entropy - step.entropy[place]));
  }));
  console.log(`${compared} probabilities within ${probability.toFixed(6)}, entropies within ${entropy.toFixed(5)}`);
  assert.ok(probability <= 0.001, `${probability}`);
  assert.ok(entropy <= 0.01, `${entropy}`);
  assert.equal(compared, 20 * 6 * 64);
});

test('the same seed draws the same 20 tokens, but where the number lies at a border and the page says so', () => {
  let [listed, others, near, moved] = [0, 0, 0, 0];
  for (const { step, sampling, tokens } of reference.draws) {
    const { temperature, top_k: topK, top_p: topP, min_p: minP } = sampling.random;
    // JSON has no integer as large as a seed may be.
    const seed = BigInt(/"seed":(\d+)/.exec(seeds.get(JSON.stringify(sampling)) ?? '')?.[1] ?? sampling.random.seed);
    const result = filter(rows[step], { temperature, topK, topP, minP });
    tokens.forEach((wanted, at) => {
      const { place, close } = draw(result, uniform(seed, BigInt(step + at)));
      const known = trace.steps[step].row.ids.indexOf(wanted);
      if (close) {
        near += 1;
        if (place !== known) moved += 1;
        return assert.ok(place === known || place < 0 || known < 0 || Math.abs(place - known) === 1);
      }
      assert.equal(place, known, `step ${step}, draw ${at}, ${JSON.stringify(sampling)}`);
      if (known < 0) others += 1;
      else listed += 1;
    });
  }
  console.log(`${near} draws lie at a border, of which ${moved} are the token beside the tool’s`);
  assert.ok(near < 60 && moved < 12);
  console.log(`${listed} draws are the tool’s tokens, ${others} fall among the others as the tool’s do`);
  assert.ok(listed > 300 && others > 10);
});

// The seeds as they are written in the file.
const seeds = new Map(read('tests/data/sampler-reference.json').match(/\{"random":\{[^}]*\}\}/g).map((text) => [JSON.stringify(JSON.parse(text)), text]));

test('as many tokens survive as in the tool, exactly where the cut is among the listed ones', () => {
  let exact = 0;
  for (const { step, sampling, survivors } of reference.draws) {
    const { temperature, top_k: topK, top_p: topP, min_p: minP } = sampling.random;
    const result = filter(rows[step], { temperature, topK, topP, minP });
    const count = result.kept + result.others;
    if (result.exact) {
      assert.equal(count, survivors, `step ${step}, ${JSON.stringify(sampling)}`);
      exact += 1;
    } else {
      assert.ok(Math.abs(count - survivors) <= Math.max(3, 0.03 * survivors), `step ${step}: ${count} for ${survivors}, ${JSON.stringify(sampling)}`);
    }
  }
  assert.ok(exact > 10, `${exact}`);
});

test('shares add up, whatever the filters', () => {
  for (const at of [0, 7, 19]) {
    for (const topK of [null, 1, 40, 64, 65, 300, 49152]) {
      for (const topP of [1, 0.99, 0.5, 0.01]) {
        for (const minP of [0, 0.001, 0.1, 1]) {
          const result = filter(rows[at], { temperature: 1.4, topK, topP, minP });
          const sum = result.drawn.reduce((a, b) => a + b, 0) + result.drawnTail;
          assert.ok(Math.abs(sum - 1) < 1e-9, `${sum}`);
          assert.ok(result.kept >= 1 && result.mass > 0 && result.mass < 1 + 1e-9);
          assert.ok(!topK || result.kept + result.others <= topK);
          assert.ok(result.left >= 0 && result.left <= Math.log(result.kept + result.others) + 0.01);
        }
      }
    }
  }
});

test('a row without a tail, and a certain one', () => {
  const whole = { logits: [2, 1, 0], low: 0, width: 0, bins: [], logsumexp: Math.log(Math.exp(2) + Math.exp(1) + 1) };
  const all = filter(whole, off);
  assert.equal(all.kept + all.others, 3);
  assert.ok(Math.abs(all.tail) < 1e-12 && all.exact);
  assert.deepEqual(draw(all, 0.9999999999), { place: 2, close: false });
  const certain = filter({ ...whole, logits: [900, 0, 0], logsumexp: 900 }, { ...off, temperature: 0.2 });
  assert.equal(certain.entropy, 0);
  assert.equal(certain.reach, 1);
});

test('the generator is SplitMix64', () => {
  const outputs = [6457827717110365317n, 3203168211198807973n, 9817491932198370423n];
  outputs.forEach((output, at) => assert.equal(uniform(1234567n, BigInt(at)), Number(output >> 11n) / 2 ** 53));
});
