import { expect, test } from 'vitest';
import { emptyParams, ignorer, sentences, wordsOfFindings, wordsOfRefusals } from './ignorer.ts';

interface Place {
  readonly node: Record<string, unknown> & { type: string };
  readonly key: string | number | null;
  readonly listKey?: string;
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

const named = (name: string) => ({ type: 'Identifier', name });
const argument = (at: number): Place => ({
  node: { type: 'TemplateLiteral' },
  key: at,
  listKey: 'arguments',
});
const judgement = (name: string): Place => ({
  node: {
    type: 'CallExpression',
    callee: { type: 'MemberExpression', object: named('reading'), property: named(name) },
  },
  key: 'expression',
});
const told: Place = { node: { type: 'ArrowFunctionExpression' }, key: 'value' };
const propertyOf = (name: string): Place => ({ node: { type: 'ObjectProperty', key: named(name) }, key: 0 });
const objectOf = (...names: string[]): Place => ({
  node: { type: 'ObjectExpression', properties: names.map((name) => propertyOf(name).node) },
  key: 'argument',
});
const made = (name: string): Place => ({
  node: { type: 'NewExpression', callee: named(name) },
  key: 'argument',
});

test.each<[what: string, places: readonly Place[], want: string | undefined]>([
  ['invalidState("…")', [text(0), call('invalidState')], wordsOfRefusals],
  ['invalidBody({ field: "…" })', [text('value'), field, object, call('invalidBody')], wordsOfRefusals],
  ['params.field = "…"', [text('right'), assignmentTo('params')], wordsOfRefusals],
  ['invalidBody({ "field": … })', [text('key'), field, object, call('invalidBody')], undefined],
  ['invalidBody({ … })', [object, call('invalidBody')], emptyParams],
  ['enter({ … })', [object, call('enter')], undefined],
  ['payroll.status = "…"', [text('right'), assignmentTo('payroll')], undefined],
  ['enter({ status: "…" })', [text('value'), field, object, call('enter')], undefined],
  ['reading.mustHold(id, holds, "…")', [argument(2), judgement('mustHold')], wordsOfFindings],
  ['reading.require(id, holds, expected, "…")', [argument(3), judgement('require')], wordsOfFindings],
  ['reading.mustHold("…")', [argument(0), judgement('mustHold')], undefined],
  ['reading.require(id, holds, expected, actual, "…")', [argument(4), judgement('require')], undefined],
  ['events.slice(1, 2, "…")', [argument(2), judgement('slice')], undefined],
  ['{ describe: … } of a move', [told, propertyOf('describe'), objectOf('describe', 'act')], wordsOfFindings],
  ['{ possible: … } of a move', [told, propertyOf('possible'), objectOf('possible', 'act')], undefined],
  ['{ name: … } of something else', [text('value'), propertyOf('name'), objectOf('name')], undefined],
  ['new CaseEnded("…")', [text(0), made('CaseEnded')], wordsOfFindings],
  ['new Date("…")', [text(0), made('Date')], undefined],
])('what stands in %s', (_what, places, want) => {
  const path = pathOf(places);
  if (path === null) throw new Error('There is no path.');
  expect(ignorer.shouldIgnore(path)).toBe(want);
});

const saying = (value: string): Place => ({ node: { type: 'StringLiteral', value }, key: 'init' });
const template = (...raw: string[]): Place => ({
  node: { type: 'TemplateLiteral', quasis: raw.map((each) => ({ value: { raw: each } })) },
  key: 'init',
});
const declared = (type: string, name: string): Place => ({ node: { type, id: named(name) }, key: 0 });
const condition: Place = { node: { type: 'ConditionalExpression' }, key: 'init' };

test.each<[what: string, places: readonly Place[], isIgnored: boolean]>([
  ["'no such event'", [saying('no such event')], true],
  ["'Awaiting Funds'", [saying('Awaiting Funds')], false],
  ["'transaction.failed'", [saying('transaction.failed')], false],
  ['`payroll $' + '{name} in the list`', [template('payroll ', ' in the list')], true],
  ['`payroll $' + '{name}`', [template('payroll ', '')], false],
  ['const expected = … ? … : …', [condition, declared('VariableDeclarator', 'expected')], true],
  ['const least = … ? … : …', [condition, declared('VariableDeclarator', 'least')], false],
  ['function showUsers() { … }', [condition, declared('FunctionDeclaration', 'showUsers')], true],
  ['function shownOf() { … }', [condition, declared('FunctionDeclaration', 'shownOf')], false],
])('sentences of a model: %s', (_what, places, isIgnored) => {
  const path = pathOf(places);
  if (path === null) throw new Error('There is no path.');
  expect(sentences.shouldIgnore(path)).toBe(isIgnored ? wordsOfFindings : undefined);
});
