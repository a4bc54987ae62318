import { expect, test } from 'vitest';
import type { RequirementId } from '../../../openapi/catalogue.ts';
import { CaseEnded, Violation } from '../../engine/outcome.ts';
import { Tally } from '../../engine/tally.ts';
import type { Conclude } from '../../provider/model.ts';
import { concludeFrom } from '../../testing/conclude.ts';
import type { WebhookDelivery } from '../../webhooks/receiver.ts';
import type { DeliveryAttempt } from './attempts.ts';
import type { DeliveryState } from './model.ts';
import { judgeIds } from './observe.ts';
import { judgeAbsence, judgeRetry } from './retries.ts';

const sent = (id: unknown, stamp: number, more: Readonly<Record<string, unknown>> = {}, hookId = id) => ({
  method: 'POST',
  headers: { 'hook-id': String(hookId), 'hook-timestamp': String(stamp) },
  receivedAt: 0,
  rawBody: Buffer.alloc(0),
  body: '',
  json: { id, timestamp: stamp, ...more },
});

interface Told {
  /** Unix seconds, as all of its timestamps say. */
  readonly at: number;
  readonly answer?: string;
  readonly id?: string;
  readonly hookId?: string;
  /** What its `hook-timestamp` says instead. */
  readonly stamp?: number;
  /** What the timestamp of its envelope says instead. */
  readonly timestamp?: number;
  /** Since the clock was read. */
  readonly ranSeconds?: number;
}

const attemptOf = ({
  at,
  answer = '500',
  id = 'evt',
  hookId = id,
  stamp = at,
  timestamp = at,
  ranSeconds = 0,
}: Told): DeliveryAttempt => ({
  delivery: sent(id, stamp, { timestamp }, hookId),
  answer,
  arrived: { from: at, to: at },
  ranSeconds,
  stops: 0,
  made: { from: at, to: at },
});

/** What a settling step breaks, and which rules it has evaluated if it breaks none. */
function judged(settle: Conclude<DeliveryState>, before: Partial<DeliveryState> = {}) {
  const state: DeliveryState = { common: { now: 0, balance: 0 }, deliveries: [], retried: [], ...before };
  const found = concludeFrom(state, settle);
  if (!('states' in found)) {
    if (found.refusal instanceof Violation) return found.refusal.requirement;
    if (found.refusal instanceof CaseEnded) return 'not judged';
    throw found.refusal;
  }
  const tally = new Tally();
  found.alternative.commit(tally, new Map());
  return { evaluated: Object.keys(tally.evaluations).sort(), states: found.states };
}

/** The times of an event that nobody acknowledges, counted from the attempt before. */
const onTime = [0, 5, 305, 2_105, 9_305, 27_305, 63_305, 149_705];
const first = 1_800_000_000;
const refused = (count: number): Told[] => onTime.slice(0, count).map((time) => ({ at: first + time }));

const brokenBy = (attempts: readonly Told[], isLive = false): string | undefined => {
  const outcome = judged((alternative, state) =>
    judgeRetry(alternative, state, 'event A', attempts.map(attemptOf), isLive),
  );
  return typeof outcome === 'string' ? outcome : undefined;
};

test.each<[what: string, attempts: readonly Told[], broken: RequirementId | undefined]>([
  ['a first attempt', refused(1), undefined],
  ...onTime
    .slice(1)
    .map((_, at): [string, readonly Told[], undefined] => [
      `retry ${at + 1} in time`,
      refused(at + 2),
      undefined,
    ]),
  ['a first retry after 3 s', [...refused(1), { at: first + 2 }], 'RETRY-001'],
  ['a first retry after 67 s', [...refused(1), { at: first + 67 }], undefined],
  ['a first retry after 68 s', [...refused(1), { at: first + 68 }], 'RETRY-001'],
  ['a second retry after 1 min', [...refused(2), { at: first + 65 }], 'RETRY-002'],
  ['a third retry after 40 min', [...refused(3), { at: first + 2_705 }], 'RETRY-003'],
  ['a fourth retry after 3 h', [...refused(4), { at: first + 12_905 }], 'RETRY-004'],
  ['a fifth retry after 1 h', [...refused(5), { at: first + 12_905 }], 'RETRY-005'],
  ['a sixth retry after 5 h', [...refused(6), { at: first + 45_305 }], 'RETRY-006'],
  ['a seventh retry after 48 h', [...refused(7), { at: first + 236_105 }], 'RETRY-007'],
  ['an eighth retry', [...refused(8), { at: first + 236_105 }], 'RETRY-008'],
  ['a retry of what was acknowledged', [{ at: first, answer: '204' }, { at: first + 5 }], 'HOOK-011'],
  ['a retry of what was redirected', [{ at: first, answer: '302' }, { at: first + 5 }], undefined],
  ['another id', [...refused(1), { at: first + 5, id: 'other' }], 'HOOK-005'],
  ['another hook-id', [...refused(1), { at: first + 5, hookId: 'other' }], undefined],
  ['another id at once', [...refused(1), { at: first + 1, id: 'other' }], 'HOOK-013'],
  ['a hook-timestamp of 5 s ago', [{ at: first, stamp: first - 5 }], undefined],
  ['a hook-timestamp of 6 s ago', [{ at: first, stamp: first - 6 }], 'HOOK-009'],
  ['a hook-timestamp 6 s ahead', [{ at: first, stamp: first + 6 }], 'HOOK-009'],
  ['one of a clock that ran meanwhile', [{ at: first, stamp: first + 6, ranSeconds: 2 }], undefined],
  ['the hook-timestamp of the first attempt', [...refused(2), { at: first + 305, stamp: first }], undefined],
  ['a hook-timestamp of another time', [...refused(2), { at: first + 305, stamp: first + 100 }], 'HOOK-009'],
  ['the timestamp of the first attempt', [...refused(2), { at: first + 305, timestamp: first }], undefined],
  ['a timestamp of another time', [...refused(2), { at: first + 305, timestamp: first + 100 }], 'HOOK-006'],
])('%s', (_, attempts, broken) => {
  expect(brokenBy(attempts)).toBe(broken);
});

test('timestamps are not judged if the clock of the target is unknown', () => {
  expect(brokenBy([{ at: first, stamp: 0, timestamp: 0 }], true)).toBeUndefined();
});

test('delays may count from the first attempt or from the previous one, but not from both in turn', () => {
  const state = { counting: 'first attempt' } as const;
  const third = [...refused(2), { at: first + 300 }, { at: first + 1_800 }].map(attemptOf);
  const judge: Conclude<DeliveryState> = (alternative, after) =>
    judgeRetry(alternative, after, 'event A', third, false);
  expect(judged(judge, state)).toHaveProperty('states');
  expect(judged(judge, { counting: 'attempt before' })).toBe('RETRY-003');
});

test('a response that led to a retry is remembered', () => {
  const attempts = [{ at: first, answer: '404' }, { at: first + 5 }].map(attemptOf);
  const outcome = judged((alternative, state) => judgeRetry(alternative, state, 'event A', attempts, false));
  expect(outcome).toMatchObject({ states: [{ retried: ['404'] }, { retried: ['404'] }] });
  expect(outcome).toMatchObject({ evaluated: expect.arrayContaining(['HOOK-005', 'HOOK-012', 'RETRY-001']) });
});

const day = 86_400;
const waited = (
  attempts: readonly Told[],
  seconds: number,
  before: Partial<DeliveryState> = { retried: ['500'] },
) => {
  const made = attempts.map(attemptOf);
  const now = (made.at(-1)?.arrived.to ?? first) + seconds;
  return judged(
    (alternative, state) => judgeAbsence(alternative, state, 'event A', made, { now, isLive: false }),
    before,
  );
};

test.each<[what: string, attempts: readonly Told[], seconds: number, outcome: unknown]>([
  ['nothing was sent', [], day, { evaluated: [] }],
  ['a first retry may come still', refused(1), 66, { evaluated: [] }],
  ['no first retry came', refused(1), 67, 'RETRY-001'],
  ['no second retry came', refused(2), 362, 'RETRY-002'],
  ['a second retry may come still', refused(2), 361, { evaluated: [] }],
  ['no seventh retry came', refused(7), 95_043, 'RETRY-007'],
  ['nothing came at all after a refusal', refused(1), 2 * day + 1, 'HOOK-012'],
  ['nothing has to come after an acknowledgement', [{ at: first, answer: '200' }], 10, { evaluated: [] }],
  ['nothing came after an acknowledgement', [{ at: first, answer: '200' }], 11, { evaluated: ['HOOK-011'] }],
  ['nothing has to come after the last retry', refused(8), 2 * day, { evaluated: [] }],
  ['nothing came after the last retry', refused(8), 2 * day + 1, { evaluated: ['RETRY-008'] }],
])('%s', (_, attempts, seconds, outcome) => {
  const found = waited(attempts, seconds);
  if (typeof outcome === 'string') expect(found).toBe(outcome);
  else expect(found).toMatchObject(outcome as object);
});

test('a missing retry after a response that was never retried has no known cause', () => {
  expect(waited(refused(1), 67, { retried: ['404'] })).toBe('not judged');
});

const delivery = (id: string, answered: number, data: object, at = first): WebhookDelivery => ({
  ...sent(id, at, { eventType: 'payroll.status.updated', data }),
  answered,
});
const saved = { id: 'A', status: 'saved' };

test.each<[what: string, deliveries: readonly WebhookDelivery[], hasWaited: boolean, outcome: unknown]>([
  ['nothing', [], true, []],
  ['one that was acknowledged', [delivery('1', 200, saved)], true, ['HOOK-011']],
  ['one that was acknowledged just now', [delivery('1', 200, saved)], false, []],
  ['one that was redirected', [delivery('1', 300, saved)], true, []],
  ['one that was answered with less', [delivery('1', 199, saved)], true, []],
  ['a retry', [delivery('1', 500, saved), delivery('1', 299, saved)], true, ['HOOK-004', 'HOOK-011']],
  [
    'one more when a retry is due after 299',
    [delivery('1', 299, saved), delivery('1', 200, saved, first + 5)],
    true,
    'HOOK-011',
  ],
  [
    'one that was sent twice',
    [delivery('1', 299, saved), delivery('1', 500, saved, first + 1), delivery('1', 200, saved, first + 6)],
    true,
    ['HOOK-004', 'HOOK-011'],
  ],
  [
    'one more after 300',
    [delivery('1', 300, saved), delivery('1', 200, saved)],
    true,
    ['HOOK-004', 'HOOK-011'],
  ],
  ['ids of their own', [delivery('1', 500, saved), delivery('2', 500, saved)], true, ['HOOK-004']],
  [
    'one id for two resources',
    [delivery('1', 500, saved), delivery('1', 500, { id: 'B', status: 'saved' })],
    true,
    'HOOK-004',
  ],
  [
    'one id for two states',
    [delivery('1', 500, saved), delivery('1', 500, { id: 'A', status: 'approved' })],
    true,
    'HOOK-004',
  ],
])('of ids, an endpoint has received %s', (_, deliveries, hasWaited, outcome) => {
  const found = judged((alternative) => judgeIds(alternative, deliveries, hasWaited, () => true));
  expect(typeof found === 'string' ? found : found.evaluated).toEqual(outcome);
});

test('of two copies, the second may come while the clock is moved', () => {
  const copies = [delivery('1', 200, saved), delivery('1', 200, saved, first + day)];
  const found = judged((alternative) => judgeIds(alternative, copies, true, () => false));
  expect(found).toMatchObject({ evaluated: ['HOOK-004', 'HOOK-011'] });
});
