import { expect, test } from 'vitest';
import { adapterText } from './adapter-text.ts';
import { discover } from './discover.ts';
import { perturb } from './testing/perturb.ts';

const { document } = perturb({});

type Plain = Record<string, unknown>;

/** The description with every response of a success in a field, and other fields beside it. */
function wrapped(value: unknown, beside: Plain = {}, isAnswer = false): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => wrapped(each, beside));
  const inner = Object.entries(value as Plain).map(([name, child]): [string, unknown] => {
    if (isAnswer && name === 'schema')
      return [name, { type: 'object', properties: { result: child, ...beside } }];
    return [name, wrapped(child, beside, isAnswer || /^2/.test(name))];
  });
  return Object.fromEntries(inner);
}

test('a field that holds all responses is found, and said once', () => {
  const whole = structuredClone(document) as Plain;
  const { drafts, usualSchemes } = discover({ ...whole, paths: wrapped(whole.paths) }, 'theirs.yaml');
  expect(drafts.unwrap).toBe('result');
  const text = String(adapterText(drafts, 'theirs.yaml', usualSchemes, true));
  expect(text.match(/result/g)).toHaveLength(1);
  expect(discover(whole, 'theirs.yaml').drafts.unwrap).toBeUndefined();
});

test.each([
  [{ ok: { const: true }, requestId: { type: 'string' } }, 'result'],
  [{ ok: { const: true }, meta: { type: 'object', properties: { page: { type: 'integer' } } } }, undefined],
])('with %j beside it, the field is %s', (beside, unwrap) => {
  const whole = structuredClone(document) as Plain;
  const { drafts } = discover({ ...whole, paths: wrapped(whole.paths, beside) }, 'theirs.yaml');
  expect(drafts.unwrap).toBe(unwrap);
});

test('an operation at our own route, or that the target was seen to have, is not called absent', () => {
  const { drafts, usualSchemes } = discover(document, 'theirs.yaml');
  const listed = (seen: readonly string[]) => {
    const operations = drafts.operations.map((draft) =>
      draft.wanted.documented ? draft : { ...draft, status: 'guess' as const },
    );
    const elsewhere = operations.map((draft) =>
      draft.wanted.name === 'createPerson' && draft.found
        ? { ...draft, found: { ...draft.found, path: '/v1/other' } }
        : draft,
    );
    const text = adapterText({ ...drafts, operations: elsewhere }, '', usualSchemes, true, new Set(seen));
    return String(text).split('absentOperations: [')[1] ?? '';
  };
  expect(listed([])).toContain("'createPerson',");
  expect(listed([])).not.toContain("'createPayout',");
  expect(listed(['createPerson'])).not.toContain("'createPerson',");
});
