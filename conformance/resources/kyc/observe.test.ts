import { expect, test } from 'vitest';
import type { RequirementId } from '../../../openapi/catalogue.ts';
import { CaseEnded, Violation } from '../../engine/outcome.ts';
import type { Envelope } from '../../provider/inspect.ts';
import { emptyLedger } from '../../provider/ledger.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { concludeFrom } from '../../testing/conclude.ts';
import type { ExpectedDocument } from './document.ts';
import {
  become,
  type ExpectedUser,
  freshUser,
  type KycContext,
  type KycState,
  mayRepeat,
  nameOfUser,
} from './model.ts';
import { look } from './observe.ts';

const tenantKey = 'ours';
const seconds = (time: string) => Date.parse(time) / 1_000;
const noon = seconds('2027-01-15T13:00:00Z');
const day = 86_400;

interface Given {
  /** The expected state of the user before the step. */
  readonly before?: (user: ExpectedUser, state: KycState) => void;
  /** What the step itself makes of the user. */
  readonly step?: (user: ExpectedUser, state: KycState) => void;
  readonly cause?: KycState['cause'];
  /** How long the step takes. */
  readonly waits?: number;
  /** The answer to a read; not success without. */
  readonly read?: Readonly<Record<string, unknown>>;
  /** All that was announced by now; nothing can be without. */
  readonly events?: readonly Envelope[];
  /** What a read had shown when the document was announced as expired. */
  readonly asItCame?: string;
}

const isStatus = (status: ExpectedUser['identity']['phase']) => (user: ExpectedUser) => {
  user.identity.phase = status;
  user.identity.undecidedSince = noon;
};

/** The rule that is broken by what is seen after a step, or why the case ended; undefined when all is well. */
async function brokenBy(given: Given): Promise<RequirementId | string | undefined> {
  const { before, step, cause = 'other', waits = 0, read, events, asItCame } = given;
  const user = freshUser(nameOfUser(0));
  const state: KycState = {
    common: { now: noon, balance: 0 },
    users: [user],
    events: emptyLedger(),
    cause,
    lookedAt: noon,
  };
  before?.(user, state);
  const scenario = {
    send: async () =>
      read ? { status: 200, json: read, text: '' } : { status: 500, json: undefined, text: 'no' },
  } as unknown as Scenario;
  const tenant = { caller: { token: 'any' }, tenantKey };
  const context = {
    fixture: { tenant, endpoint: { id: 'any' }, conclusive: events !== undefined },
    ids: ['id of A'],
    whenExpired: new Map(asItCame === undefined ? [] : [['id of A', asItCame]]),
  } as unknown as KycContext;
  const judge = await look(scenario, state, context, { events: events ?? [], balance: undefined });
  const found = concludeFrom(state, (alternative, after) => {
    const [same] = after.users;
    if (same !== undefined) step?.(same, after);
    after.common.now += waits;
    judge(alternative, after);
  });
  if ('states' in found) return undefined;
  if (found.refusal instanceof Violation) return found.refusal.requirement;
  if (found.refusal instanceof CaseEnded) return found.refusal.message;
  throw found.refusal;
}

/** An approved user, with a document that expires on a day, and may have been replaced by one that nobody has decided about. */
const withDocument =
  (expiry: string, isRenewing = false) =>
  (user: ExpectedUser) => {
    user.identity.phase = 'approved';
    user.documents.push({ expiry, entered: [] });
    if (isRenewing) user.renewing = true;
  };

const approved = { before: isStatus('approved') };
const rejected = { before: isStatus('rejected') };
const processing = { before: isStatus('processing') };
const pending = { before: isStatus('pending') };

test.each<[what: string, given: Given, broken: RequirementId | string | undefined]>([
  ['nothing, before anything was submitted', {}, undefined],
  ['a decision, before anything was submitted', { read: { identity: 'approved' } }, 'KYC-014'],
  ['an error', { ...processing }, 'ERR-007'],
  ['no identity', { ...processing, read: {} }, 'KYC-034'],
  ['an identity that is null', { ...processing, read: { identity: null } }, 'KYC-034'],
  [
    'an identity of a shape of its own',
    { ...processing, read: { identity: 7 } },
    'The target shows no status in a known spelling',
  ],
  ['the status as a field', { ...processing, read: { identity: { status: 'processing' } } }, undefined],
  ['an unknown status', { ...processing, read: { identity: 'in review' } }, 'KYC-002'],
  ['an unknown status in place of pending', { ...pending, read: { identity: 'none' } }, 'KYC-002'],
  ['that it is pending', { ...processing, read: { identity: 'pending' } }, undefined],
  ['a result that nobody has given', { ...processing, read: { identity: 'approved' } }, 'KYC-014'],
  ['a result of what was pending', { ...pending, read: { identity: 'rejected' } }, 'KYC-014'],
  ['that it is processing again', { ...rejected, read: { identity: 'processing' } }, 'KYC-018'],
  ['that it is not approved any more', { ...approved, read: { identity: 'processing' } }, 'KYC-017'],
  [
    'that it is not approved after some time, without a document',
    { ...approved, waits: day, read: { identity: 'rejected' } },
    'EXPIRY-006',
  ],
  [
    'that it is rejected after some time, with a document that is valid',
    { before: withDocument('2027-01-18'), waits: day, read: { identity: 'rejected' } },
    'EXPIRY-012',
  ],
  [
    'that it is not approved after some time, with a document that is valid',
    { before: withDocument('2027-01-18'), waits: day, read: { identity: 'processing' } },
    'EXPIRY-006',
  ],
  [
    'that it is rejected on the day on which the document expires',
    { before: withDocument('2027-01-16'), waits: day, read: { identity: 'rejected' } },
    'EXPIRY-006',
  ],
  [
    'that it is rejected while a replacement is undecided',
    { before: withDocument('2027-01-18', true), waits: day, read: { identity: 'rejected' } },
    'EXPIRY-006',
  ],
  [
    'what a refused resubmission should not do',
    { ...approved, cause: 'refusal', read: { identity: 'processing' } },
    'KYC-022',
  ],
  [
    'that a review of the other has decided it',
    { ...pending, cause: 'review', read: { identity: 'approved' } },
    'SANDBOX-005',
  ],
  [
    'that a review of the other has touched it',
    { ...approved, cause: 'review', read: { identity: 'processing' } },
    'KYC-019',
  ],
  [
    'processing, a quarter of a year later',
    { ...processing, waits: 90 * day, read: { identity: 'processing' }, events: [] },
    'KYC-013',
  ],
  [
    'processing, shortly before',
    { ...processing, waits: 90 * day - 1, read: { identity: 'processing' }, events: [] },
    undefined,
  ],
  [
    'processing, where nothing is certain',
    { ...processing, waits: day, read: { identity: 'processing' } },
    undefined,
  ],
  [
    'no address that was submitted',
    {
      before: (user) => {
        user.identity.phase = 'approved';
        user.address.phase = 'rejected';
      },
      read: { identity: 'approved' },
    },
    'KYC-035',
  ],
])('a read shows %s', async (_, given, broken) => {
  const found = await brokenBy(given);
  if (broken?.startsWith('The target shows no status')) expect(found).toContain(broken);
  else expect(found).toBe(broken);
});

const update = (
  status: string,
  { id = status, type = 'identity', userId = 'id of A', key = tenantKey } = {},
): Envelope => ({
  eventType: 'user.kyc.updated',
  id,
  data: { userId, type, status, tenantKey: key },
});

const submit = (user: ExpectedUser, state: KycState) =>
  become(state, user, 'identity', 'processing', { restsOn: ['KYC-010'], rule: 'KYC-011' });
const approve = (user: ExpectedUser, state: KycState) =>
  become(state, user, 'identity', 'approved', { restsOn: ['KYC-017'], rule: 'KYC-020', always: true });
const submitted = { step: submit, read: { identity: 'processing' } };
const reviewed = { ...processing, step: approve, cause: 'review', read: { identity: 'approved' } } as const;

test.each<[what: string, given: Given, broken: RequirementId | undefined]>([
  ['a submission: processing', { ...submitted, events: [update('processing')] }, undefined],
  ['a submission: nothing', { ...submitted, events: [] }, 'KYC-011'],
  ['a submission: nothing, where nothing can be', submitted, undefined],
  [
    'a submission: another component',
    { ...submitted, events: [update('processing', { type: 'address' })] },
    'KYC-011',
  ],
  [
    'a submission: processing twice',
    { ...submitted, events: [update('processing'), update('processing', { id: 'again' })] },
    'HOOK-013',
  ],
  [
    'a submission: the same twice',
    { ...submitted, events: [update('processing'), update('processing')] },
    undefined,
  ],
  ['a submission: a result', { ...submitted, events: [update('processing'), update('approved')] }, 'KYC-014'],
  [
    'a submission that came to nothing',
    { ...submitted, read: { identity: 'approved' }, events: [update('processing')] },
    'KYC-010',
  ],
  ['a review: approved', { ...reviewed, events: [update('approved')] }, undefined],
  ['a review: nothing', { ...reviewed, events: [] }, 'KYC-020'],
  [
    'a review: something else as well',
    { ...reviewed, events: [update('approved'), update('rejected')] },
    'KYC-019',
  ],
  [
    'a review that came to nothing',
    { ...reviewed, read: { identity: 'processing' }, events: [update('approved')] },
    'KYC-017',
  ],
  [
    'a review of what is so: once more',
    {
      ...approved,
      step: (user, state) => mayRepeat(state, user.identity),
      read: { identity: 'approved' },
      events: [update('approved')],
    },
    undefined,
  ],
  [
    'a refused resubmission: processing',
    { ...approved, cause: 'refusal', read: { identity: 'approved' }, events: [update('processing')] },
    'KYC-022',
  ],
  [
    'nothing: what is so',
    { ...approved, read: { identity: 'approved' }, events: [update('approved')] },
    'HOOK-013',
  ],
  [
    'nothing: something else',
    { ...approved, read: { identity: 'approved' }, events: [update('rejected')] },
    'KYC-020',
  ],
  [
    'nothing: pending',
    { ...pending, read: { identity: 'pending' }, events: [update('processing')] },
    'HOOK-013',
  ],
  ['nothing, of another business', { events: [update('approved', { key: 'theirs' })] }, 'HOOK-007'],
  ['nothing, of somebody unknown', { events: [update('approved', { userId: 'nobody' })] }, 'EVENT-018'],
  ['nothing, of an unknown component', { events: [update('approved', { type: 'phone' })] }, 'KYC-001'],
])('after %s', async (_, given, broken) => {
  expect(await brokenBy(given)).toBe(broken);
});

const expiry = '2027-06-30';
const stageOf = (stage: string, { id = stage, userId = 'id of A', expiryDate = expiry } = {}): Envelope => ({
  eventType: 'user.kyc.expiry',
  id,
  data: { userId, stage, expiryDate, tenantKey },
});

/** Times at which the document is in a stage beyond doubt, and just before it can be in one anywhere. */
const [early, near, eve, grace, lastDays, over] = [
  '2027-05-30T09:59:59Z',
  '2027-06-02T13:00:00Z',
  '2027-06-29T09:59:59Z',
  '2027-07-02T13:00:00Z',
  '2027-08-28T09:59:59Z',
  '2027-08-31T13:00:00Z',
].map(seconds) as [number, number, number, number, number, number];

const held =
  (more: Partial<ExpectedDocument> = {}, status: 'approved' | 'rejected' = 'approved') =>
  (user: ExpectedUser) => {
    user.identity.phase = status;
    user.documents.push({ expiry, inForceSince: noon, entered: [], ...more });
  };

const until = (time: number, events: readonly Envelope[], more: Partial<Given> = {}): Given => ({
  before: held(),
  waits: time - noon,
  read: { identity: 'approved' },
  events,
  ...more,
});
const [first, second, third] = ['about-to-expire', 'in-grace-period', 'expired'].map((stage) =>
  stageOf(stage),
) as [Envelope, Envelope, Envelope];
const gone = { read: { identity: 'rejected' } };

test.each<[what: string, given: Given, broken: RequirementId | undefined]>([
  ['nothing long before', until(early, []), undefined],
  ['a stage long before', until(early, [first]), 'LIMIT-002'],
  ['nothing when it is about to expire', until(near, []), 'EXPIRY-001'],
  ['about-to-expire in time', until(near, [first]), undefined],
  ['about-to-expire twice', until(near, [first, stageOf('about-to-expire', { id: 'again' })]), 'EXPIRY-005'],
  ['in-grace-period on the eve', until(eve, [first, second]), 'EXPIRY-002'],
  ['expired on the eve', until(eve, [first, third]), 'LIMIT-003'],
  ['nothing more in the grace period', until(grace, [first]), 'EXPIRY-002'],
  ['in-grace-period in time', until(grace, [first, second]), undefined],
  ['expired on one of the last days', until(lastDays, [first, second, third]), 'LIMIT-003'],
  ['nothing more when it is over', until(over, [first, second, update('rejected')], gone), 'EXPIRY-003'],
  [
    'all when it is over',
    until(over, [first, second, update('rejected'), third], { ...gone, asItCame: 'rejected' }),
    undefined,
  ],
  ['all but the rejection', until(over, [first, second, third], gone), 'EVENT-019'],
  ['expired, and is approved still', until(over, [first, second, update('rejected'), third]), 'EXPIRY-004'],
  [
    'expired, and was approved when the event came',
    until(over, [first, second, update('rejected'), third], { ...gone, asItCame: 'approved' }),
    'EXPIRY-004',
  ],
  ['another document', until(near, [first, stageOf('expired', { expiryDate: '2027-01-01' })]), 'EVENT-020'],
  ['somebody else', until(near, [first, stageOf('expired', { userId: 'nobody' })]), 'EVENT-020'],
  [
    'nothing, of an identity that is rejected',
    until(near, [], { before: held({}, 'rejected'), ...gone }),
    undefined,
  ],
  [
    'nothing, of a document that is not in force',
    until(near, [], {
      before: (user) => {
        held()(user);
        for (const document of user.documents) delete document.inForceSince;
      },
    }),
    undefined,
  ],
  [
    'what it announced before it lapsed',
    until(near, [], { before: held({ lapsed: true, inForceSince: near - day }) }),
    undefined,
  ],
])('a document announces %s', async (_, given, broken) => {
  expect(await brokenBy(given)).toBe(broken);
});
