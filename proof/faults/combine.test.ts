import { describe, expect, test } from 'vitest';
import { operation } from '../../openapi/description.ts';
import { type FaultOverrides, overridesOf } from '../../reference-server/fault.ts';
import { startReferenceServer } from '../../reference-server/server.ts';
import { collisions, combineFaults } from './combine.ts';
import type { Fault } from './fault.ts';
import { faultById } from './index.ts';

const fault = (id: string, overrides: FaultOverrides): Fault => ({
  id,
  title: 'A user suffers.',
  area: 'user',
  breaks: ['USER-006'],
  overrides,
});

const known = (id: string): Fault => {
  const found = faultById(id);
  if (found === undefined) throw new Error(`There is no fault ${id}`);
  return found;
};

const adding = (letter: string): FaultOverrides => ({
  answer: (answer) => ({ ...answer, body: `${answer.body}${letter}` }),
});

const users = known('page-of-one-user-answers-500');
const noAnnouncement = known('payroll-created-not-announced');

describe('two faults on one server', () => {
  test('keep the rules of both, also within one area', () => {
    const never = () => false;
    const both = combineFaults(
      fault('left', { rules: { webhooks: { subscribes: never } } }),
      fault('right', { rules: { webhooks: { acknowledges: never } } }),
    );
    expect(overridesOf(both)).toEqual({ rules: { webhooks: { subscribes: never, acknowledges: never } } });
  });

  test('pass a response from one fault to the other', async () => {
    const both = combineFaults(fault('left', adding('a')), fault('right', adding('b')));
    const answer = await overridesOf(both).answer?.(
      { status: 200, body: '' },
      operation('listUsers'),
      undefined,
    );
    expect([both.id, answer?.body]).toEqual(['left+right', 'ab']);
  });

  test('leave a rule unchanged that neither of them overrides', () => {
    const both = combineFaults(fault('left', adding('a')), fault('right', {}));
    expect(Object.keys(overridesOf(both))).toEqual(['answer']);
  });

  test('are rejected if both replace the same rule', () => {
    const one = fault('one', { rules: { webhooks: { subscribes: () => true } } });
    const other = fault('other', { rules: { webhooks: { subscribes: () => false } } });
    expect(() => combineFaults(one, other)).toThrow(
      'one and other cannot be on one server: both replace webhooks.subscribes',
    );
  });

  test.each([
    ['a rule', { rules: { webhooks: { subscribes: () => true } } }, ['webhooks.subscribes']],
    ['a hook', adding('a'), ['answer']],
    ['nothing', { rules: { users: {} } }, []],
  ])('collide where both replace %s', (_, overrides, names) => {
    expect(collisions(fault('left', overrides), fault('right', overrides))).toEqual(names);
  });

  test('start, and the server reports both', async () => {
    expect(collisions(users, noAnnouncement)).toEqual([]);
    const both = combineFaults(users, noAnnouncement);
    const server = await startReferenceServer({ control: true, fault: both });
    const response = await fetch(`${server.url}/_control`);
    expect(await response.json()).toMatchObject({ fault: both.id });
    await server.close();
  });
});
