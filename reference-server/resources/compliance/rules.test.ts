import { describe, expect, test } from 'vitest';
import { type BusinessState, emptyState } from '../../state/business-state.ts';
import type { FilingRecord, FilingState, RemittanceState } from '../../state/records/payrolls.ts';
import { at as atTime } from '../../testing/rule-context.ts';
import { balanceOf, heldIn, move } from '../wallets/ledger.ts';
import { createRemittance } from './remittances.ts';
import { complianceRules, dueDateAfter } from './rules.ts';

const timing = { settlementSeconds: 60, complianceSeconds: 5 };
const at = (time: number) => atTime(time, { timing });
const now = Date.parse('2026-04-10T12:00:00Z') / 1000;
const dueDate = '2026-04-10';
const lateAt = Date.parse('2026-04-11T00:00:00Z') / 1000;
const empty = emptyState({ id: 'business', tenantKey: 'tk', kind: 'created' });

function filingIn(status: FilingState, requirementIds: string[] = []): FilingRecord {
  const times = { createdTimestamp: now, lastUpdatedTimestamp: now };
  const facts = { id: 'filing', name: 'Return', countryCode: 'NG', dueDate };
  return { id: 'filing', businessId: 'business', filing: { ...facts, status, requirementIds, ...times } };
}

const withFiling = (...given: Parameters<typeof filingIn>): BusinessState => ({
  ...empty,
  filings: [filingIn(...given)],
});
const stateOf = ({ filings }: BusinessState) => filings[0]?.filing.status;

const filingStates: FilingState[] = [
  'created',
  'blocked',
  'pending',
  'in_review',
  'approved',
  'submitted',
  'accepted',
  'rejected',
  'overdue',
];
const arrows = [
  'created-blocked created-pending',
  'blocked-pending blocked-overdue',
  'pending-blocked pending-in_review pending-overdue',
  'in_review-blocked in_review-approved in_review-overdue',
  'approved-submitted approved-overdue',
  'submitted-accepted submitted-rejected',
  'overdue-submitted',
].flatMap((row) => row.split(' '));

describe('a filing', () => {
  test.each(filingStates.flatMap((from) => filingStates.map((to) => [from, to] as const)))(
    'from %s to %s',
    (from, to) => {
      const decide = () =>
        complianceRules.moveFiling(withFiling(from), { filingId: 'filing', status: to }, at(now + 1));
      if (!arrows.includes(`${from}-${to}`)) {
        expect(decide).toThrow(expect.objectContaining({ status: 400, code: 'invalid_state' }));
        return;
      }
      const { state, events } = decide();
      expect(state.filings[0]?.filing).toMatchObject({ status: to, lastUpdatedTimestamp: now + 1 });
      expect(events).toMatchObject([
        {
          eventType: `filing.${to}`,
          data: { resourceType: 'filing', resourceId: 'filing', countryCode: 'NG', dueDate },
        },
      ]);
    },
  );

  test('that does not exist cannot be moved', () => {
    expect(() =>
      complianceRules.moveFiling(empty, { filingId: 'filing', status: 'pending' }, at(now)),
    ).toThrow(expect.objectContaining({ status: 404 }));
  });

  test('shows the reason of its rejection', () => {
    const { events } = complianceRules.moveFiling(
      withFiling('submitted'),
      { filingId: 'filing', status: 'rejected' },
      at(now),
    );
    expect(events[0]?.data).toHaveProperty('reason');
  });

  test('is not unblocked while a requirement is open', () => {
    const decide = () =>
      complianceRules.moveFiling(
        withFiling('blocked', ['requirement']),
        { filingId: 'filing', status: 'pending' },
        at(now),
      );
    expect(decide).toThrow(expect.objectContaining({ status: 400, code: 'invalid_state' }));
  });

  test('that nothing blocks becomes pending by itself', () => {
    const { state, events } = complianceRules.progress(withFiling('created'), at(now));
    expect(stateOf(state)).toBe('pending');
    expect(events.map(({ eventType }) => eventType)).toEqual(['filing.pending']);
  });

  test.each(filingStates)('that is %s when its dueDate has passed', (from) => {
    const isLate = ['created', 'blocked', 'pending', 'in_review', 'approved'].includes(from);
    const before = withFiling(from);
    const early = complianceRules.progress(before, at(lateAt - 1)).state;
    expect(stateOf(early)).toBe(from === 'created' ? 'pending' : from);
    const late = complianceRules.progress(before, at(lateAt));
    expect(stateOf(late.state)).toBe(isLate ? 'overdue' : from);
    expect(complianceRules.progress(late.state, at(lateAt + 86_400)).state).toBe(late.state);
    expect(complianceRules.nextProgressAt(early, at(now))).toBe(isLate ? lateAt : undefined);
    expect(complianceRules.nextProgressAt(early, at(lateAt))).toBeUndefined();
  });

  test.each([
    ['2026-03-01T00:00:00Z', '2026-04-10'],
    ['2026-03-31T23:59:59Z', '2026-04-10'],
    ['2026-12-15T12:00:00Z', '2027-01-10'],
  ])('of a payroll that is processed at %s is due on %s', (time, want) => {
    expect(dueDateAfter(Date.parse(time) / 1000)).toBe(want);
  });
});

describe('requirements', () => {
  const requirements = ['Tax number', 'Certificate'].map((description, index) => ({
    requirementId: `requirement ${index}`,
    description,
  }));
  const file = { id: 'file', businessId: 'business' };
  const blocked = () =>
    complianceRules.createFiling(
      // The other fields of a file are of no interest here.
      { ...empty, files: [file as BusinessState['files'][number]] },
      { filingId: 'filing', name: 'Return', countryCode: 'NG', dueDate, requirements },
      at(now),
    );
  const satisfy = (state: BusinessState, index: number, input: object = { value: '21458812' }) =>
    complianceRules.satisfyRequirement(state, { requirementId: `requirement ${index}`, input }, at(now + 1));
  const typesOf = (events: readonly { eventType: string }[]) => events.map(({ eventType }) => eventType);

  test('block a filing, which waits for each of them', () => {
    const { state, events } = blocked();
    expect(stateOf(state)).toBe('blocked');
    expect(typesOf(events)).toEqual([
      'filing.created',
      'requirement.created',
      'requirement.created',
      'filing.blocked',
    ]);
    expect(events[1]?.data).toEqual({
      id: 'requirement 0',
      resourceType: 'filing',
      resourceId: 'filing',
      description: 'Tax number',
    });
    expect(events[3]?.data).toMatchObject({ reason: 'Missing: Tax number; Certificate' });
    expect(complianceRules.progress(state, at(now)).state).toBe(state);

    const first = satisfy(state, 1, { fileIds: ['file'] });
    expect(typesOf(first.events)).toEqual(['requirement.satisfied']);
    expect(first.state.filings[0]?.filing).toMatchObject({
      status: 'blocked',
      requirementIds: ['requirement 0'],
    });
    const second = satisfy(first.state, 0);
    expect(typesOf(second.events)).toEqual(['requirement.satisfied', 'filing.pending']);
    expect(second.state.filings[0]?.filing).toMatchObject({ status: 'pending', requirementIds: [] });
    expect(second.state.requirements.map(({ requirement }) => requirement.status)).toEqual([
      'satisfied',
      'satisfied',
    ]);
  });

  test('that are satisfied when the filing is overdue leave it overdue', () => {
    const late = complianceRules.progress(blocked().state, at(lateAt)).state;
    expect(stateOf(late)).toBe('overdue');
    expect(stateOf(satisfy(satisfy(late, 0).state, 1).state)).toBe('overdue');
  });

  test.each<[string, object, object]>([
    ['nothing', {}, { code: 'invalid_request_body', params: { value: expect.any(String) } }],
    [
      'a file of nobody',
      { fileIds: ['file', 'other'] },
      { code: 'invalid_request_body', params: { 'fileIds.1': expect.any(String) } },
    ],
  ])('are not satisfied by %s', (_name, input, want) => {
    expect(() => satisfy(blocked().state, 0, input)).toThrow(expect.objectContaining(want));
  });

  test('are satisfied once', () => {
    const { state } = satisfy(blocked().state, 0);
    expect(() => satisfy(state, 0)).toThrow(expect.objectContaining({ status: 400, code: 'invalid_state' }));
  });
});

describe('a remittance', () => {
  const money = { amount: 100, currency: 'USD' };
  const funded = move(empty, { from: 'outside', to: 'payroll/run', money, cause: 'test' }, now);
  const created = createRemittance(
    funded,
    {
      remittanceId: 'remittance',
      filingId: 'filing',
      countryCode: 'NG',
      dueDate,
      amount: money,
      source: 'payroll/run',
    },
    at(now),
  );
  const to = (state: BusinessState, status: RemittanceState) =>
    complianceRules.moveRemittance(state, { remittanceId: 'remittance', status }, at(now));
  const placesOf = (state: BusinessState) => [
    heldIn(state, 'payroll/run', 'USD'),
    heldIn(state, 'remittance/remittance', 'USD'),
    balanceOf(state, 'USD'),
  ];
  const in_ = {
    created: () => created.state,
    processing: () => to(created.state, 'processing').state,
    completed: () => to(in_.processing(), 'completed').state,
    failed: () => to(in_.processing(), 'failed').state,
  };

  test('takes its money from the payroll', () => {
    expect(placesOf(created.state)).toEqual([0, 100, 0]);
    expect(created.events).toEqual([
      {
        eventType: 'remittance.created',
        data: { resourceType: 'remittance', resourceId: 'remittance', countryCode: 'NG', amount: money },
      },
    ]);
  });

  const states = ['created', 'processing', 'completed', 'failed'] as const;
  const moves: Record<string, number[]> = {
    'created-processing': [0, 100, 0],
    'created-failed': [0, 0, 100],
    'processing-completed': [0, 0, 0],
    'processing-failed': [0, 0, 100],
  };
  test.each(states.flatMap((from) => states.map((target) => [from, target] as const)))(
    'from %s to %s',
    (from, target) => {
      const places = moves[`${from}-${target}`];
      const decide = () => to(in_[from](), target);
      if (places === undefined) {
        expect(decide).toThrow(expect.objectContaining({ status: 400, code: 'invalid_state' }));
        return;
      }
      const { state, events } = decide();
      expect(placesOf(state)).toEqual(places);
      expect(events).toMatchObject([
        {
          eventType: `remittance.${target}`,
          data: { resourceType: 'remittance', resourceId: 'remittance', amount: money },
        },
      ]);
    },
  );

  test('starts a settlement after it was created and arrives another one later', () => {
    const statusAt = (seconds: number, state = created.state) =>
      complianceRules.progress(state, at(now + seconds)).state.remittances[0]?.remittance.status;
    expect([59, 60].map((seconds) => statusAt(seconds))).toEqual(['created', 'processing']);
    const started = complianceRules.progress(created.state, at(now + 60)).state;
    expect([119, 120].map((seconds) => statusAt(seconds, started))).toEqual(['processing', 'completed']);
    expect(statusAt(120)).toBe('completed');
    expect(complianceRules.nextProgressAt(created.state, at(now))).toBe(now + 60);
    expect(complianceRules.nextProgressAt(started, at(now + 60))).toBe(now + 120);
  });

  test.each(['completed', 'failed'] as const)('that is %s stays so', (end) => {
    const state = in_[end]();
    expect(complianceRules.progress(state, at(now + 9999)).state).toBe(state);
    expect(complianceRules.nextProgressAt(state, at(now))).toBeUndefined();
  });

  test('that a control starts arrives one settlement time later', () => {
    expect(complianceRules.nextProgressAt(in_.processing(), at(now))).toBe(now + 60);
  });
});
