import { describe, expect, test } from 'vitest';
import { type BusinessState, emptyState } from '../../state/business-state.ts';
import type { PersonExit } from '../../state/records/people.ts';
import { at } from '../../testing/rule-context.ts';
import { personRules } from './rules.ts';

const personId = 'person';
const compInfo = { type: 'net', frequency: 'monthly', employmentModel: 'eor' };
const jobInfo = { title: 'Analyst', entityId: 'd35f6e4c-bfd7-41f8-8c9b-7e5a3d8f2be9' };
const state: BusinessState = {
  ...emptyState({ id: 'business', tenantKey: 'tk', kind: 'created' }),
  persons: [{ id: personId, businessId: 'business', person: { id: personId, compInfo, jobInfo } }],
};

test('fields that jobInfo does not contain are unchanged', () => {
  const input = { compInfo: { type: 'gross' }, jobInfo: { title: 'Lead' } };
  const { state: after, events } = personRules.setJobInfo(state, { personId, input });
  const shown = {
    compInfo: { type: 'gross', employmentModel: 'eor' },
    jobInfo: { title: 'Lead', entityId: jobInfo.entityId },
  };
  expect(after.persons[0]?.person).toEqual({ id: personId, ...shown });
  expect(events).toEqual([{ eventType: 'person.jobinfo.updated', data: { id: personId, ...shown } }]);
});

test('and no missing field is added', () => {
  const persons = [{ id: personId, businessId: 'business', person: { id: personId } }];
  const input = { compInfo: { type: 'gross' }, jobInfo: { title: 'Lead' } };
  const { state: after } = personRules.setJobInfo({ ...state, persons }, { personId, input });
  expect(after.persons[0]?.person).toStrictEqual({ id: personId, ...input });
});

describe('the lifecycle', () => {
  const exitStarts = Date.parse('2026-04-30T00:00:00Z') / 1000;
  const personId = 'person';
  const named = { personId };
  const input = { exitDate: '2026-04-30', reason: 'Resignation' };
  const exit = { status: 'pending', ...input } as const;

  const lifecycle: Readonly<Record<string, PersonExit | undefined>> = {
    active: undefined,
    pending: exit,
    former: { ...exit, status: 'completed' },
  };

  function stateOf(state: string): BusinessState {
    const given = lifecycle[state];
    const person = {
      id: personId,
      businessId: 'business',
      person: { id: personId },
      ...(given && { exit: given }),
    };
    const other = { id: 'other', businessId: 'business', person: { id: 'other' } };
    return { ...emptyState({ id: 'business', tenantKey: 'tk', kind: 'created' }), persons: [person, other] };
  }

  const exitIn = ({ persons }: BusinessState) => persons.find(({ id }) => id === personId)?.exit;

  const moves = {
    schedule: (state: BusinessState) =>
      personRules.scheduleOffboarding(state, { ...named, input: { exitDate: '2026-05-31' } }),
    cancel: (state: BusinessState) => personRules.cancelOffboarding(state, named),
    complete: (state: BusinessState) => personRules.completeOffboarding(state, named),
    reinstate: (state: BusinessState) => personRules.reinstate(state, named),
  };

  describe('moves', () => {
    test.each([
      [
        'active',
        'schedule',
        { status: 'pending', exitDate: '2026-05-31', reason: '' },
        'person.offboarding.scheduled',
        { id: personId, exitDate: '2026-05-31', reason: '' },
      ],
      ['pending', 'cancel', undefined, 'person.offboarding.cancelled', { id: personId }],
      [
        'pending',
        'complete',
        lifecycle.former,
        'person.offboarding.completed',
        { id: personId, exitDate: '2026-04-30', reason: 'Resignation' },
      ],
      ['former', 'reinstate', undefined, 'person.reinstated', { id: personId }],
    ] as const)('%s: %s', (given, move, want, eventType, data) => {
      const before = stateOf(given);
      const { state, events } = moves[move](before);
      expect(exitIn(state)).toEqual(want);
      expect(events).toEqual([{ eventType, data }]);
      expect(state.persons[1]).toBe(before.persons[1]);
    });

    test.each([
      ['active', 'cancel', 404],
      ['active', 'complete', 400],
      ['active', 'reinstate', 404],
      ['pending', 'schedule', 400],
      ['pending', 'reinstate', 404],
      ['former', 'schedule', 400],
      ['former', 'cancel', 404],
      ['former', 'complete', 400],
    ] as const)('%s: %s is refused with %i', (given, move, status) => {
      expect(() => moves[move](stateOf(given))).toThrow(expect.objectContaining({ status }));
    });

    test.each(Object.keys(moves) as (keyof typeof moves)[])('%s is refused for somebody unknown', (move) => {
      const nobody = { ...stateOf('pending'), persons: [] };
      expect(() => moves[move](nobody)).toThrow(expect.objectContaining({ status: 404 }));
    });

    test('an exit needs a date', () => {
      const schedule = () => personRules.scheduleOffboarding(stateOf('active'), { ...named, input: {} });
      expect(schedule).toThrow(expect.objectContaining({ params: { exitDate: 'is missing' } }));
    });
  });

  describe('by itself', () => {
    test.each([
      ['pending', exitStarts - 1, 'pending', exitStarts],
      ['pending', exitStarts, 'completed', undefined],
      ['pending', exitStarts + 1, 'completed', undefined],
      ['active', exitStarts, undefined, undefined],
      ['former', exitStarts, 'completed', undefined],
    ])('a person who is %s is at %i %s', (given, now, want, next) => {
      const before = stateOf(given);
      const { state, events } = personRules.progress(before, at(now));
      expect(exitIn(state)?.status).toBe(want);
      const hasLeft = given === 'pending' && want === 'completed';
      expect(events).toEqual(
        hasLeft ? [{ eventType: 'person.offboarding.completed', data: { id: personId, ...input } }] : [],
      );
      if (!hasLeft) expect(state).toBe(before);
      expect(personRules.nextProgressAt(state, at(now))).toBe(next);
      expect(personRules.progress(state, at(now)).state).toBe(state);
    });
  });
});
