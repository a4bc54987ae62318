import { describe, expect, test } from 'vitest';
import { overridesOf } from '../../reference-server/fault.ts';
import { startReferenceServer } from '../../reference-server/server.ts';
import { subtletiesOf } from './fault.ts';
import { classOf, faultClasses } from './fault-class.ts';
import { faultById, faults } from './index.ts';

describe('the faults', () => {
  test('have unique ids in kebab-case and can be found by them', () => {
    const ids = faults.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(faultById(id).id).toBe(id);
    }
  });

  test('have a title of one sentence', () => {
    for (const { title } of faults) expect(title).toMatch(/^[A-Z].{20,120}\.$/);
  });

  test('override something', () => {
    for (const fault of faults) expect(Object.keys(overridesOf(fault)), fault.id).not.toEqual([]);
  });
});

describe('the subtle faults', () => {
  test('are of each kind once', () => {
    for (const { id, subtle = [] } of faults) expect(new Set(subtle).size, id).toBe(subtle.length);
  });

  test.each([
    ['never-pays', []],
    ['limit-100-refused', ['boundary']],
    ['compensation-dropped-beside-a-job', ['coincidence', 'half-applied']],
  ])('have for %s the kinds %j', (id, wanted) => {
    const fault = faultById(id);
    expect(fault && subtletiesOf(fault)).toEqual(wanted);
  });
});

/** The boundaries of which the document gives one side no fault, and why. */
const oneSided: Readonly<Record<string, string>> = {
  'maximum results of the payouts': 'A maximum may be undercut.',
  'balance that covers a reimbursement': 'What happens without the funds is not shown.',
  'transaction.processing at most once': 'At most once may be never.',
  'order of the signatures from 0': 'There is no order below the first.',
};

const boundaries = new Set(faults.flatMap(({ within, beyond }) => within ?? beyond ?? []));

test('every boundary of the interface document is moved by a fault', () => {
  expect(boundaries.size).toBe(29);
  expect(Object.keys(oneSided).filter((name) => !boundaries.has(name))).toEqual([]);
});

test.each([...boundaries])('the boundary "%s" is moved to both sides', (name) => {
  const sides = [
    faults.some(({ within }) => within === name),
    faults.some(({ beyond }) => beyond === name),
  ].filter(Boolean);
  expect(sides.length).toBe(name in oneSided ? 1 : 2);
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
    ['first-retry-after-2-minutes', 'time'],
  ])('have %s in the class %s', (id, wanted) => {
    const fault = faultById(id);
    expect(fault && classOf(fault)).toBe(wanted);
  });
});

test.each(faults)('a server with $id starts and reports it', async (fault) => {
  const server = await startReferenceServer({ control: true, fault });
  const response = await fetch(`${server.url}/_control`);
  expect(await response.json()).toMatchObject({ fault: fault.id });
  await server.close();
});
