// How the quiz reads a number that somebody types, in the language of the page.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';

import { repository } from './support/site.mjs';

const script = readFileSync(join(repository, 'static/js/quiz.js'), 'utf8');

/** `readings` of the quiz on a page in a language. */
function readings(language) {
  const lp = { number: (value, decimals) => value.toLocaleString(language, { minimumFractionDigits: decimals }), each() {} };
  runInNewContext(script, { lp });
  return (text) => [...lp.readings(text)];
}

const [english, german] = ['en', 'de'].map(readings);

test('a comma before other than three digits is the decimal sign', () => {
  for (const read of [english, german]) {
    assert.deepEqual(read('2,72'), [2.72]);
    assert.deepEqual(read('2.72'), [2.72]);
    assert.deepEqual(read('0,500'), [0.5]);
    assert.deepEqual(read('−1,5'), [-1.5]);
    assert.deepEqual(read('49152'), [49152]);
    assert.deepEqual(read('1,5e3'), [1500]);
    assert.deepEqual(read('no number'), []);
  }
});

test('a sign before three digits is read as the language of the page has it, and the other reading is known', () => {
  assert.deepEqual(english('2,720'), [2720, 2.72]);
  assert.deepEqual(german('2,720'), [2.72, 2720]);
  assert.deepEqual(german('49.152'), [49152, 49.152]);
  assert.deepEqual(english('49,152'), [49152, 49.152]);
  assert.deepEqual(english('1.234.567'), [1234567]);
  assert.deepEqual(german('1,234.5'), [1234.5]);
});
