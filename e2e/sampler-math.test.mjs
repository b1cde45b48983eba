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
const { filter, uniform } = globalThis.lpDistribution;

const trace = JSON.parse(read('tests/data/sampler-trace.json'));
const reference = JSON.parse(read('tests/data/sampler-reference.json'));

/** A recorded row as the page has it. */
function row({ logits, tail, logsumexp }) {
  return { logits, logsumexp, low: tail.low, width: (tail.high - tail.low) / tail.counts.length, bins: tail.counts };
}

const rows = trace.steps.map((step) => row(step.row));
const sum = (values) => values.reduce((all, value) => all + value, 0);
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
    probability = Math.max(probability, Math.abs(sum(result.listed) - sum(step.probabilities[place])));
    entropy = Math.max(entropy, Math.abs(result.entropy - step.entropy[place]));
  }));
  console.log(`${compared} probabilities within ${probability.toFixed(6)}, entropies within ${entropy.toFixed(5)}`);
  assert.ok(probability <= 0.001, `${probability}`);
  assert.ok(entropy <= 0.01, `${entropy}`);
  assert.equal(compared, 20 * 6 * 64);
});

// JSON has no integer as large as a seed may be, so these are read from the text.
const text = read('tests/data/sampler-reference.json');
const seeds = [...text.matchAll(/"seed":(\d+)/g)].map(([, seed]) => BigInt(seed));
const draws = reference.draws.map(({ sampling: { random }, ...rest }, at) => ({
  ...rest, seed: seeds[at], settings: { temperature: random.temperature, topK: random.top_k, topP: random.top_p, minP: random.min_p },
}));

test('the same seed draws the same 20 tokens as the tool, and as many survive', () => {
  assert.equal(seeds.length, reference.draws.length);
  let [listed, others] = [0, 0];
  for (const { step, seed, settings, survivors, ranks, tokens } of draws) {
    const result = filter(rows[step], settings);
    const about = `step ${step}, ${JSON.stringify(settings)}`;
    assert.equal(result.survivors, survivors, about);
    assert.deepEqual(ranks.map((_, at) => result.draw(uniform(seed, BigInt(step + at)))), ranks, about);
    ranks.forEach((rank, at) => {
      const place = trace.steps[step].row.ids.indexOf(tokens[at]);
      assert.equal(place, rank <= 64 ? rank - 1 : -1, about);
      if (place < 0) others += 1;
      else listed += 1;
    });
  }
  console.log(`all ${listed + others} draws are the tool’s: ${listed} listed tokens, ${others} by their rank among the others`);
  assert.equal(listed + others, 600);
  assert.ok(others > 50, `${others}`);
});

test('a run’s own seed draws the run’s tokens', () => {
  const { temperature, top_k: topK, top_p: topP, min_p: minP, seed } = trace.request.sampling.random;
  trace.steps.forEach((step, at) => {
    assert.equal(filter(rows[at], { temperature, topK, topP, minP }).draw(uniform(BigInt(seed), BigInt(at))), step.rank);
  });
});

test('shares add up, whatever the filters', () => {
  for (const at of [0, 7, 19]) {
    for (const topK of [null, 1, 40, 64, 65, 300, 49152]) {
      for (const topP of [1, 0.99, 0.5, 0.01]) {
        for (const minP of [0, 0.001, 0.1, 1]) {
          const result = filter(rows[at], { temperature: 1.4, topK, topP, minP });
          const { survivors, drawn, mass, left } = result;
          assert.ok(survivors > 64 ? sum(drawn) < 1 : Math.abs(sum(drawn) - 1) < 1e-9, `${sum(drawn)}`);
          assert.ok(survivors >= 1 && mass > 0 && mass < 1 + 1e-9);
          assert.ok(survivors <= (topK ?? Infinity));
          assert.ok(left >= 0 && left <= Math.log(survivors) + 0.01);
          assert.equal(result.draw(0), 1);
          assert.equal(result.draw(1), survivors);
        }
      }
    }
  }
});

test('a share that whole tokens hold takes no token more', () => {
  const ten = { logits: Array(10).fill(0.5), low: 0, width: 0, bins: [], logsumexp: 0.5 + Math.log(10) };
  const kept = [0.1, 0.2, 0.3, 0.6, 0.7, 0.9].map((topP) => filter(ten, { ...off, temperature: 0.7, topP }).survivors);
  assert.deepEqual(kept, [1, 2, 3, 6, 7, 9]);
});

test('a row without a tail, and a certain one', () => {
  const whole = { logits: [2, 1, 0], low: 0, width: 0, bins: [], logsumexp: Math.log(Math.exp(2) + Math.exp(1) + 1) };
  const all = filter(whole, off);
  assert.equal(all.survivors, 3);
  assert.ok(Math.abs(sum(all.listed) - 1) < 1e-12);
  assert.equal(all.draw(0.9999999999), 3);
  const certain = filter({ ...whole, logits: [900, 0, 0], logsumexp: 900 }, { ...off, temperature: 0.2 });
  assert.equal(certain.entropy, 0);
  assert.equal(certain.reach, 1);
});

test('the generator is SplitMix64', () => {
  const outputs = [6457827717110365317n, 3203168211198807973n, 9817491932198370423n];
  outputs.forEach((output, at) => assert.equal(uniform(1234567n, BigInt(at)), Number(output >> 11n) / 2 ** 53));
});
