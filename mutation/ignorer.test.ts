import { expect, test } from 'vitest';
import { ignorer, wordsOfRefusals } from './ignorer.ts';

interface Place {
  readonly node: Record<string, unknown> & { type: string };
  readonly key: string | number | null;
}

/** The path of a node from the inside out. */
function pathOf([own, ...outer]: readonly Place[]): Parameters<typeof ignorer.shouldIgnore>[0] | null {
  return own === undefined ? null : { ...own, parentPath: pathOf(outer) };
}

const text = (key: Place['key']): Place => ({ node: { type: 'StringLiteral' }, key });
const call = (name: string): Place => ({
  node: { type: 'CallExpression', callee: { type: 'Identifier', name } },
  key: 'argument',
});
const object: Place = { node: { type: 'ObjectExpression' }, key: 0 };
const field: Place = { node: { type: 'ObjectProperty' }, key: 0 };
const assignmentTo = (name: string): Place => ({
  node: {
    type: 'AssignmentExpression',
    left: { type: 'MemberExpression', object: { type: 'Identifier', name } },
  },
  key: 'expression',
});

test.each<[what: string, places: readonly Place[], want: string | undefined]>([
  ['invalidState("…")', [text(0), call('invalidState')], wordsOfRefusals],
  ['invalidBody({ field: "…" })', [text('value'), field, object, call('invalidBody')], wordsOfRefusals],
  ['params.field = "…"', [text('right'), assignmentTo('params')], wordsOfRefusals],
  ['invalidBody({ "field": … })', [text('key'), field, object, call('invalidBody')], undefined],
  ['payroll.status = "…"', [text('right'), assignmentTo('payroll')], undefined],
  ['enter({ status: "…" })', [text('value'), field, object, call('enter')], undefined],
])('the text in %s', (_what, places, want) => {
  const path = pathOf(places);
  if (path === null) throw new Error('There is no path.');
  expect(ignorer.shouldIgnore(path)).toBe(want);
});
