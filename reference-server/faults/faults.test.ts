import { describe, expect, test } from 'vitest';
import { findRequirement, requirements } from '../../openapi/catalogue.ts';
import { startReferenceServer } from '../server.ts';
import { overridesOf } from './fault.ts';
import { faults, findFault } from './index.ts';

describe('the faults', () => {
  test('have unique ids in kebab-case and can be found by them', () => {
    const ids = faults.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(findFault(id)?.id).toBe(id);
    }
  });

  test('say in one sentence what a user would suffer', () => {
    for (const { title } of faults) expect(title).toMatch(/^[A-Z].{20,120}\.$/);
  });

  test('break requirements of the catalogue that can be tested', () => {
    for (const { id, breaks } of faults)
      for (const requirement of breaks) {
        const found = findRequirement(requirement);
        expect(found, `${id}: ${requirement}`).toBeDefined();
        expect(found?.untestable, `${id}: ${requirement}`).toBeUndefined();
      }
  });

  test('break every documented requirement that can be tested', () => {
    const broken = new Set(faults.flatMap(({ breaks }) => breaks));
    const untouched = requirements
      .filter(({ level, untestable }) => level === 'documented' && untestable === undefined)
      .map(({ id }) => id)
      .filter((id) => !broken.has(id));
    expect(untouched).toEqual([]);
  });

  test('override something', () => {
    for (const fault of faults) expect(Object.keys(overridesOf(fault)), fault.id).not.toEqual([]);
  });
});

test.each(faults)('a server with $id starts and says so', async (fault) => {
  const server = await startReferenceServer({ control: true, fault });
  const response = await fetch(`${server.url}/_control`);
  expect(await response.json()).toMatchObject({ fault: fault.id });
  await server.close();
});
