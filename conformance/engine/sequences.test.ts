import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SequenceArbitrary } from './sequences.ts';

interface Step {
  readonly name: string;
  readonly parts?: readonly Step[];
}

const step = (value: number): Step => ({ name: String(value) });
const steps = fc.integer({ min: 0, max: 99 }).map(step);
const names = (sequence: readonly Step[]) => sequence.map(({ name }) => name);

function shrink(holds: (found: readonly string[]) => boolean, examples: readonly (readonly Step[])[] = []) {
  const property = fc.property(new SequenceArbitrary([steps], 30), (sequence) => holds(names(sequence)));
  const details = fc.check(property, {
    seed: 11,
    numRuns: 200,
    examples: examples.map((sequence): [readonly Step[]] => [sequence]),
  });
  return {
    found: names(details.counterexample?.[0] ?? []),
    path: details.counterexamplePath,
    property,
  };
}

/** Whether the wanted steps occur in this order. */
const contains = (found: readonly string[], ...wanted: readonly string[]) =>
  found.reduce((at, name) => (name === wanted[at] ? at + 1 : at), 0) === wanted.length;

test('a sequence has between one step and the maximum', () => {
  const lengths = fc.sample(new SequenceArbitrary([steps], 4), 200).map(({ length }) => length);
  expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([1, 4]);
});

test('shrinking removes every step that the failure does not need', () => {
  const long = Array.from({ length: 30 }, (_, index) => step(index));
  expect(shrink((found) => !contains(found, '3', '17', '29'), [long]).found).toEqual(['3', '17', '29']);
});

test('shrinking also simplifies generated values', () => {
  const { found } = shrink((all) => all.filter((name) => Number(name) >= 7).length < 2);
  expect(found).toEqual(['7', '7']);
});

test('shrinking separates simultaneous moves if one of them is enough', () => {
  const joined: Step = { name: '1 | 2', parts: [step(1), step(2)] };
  const has = (name: string) => (found: readonly string[]) => found.some((each) => each.includes(name));
  expect(shrink((found) => !has('2')(found), [[step(5), joined]]).found).toEqual(['2']);
  const both = (found: readonly string[]) => found.includes('1 | 2');
  expect(shrink((found) => !both(found), [[step(5), joined]]).found).toEqual(['1 | 2']);
});

test('the same seed and path give the same sequence', () => {
  const { found, path, property } = shrink((all) => all.filter((name) => Number(name) >= 7).length < 2);
  const again = fc.check(property, { seed: 11, path: path ?? '', endOnFailure: true });
  expect(names(again.counterexample?.[0] ?? [])).toEqual(found);
});

test('each sequence uses a few kinds of moves, and each move shrinks as its own kind', () => {
  const kinds = ['a', 'b', 'c', 'd', 'e'].map((kind) =>
    fc.nat({ max: 9 }).map((value): Step => ({ name: `${kind}${value}` })),
  );
  const arbitrary = new SequenceArbitrary(kinds, 30);
  const kindsOf = (sequence: readonly Step[]) => new Set(names(sequence).map((name) => name[0]));
  const found = fc.sample(arbitrary, 200).map(kindsOf);
  expect(Math.max(...found.map(({ size }) => size))).toBe(3);
  expect(new Set(found.flatMap((some) => [...some]))).toHaveLength(kinds.length);
  const property = fc.property(
    arbitrary,
    (sequence) => !names(sequence).some((name) => /d[4-9]/.test(name)) || kindsOf(sequence).size < 2,
  );
  const details = fc.check(property, { seed: 5, numRuns: 500 });
  expect(names(details.counterexample?.[0] ?? []).toSorted()).toEqual(
    [expect.stringMatching(/^[abce]0$/), 'd4'].toSorted(),
  );
});
