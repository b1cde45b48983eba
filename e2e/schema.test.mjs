// The schema as editors use it: every lesson of the repository is valid by it, and what the tool refuses is not.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import Ajv from 'ajv/dist/2020.js';
import { parse } from 'yaml';

import { program, repository } from './support/site.mjs';

const PARTS = ['front-matter', 'figure', 'benchmark', 'directions', 'quiz'];
const validators = Object.fromEntries(PARTS.map((part) => {
  const schema = JSON.parse(execFileSync(program, ['schema', part], { encoding: 'utf8' }));
  return [part, new Ajv({ strictTypes: false, strictRequired: false, allErrors: true, formats: { date: /^\d{4}-\d\d-\d\d$/ } }).compile(schema)];
}));

/** What is wrong with a piece of YAML by the schema of its part. */
function errors(part, yaml) {
  const valid = validators[part];
  return valid(parse(yaml)) ? [] : valid.errors.map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
}

test('every lesson of the repository is valid', () => {
  let [lessons, blocks] = [0, 0];
  const below = (folder) => readdirSync(join(repository, folder), { recursive: true }).map((path) => join(folder, path));
  const paths = [...below('content'), ...below('tests/sites')].filter((path) => /content\/[^/]+\/[^/]+\/index\.md$/.test(path));
  for (const path of paths) {
    const text = readFileSync(join(repository, path), 'utf8');
    assert.deepEqual(errors('front-matter', /^---\n([\s\S]*?)\n---\n/.exec(text)[1]), [], path);
    lessons += 1;
    for (const [, word, yaml] of text.matchAll(/^```(figure|benchmark|directions|quiz)\b.*\n([\s\S]*?)^```$/gm)) {
      assert.deepEqual(errors(word, yaml), [], `${path}: ${word}\n${yaml}`);
      blocks += 1;
    }
  }
  assert.ok(lessons >= 5 && blocks >= 30, `${lessons} lessons, ${blocks} blocks`);
});

test('what the tool refuses is invalid', () => {
  const front = 'title: T\nnumber: "1"\nquestion: Q\nsummary: S\n';
  assert.deepEqual(errors('front-matter', front), []);
  for (const more of ['ordre: 1', 'draft: "yes"', 'runs: {fox: {prompt: a}}', 'runs: {fox: {prompt: a, chat: b, max_tokens: 1}}',
    'runs: {Fox: {prompt: a, max_tokens: 1}}', 'runs: {fox: {prompt: a, max_tokens: 0}}', 'runs: {fox: {prompt: a, max_tokens: 1, sampling: {temperature: 1}}}']) {
    assert.notDeepEqual(errors('front-matter', front + more), [], more);
  }
  assert.notDeepEqual(errors('front-matter', front.replace('"1"', '1.1')), [], 'a number that YAML reads as one');
  assert.notDeepEqual(errors('figure', 'run: fox\ncaption: c\nstpe: 3'), []);
  assert.notDeepEqual(errors('quiz', 'questions: [{ask: a, answer: 1, next_token: {run: a}}]'), []);
  assert.notDeepEqual(errors('directions', '- {measure: a, moves: sideways, when: b, why: c}'), []);
});
