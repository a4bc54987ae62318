import { expect, test } from 'vitest';
import { wordingProblems } from './wording-problems.ts';

test.each([
  ['A missing event is never held against a target.', 'held against'],
  ['The suite accuses no server.', 'accuses'],
  ['Each control is a lever.', 'lever'],
  ['What was believed before the step.', 'believed'],
  ['What the target does in its own time.', 'in its own time'],
  ["A decision by somebody else's hand.", "by somebody else's hand"],
  ['Nothing rests on it.', 'rests on'],
  ['The document says so.', 'says so'],
  ['It sends so many requests.', 'so many'],
  ['A hearing of the model.', 'hearing'],
  ['A departure from the queue.', 'departure'],
  ['Four lanes.', 'lanes'],
  ['First try a server.', 'try a server'],
  ['We tried your own receiver.', 'tried your own receiver'],
  ['The server answers an id.', 'server answers an'],
  ['Our reading of the sentence.', 'reading of the sentence'],
  ['It plays the provider.', 'plays the provider'],
  ['It hands every event on to the receiver.', 'hands every event on to'],
  ['The server refused the body.', 'refused'],
  ['A payroll waits for ever.', 'for ever'],
  ['A consumer hears of an event.', 'hears of'],
  ['An account of nobody.', 'of nobody'],
  ['A login is reported as made.', 'as made'],
])('%s', (text, found) => {
  const [problem, ...others] = wordingProblems([{ name: 'docs/page.md', text: `First line\n${text}` }]);
  expect(problem).toMatch(`docs/page.md:2: "${found}": write instead: `);
  expect(others).toEqual([]);
});

test.each([
  ['the new words', 'The suite tests a server, which returns an id. No transition depends on this rule.'],
  ['code in a line', 'The field `believed` stays.'],
  ['a fenced block', 'Text\n```ts\nconst lanes = 4;\n```\n'],
  ['parts of other words', 'Clear the years; learn how often as many appear.'],
])('%s are no problem', (_, text) => {
  expect(wordingProblems([{ name: 'docs/page.md', text }])).toEqual([]);
});
