import { describe, expect, test } from 'vitest';
import { type BusinessState, emptyState, type Outcome } from '../../state/business-state.ts';
import type { DocumentStage, KycComponentState, KycRecord } from '../../state/records/people.ts';
import type { Schemas } from '../../state/schemas.ts';
import { at } from '../../testing/rule-context.ts';
import { kycRules as rules } from './rules.ts';

const secondsOf = (time: string) => Date.parse(time) / 1000;
const userId = 'user';
const businessId = 'business';
const expirationDate = '2026-03-31';
const passport = { type: 'passport', number: 'A1', expirationDate };
/** First seconds of the stages of a document that expires on 31 March. */
const near = secondsOf('2026-03-01T00:00:00Z');
const grace = secondsOf('2026-04-01T00:00:00Z');
const expired = secondsOf('2026-05-31T00:00:00Z');
const long = secondsOf('2026-01-01T00:00:00Z');

interface Given {
  readonly identity?: KycComponentState;
  readonly stage?: DocumentStage;
  readonly details?: Schemas['KycIdDetails'];
}

function stateOf({
  identity = { status: 'approved' },
  stage = 'valid',
  details = passport,
}: Given): BusinessState {
  const document = { details, stage };
  const record: KycRecord = { id: userId, businessId, details: {}, identity, document };
  return {
    ...emptyState({ id: businessId, tenantKey: 'tk', kind: 'created' }),
    users: [{ id: userId, businessId, user: { id: userId } }],
    kycRecords: [record],
  };
}

const wordsOf = ({ events }: Outcome) =>
  events.map(({ data }) => ('stage' in data ? data.stage : 'status' in data ? data.status : ''));
const identityIn = ({ kycRecords: [record] }: BusinessState) => record?.identity?.status;

/** Applies a rule and the automatic transitions at the same time. */
function settled(outcome: Outcome, now: number): Outcome {
  const { state, events } = rules.progress(outcome.state, at(now));
  return { state, events: [...outcome.events, ...events] };
}

const passed = (state: BusinessState, now: number) => settled({ state, events: [] }, now);

describe('a document of an approved identity', () => {
  test.each([
    ['valid', near - 1, [], 'approved', near],
    ['valid', near, ['about-to-expire'], 'approved', grace],
    ['about-to-expire', grace - 1, [], 'approved', grace],
    ['about-to-expire', grace, ['in-grace-period'], 'approved', expired],
    ['in-grace-period', expired - 1, [], 'approved', expired],
    ['in-grace-period', expired, ['rejected', 'expired'], 'rejected', undefined],
    ['expired', expired + 10 ** 8, [], 'approved', undefined],
  ] as const)('that is %s announces at %i: %j', (stage, now, words, identity, next) => {
    const before = stateOf({ stage });
    const outcome = rules.progress(before, at(now));
    expect(wordsOf(outcome)).toEqual(words);
    expect(identityIn(outcome.state)).toBe(identity);
    expect(rules.nextProgressAt(outcome.state, at(now))).toBe(next);
    if (words.length === 0) expect(outcome.state).toBe(before);
    expect(rules.progress(outcome.state, at(now))).toEqual({ state: outcome.state, events: [] });
  });

  test('that is first read late announces every stage in order', () => {
    const outcome = passed(stateOf({}), expired);
    expect(wordsOf(outcome)).toEqual(['about-to-expire', 'in-grace-period', 'rejected', 'expired']);
    expect(outcome.state.kycRecords[0]?.identity).toEqual({
      status: 'rejected',
      reason: 'The document has expired.',
    });
  });

  test('announces its type and its date', () => {
    const { events } = passed(stateOf({}), near);
    expect(events).toEqual([
      {
        eventType: 'user.kyc.expiry',
        data: { userId, stage: 'about-to-expire', documentType: 'passport', expiryDate: expirationDate },
      },
    ]);
  });

  test.each([
    ['without an expirationDate', { details: { type: 'passport' } }],
    ['of an identity that is processing', { identity: { status: 'processing' } }],
    ['of an identity that is pending', { identity: { status: 'pending' } }],
    ['of an identity that is rejected', { identity: { status: 'rejected' } }],
  ] as const)('%s announces nothing', (_name, given) => {
    const before = stateOf(given);
    expect(rules.progress(before, at(expired))).toEqual({ state: before, events: [] });
    expect(rules.nextProgressAt(before, at(long))).toBeUndefined();
  });
});

describe('a document that is approved late enters only its current stage', () => {
  test.each([
    [near - 1, [], 'approved'],
    [near, ['about-to-expire'], 'approved'],
    [grace - 1, ['about-to-expire'], 'approved'],
    [grace, ['in-grace-period'], 'approved'],
    [expired - 1, ['in-grace-period'], 'approved'],
    [expired, ['rejected', 'expired'], 'rejected'],
  ] as const)('at %i: %j', (now, words, identity) => {
    const none = { ...stateOf({}), kycRecords: [] };
    const input = { idDetails: { ...passport, number: 'auto-approve' } };
    const submitted = settled(rules.submit(none, { userId, input }, at(now)), now);
    const processing = stateOf({ identity: { status: 'processing' } });
    const approve = { userId, input: { action: 'approve', type: 'identity' } } as const;
    const reviewed = settled(rules.review(processing, approve, at(now)), now);
    for (const outcome of [submitted, reviewed]) {
      expect(wordsOf(outcome)).toEqual(['approved', ...words]);
      expect(identityIn(outcome.state)).toBe(identity);
    }
  });

  test('and a review after it has expired does not announce it again', () => {
    const before = passed(stateOf({}), expired).state;
    const approve = { userId, input: { action: 'approve', type: 'identity' } } as const;
    const outcome = settled(rules.review(before, approve, at(expired + 1)), expired + 1);
    expect(wordsOf(outcome)).toEqual(['approved']);
    expect(wordsOf(passed(outcome.state, expired + 10 ** 8))).toEqual([]);
  });
});

test.each(['approve', 'reject'] as const)(
  'a review of the address that says %s leaves out no stage',
  (action) => {
    const review = { userId, input: { action, type: 'address' } } as const;
    const [address, ...stages] = wordsOf(settled(rules.review(stateOf({}), review, at(grace)), grace));
    expect(address).toBe(action === 'approve' ? 'approved' : 'rejected');
    expect(stages).toEqual(['about-to-expire', 'in-grace-period']);
  },
);

describe('a renewal', () => {
  const renewed = (state: BusinessState, idDetails: Schemas['KycIdDetails'], now: number) =>
    settled(rules.renew(state, { userId, input: { idDetails } }, at(now)), now);
  const replacement = { type: 'passport', number: 'B2', expirationDate: '2026-12-31' };
  const stages = [
    ['before any stage', long],
    ['about-to-expire', near],
    ['in-grace-period', grace],
    ['expired', expired],
  ] as const;

  test.each(stages)('%s replaces the document and is verified anew', (_name, now) => {
    const { state, ...rest } = renewed(passed(stateOf({}), now).state, replacement, now);
    expect(wordsOf({ state, ...rest })).toEqual(['processing']);
    expect(state.kycRecords[0]?.document).toEqual({ details: replacement, stage: 'valid' });
    expect(wordsOf(passed(state, expired))).toEqual([]);
  });

  test.each(
    stages.flatMap(([name, now]) => [
      [name, now, 'auto-approve', 'approved'] as const,
      [name, now, 'AUTO-REJECT', 'rejected'] as const,
    ]),
  )('%s (%i) with %s is at once %s', (_name, now, number, want) => {
    const outcome = renewed(passed(stateOf({}), now).state, { ...replacement, number }, now);
    expect(wordsOf(outcome)).toEqual([want]);
    expect(identityIn(outcome.state)).toBe(want);
  });

  test('starts its own stages', () => {
    const { state } = renewed(
      stateOf({ stage: 'about-to-expire' }),
      { ...replacement, number: 'auto-approve' },
      near,
    );
    expect(rules.nextProgressAt(state, at(near))).toBe(secondsOf('2026-12-01T00:00:00Z'));
    expect(wordsOf(passed(state, secondsOf('2027-06-01T00:00:00Z')))).toEqual([
      'about-to-expire',
      'in-grace-period',
      'rejected',
      'expired',
    ]);
  });

  test('with the document that is on file announces none of its stages again', () => {
    const { state } = renewed(stateOf({ stage: 'in-grace-period' }), passport, grace);
    const approve = { userId, input: { action: 'approve', type: 'identity' } } as const;
    expect(wordsOf(settled(rules.review(state, approve, at(grace)), grace))).toEqual(['approved']);
  });

  test.each([
    ['the number', { number: 'B2' }],
    ['the type', { type: 'national-id' }],
    ['the expiry date', { expirationDate: '2026-03-30' }],
  ])('in which %s is another is another document', (_name, change) => {
    const { state } = renewed(stateOf({ stage: 'about-to-expire' }), { ...passport, ...change }, grace);
    const approve = { userId, input: { action: 'approve', type: 'identity' } } as const;
    const outcome = settled(rules.review(state, approve, at(near)), near);
    expect(wordsOf(outcome)).toEqual(['approved', 'about-to-expire']);
  });

  test.each([
    ['processing', 'valid'],
    ['pending', 'about-to-expire'],
    ['rejected', 'valid'],
    ['rejected', 'in-grace-period'],
  ] as const)('of an identity that is %s with a document that is %s is refused', (status, stage) => {
    const state = stateOf({ identity: { status }, stage });
    expect(() => renewed(state, replacement, grace)).toThrow(
      expect.objectContaining({ code: 'invalid_state' }),
    );
  });

  test('is refused before the first submission and without a document', () => {
    const none = { ...stateOf({}), kycRecords: [] };
    expect(() => renewed(none, replacement, near)).toThrow(
      expect.objectContaining({ code: 'invalid_state' }),
    );
    const renew = () => rules.renew(stateOf({}), { userId, input: {} }, at(near));
    expect(renew).toThrow(expect.objectContaining({ params: { idDetails: 'is missing' } }));
  });

  test('may also be a resubmission once the document has expired', () => {
    const before = passed(stateOf({}), expired).state;
    const command = { userId, input: { idDetails: replacement } };
    const { state, events } = rules.resubmit(before, command, at(expired));
    expect(wordsOf({ state, events })).toEqual(['processing']);
    expect(state.kycRecords[0]?.document).toEqual({ details: replacement, stage: 'valid' });
  });
});
