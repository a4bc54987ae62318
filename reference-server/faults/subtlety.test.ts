import { describe, expect, test } from 'vitest';
import { classOf, faultClasses } from './fault-class.ts';
import { faults, findFault } from './index.ts';
import { boundaries, subtleFaults, subtletiesOf } from './subtlety.ts';

describe('the subtle faults', () => {
  test('are faults', () => {
    const unknown = Object.values(subtleFaults)
      .flat()
      .filter((id) => findFault(id) === undefined);
    expect(unknown).toEqual([]);
  });

  test('are at least 80', () => {
    const subtle = faults.filter(({ id }) => subtletiesOf(id).length > 0);
    expect(subtle.length).toBeGreaterThanOrEqual(80);
  });

  test.each(Object.entries(subtleFaults))('are three or more of the kind %s, each named once', (_, ids) => {
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(3);
  });

  test('have none for a fault that is not listed', () => {
    expect(subtletiesOf('never-pays')).toEqual([]);
    expect(subtletiesOf('compensation-dropped-beside-a-job')).toEqual(['coincidence', 'half-applied']);
  });
});

test.each(boundaries)('the boundary "$boundary" is moved to both sides', ({ within, beyond, open }) => {
  const sides = [within, beyond].filter((side) => side.length > 0);
  expect(sides.length).toBe(open === undefined ? 2 : 1);
});

describe('the classes of the faults', () => {
  test('are said of every fault', () => {
    for (const fault of faults) expect(faultClasses).toContain(classOf(fault));
  });

  test.each([
    ['kyc-renewal-answers-500', 'crash'],
    ['payroll-without-id', 'schema'],
    ['limit-101-honoured', 'validation'],
    ['any-token-accepted', 'authentication'],
    ['never-completes', 'lifecycle'],
    ['reimbursement-one-unit-too-little', 'domain'],
    ['completed-not-announced', 'webhook'],
    ['first-retry-after-10-seconds', 'time'],
  ])('have %s in the class %s', (id, wanted) => {
    const fault = findFault(id);
    expect(fault && classOf(fault)).toBe(wanted);
  });

  test.each(faultClasses)('are seven or more for a comparison of %s', (name) => {
    expect(faults.filter((fault) => classOf(fault) === name).length).toBeGreaterThanOrEqual(7);
  });
});
