/** Proves that the comparison of sample output with printed output can fail. */
import { expect, it } from 'vitest';
import { snippetsIn } from './fences.ts';
import { SampleRuns } from './sample-runs.ts';
import { textProblem, valueProblem } from './samples.ts';

const output =
  'started\nThe target conforms\n324 passed\n\n11.0 s, 20234 requests, seed 1\nReport: index.html\n';

it.each<[string, string, boolean]>([
  ['whole', output, true],
  ['lines that follow each other', 'The target conforms\n324 passed\n', true],
  ['other times, counts and seeds', '324 passed\n\n9.8 s, 21,000 requests, seed 77\n', true],
  ['another figure', 'The target conforms\n323 passed\n', false],
  ['a line that is missing between two', '324 passed\n11.0 s, 20234 requests, seed 1\n', false],
  ['a line that nobody printed', 'The target conforms\n324 passed\nand more\n', false],
  ['another indentation', '  324 passed\n', false],
])('output: %s', (_, sample, holds) => {
  expect(textProblem(sample, output) === undefined).toBe(holds);
});

it.each<[string, string, string]>([
  ['ids', 'evt_c3a3c0c4-8a2d-4bd0-9d36-4f5d7a1de1f2  204', 'evt_00000000-0000-4000-8000-000000000000  204'],
  ['times of day and durations', '01:06:24 in 51 ms', '23:59:59 in 1,051 ms'],
  ['seconds of JUnit', '<testcase time="0.041">', '<testcase time="12">'],
  ['dates', 'for 2026-11-25', 'for 2031-01-01'],
  [
    'secrets',
    'verifies with whsec_0KkbQy…',
    'verifies with whsec_LC+VdsshEG5dh+lYaShUG9pfIyo/qosjgzTTLYx2sIQ=',
  ],
  ['ports', 'http://localhost:3000/hooks', 'http://localhost:40093/hooks'],
])('what is another each time is not compared: %s', (_, sample, printed) => {
  expect(textProblem(sample, printed)).toBeUndefined();
});

it('what is printed instead is shown', () => {
  expect(textProblem('The target conforms\n323 passed\n', output)).toBe(
    '1 of 2 lines differ from what is likest to it:\nThe target conforms\n324 passed',
  );
});

it.each<[unknown, boolean]>([
  [{ verdict: 'non-conformant' }, true],
  [{ requirements: [{ id: 'B', status: 'failed' }] }, true],
  [{ id: 'B' }, true],
  [{ id: 'B', status: 'passed' }, false],
  [{ requirements: [{ id: 'C' }] }, false],
  [{ verdict: 'conformant' }, false],
  [{ verdict: 'non-conformant', colour: null }, false],
])('JSON: %j', (sample, holds) => {
  const written = { verdict: 'non-conformant', requirements: [{ id: 'A' }, { id: 'B', status: 'failed' }] };
  expect(valueProblem(sample, JSON.stringify(written)) === undefined).toBe(holds);
});

const page = (note: string, text: string) => `# Page\n\n${note}\n\`\`\`\n${text}\n\`\`\`\n`;

it.each<[string, string, RegExp | undefined]>([
  ['<!-- output of greeting -->', 'hello', undefined],
  ['<!-- output of greeting -->', 'hullo', /1 of 1 lines differ/],
  ['<!-- note.txt of greeting -->', 'dear reader', undefined],
  ['<!-- other.txt of greeting -->', 'dear reader', /writes no other\.txt/],
  ['<!-- output of nothing -->', 'hello', /there is no sample run nothing: there are greeting, failure/],
  ['<!-- output of failure -->', 'hello', /it ended with 3/],
])('a page: %s %s', (note, text, want) => {
  using runs = new SampleRuns('.', {
    greeting: 'echo hello; echo dear reader > note.txt',
    failure: 'exit 3',
  });
  const messages = snippetsIn('page.md', page(note, text)).flatMap((snippet) => runs.problems(snippet));
  if (want === undefined) expect(messages).toEqual([]);
  else expect(messages).toEqual([{ file: 'page.md', line: 5, message: expect.stringMatching(want) }]);
});
