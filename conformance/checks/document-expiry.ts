/** Section "States and transitions, KYC": the expiry of the identity document. */
import fc from 'fast-check';
import type { RequirementId, TransitionId } from '../../openapi/catalogue.ts';
import {
  type Action,
  announcedIds,
  decided,
  documentNumber,
  idDetails,
  isUndecided,
  readStatuses,
  review,
  submission,
  uploadKycFiles,
} from '../actions/kyc.ts';
import { dateAfter } from '../actions/payroll.ts';
import { openUser } from '../actions/people.ts';
import { advance, drain, endpointFor, openTenant, type Tenant } from '../actions/tenant.ts';
import { type Check, property } from '../engine/check.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { type Endpoint, type Scenario, show } from '../engine/scenario.ts';
import { earliestStart, latestStart, midnight } from '../models/calendar.ts';

const stages = ['about-to-expire', 'in-grace-period', 'expired'] as const;
type Stage = (typeof stages)[number];

const entered: Record<Stage, RequirementId> = {
  'about-to-expire': 'EXPIRY-001',
  'in-grace-period': 'EXPIRY-002',
  expired: 'EXPIRY-003',
};
const renewedAt: Record<Stage, RequirementId> = {
  'about-to-expire': 'EXPIRY-007',
  'in-grace-period': 'EXPIRY-008',
  expired: 'EXPIRY-009',
};
const transitions: Record<Stage, readonly TransitionId[]> = {
  'about-to-expire': ['document-expiry/near-expiry'],
  'in-grace-period': ['document-expiry/enter-grace'],
  expired: ['document-expiry/expire', 'kyc/expire'],
};
const renewals: Record<Stage, TransitionId> = {
  'about-to-expire': 'document-expiry/renew-early',
  'in-grace-period': 'document-expiry/renew-in-grace',
  expired: 'document-expiry/renew-late',
};

const dayAfter = (date: string, days: number) => dateAfter(midnight(date), days);

/** A moment at which the stage of a document is beyond doubt, whatever the time zone and whichever end of the day. */
interface Moment {
  readonly label: string;
  readonly at: (expiry: string) => number;
  readonly stage: Stage | undefined;
}

const minute = 60;

const moments: readonly Moment[] = [
  {
    label: 'the last minute that is surely more than 30 days before the expiry',
    at: (expiry) => earliestStart(dayAfter(expiry, -30)) - minute,
    stage: undefined,
  },
  {
    label: '29 days before the expiry',
    at: (expiry) => latestStart(dayAfter(expiry, -29)),
    stage: 'about-to-expire',
  },
  {
    label: 'the last minute that is surely before the expiry',
    at: (expiry) => earliestStart(expiry) - minute,
    stage: 'about-to-expire',
  },
  {
    label: 'the day after the expiry',
    at: (expiry) => latestStart(dayAfter(expiry, 1)),
    stage: 'in-grace-period',
  },
  {
    label: 'the last minute that is surely within the 60 days of grace',
    at: (expiry) => earliestStart(dayAfter(expiry, 60)) - minute,
    stage: 'in-grace-period',
  },
  {
    label: 'the 61st day after the expiry',
    at: (expiry) => latestStart(dayAfter(expiry, 61)),
    stage: 'expired',
  },
  { label: 'a year after the expiry', at: (expiry) => latestStart(dayAfter(expiry, 365)), stage: 'expired' },
];

/** A user whose identity was approved with a document that expires. */
interface Holder {
  readonly tenant: Tenant;
  readonly userId: string;
  readonly expiry: string;
  /** Time of the business. */
  readonly now: number;
}

/** @param by how the identity gets approved. */
async function openHolder(
  scenario: Scenario,
  tenant: Tenant,
  lead: number,
  by: 'sentinel' | 'review',
): Promise<Holder> {
  const { caller } = tenant;
  const userId = await openUser(scenario, tenant);
  const files = await uploadKycFiles(scenario, caller);
  const now = scenario.has('clock') ? await advance(scenario, tenant, 0) : Math.floor(Date.now() / 1_000);
  const expiry = dateAfter(now, lead);
  scenario.step(`approve the identity with a document that expires on ${expiry}, in ${lead} days`);
  const number = by === 'sentinel' ? 'auto-approve' : documentNumber();
  const body = submission(files, idDetails(number, expiry, files));
  const { status } = await scenario.send('submitKyc', caller, { path: { userId }, body });
  // Whether a document that expires so soon is taken is not shown.
  if (status >= 300)
    throw new CaseEnded(`A document that expires in ${lead} days was answered with ${status}.`);
  if (by === 'review') await review(scenario, caller, userId, 'approve', 'identity');
  const { identity } = await readStatuses(scenario, caller, userId);
  if (identity !== 'approved') throw new CaseEnded(`The identity is ${identity} and not approved.`);
  return { tenant, userId, expiry, now };
}

/** What is broken when a stage is announced before the document has entered it. */
function tooEarly(stage: Stage, current: Stage | undefined): RequirementId {
  if (current === undefined) return 'LIMIT-002';
  return stage === 'expired' ? 'LIMIT-003' : entered[stage];
}

function judgeStages(
  scenario: Scenario,
  endpoint: Endpoint,
  userId: string,
  current: Stage | undefined,
): ReadonlySet<Stage> {
  const rank = current === undefined ? -1 : stages.indexOf(current);
  const announced = new Set<Stage>();
  for (const [index, stage] of stages.entries()) {
    const ids = announcedIds(scenario, endpoint, 'user.kyc.expiry', { userId, stage });
    if (ids.size > 0) announced.add(stage);
    if (index > rank) {
      scenario.require(tooEarly(stage, current), ids.size === 0, {
        expected: `no user.kyc.expiry with ${stage} yet`,
        actual: 'such an event',
      });
    }
    scenario.require('EXPIRY-005', ids.size <= 1, {
      expected: `${stage} announced once`,
      actual: `${ids.size} events with ids of their own`,
    });
  }
  if (current !== undefined && scenario.has('drain')) {
    const held = scenario.require(entered[current], announced.has(current), {
      expected: `user.kyc.expiry with ${current}`,
      actual: announced.size === 0 ? 'no such event' : `only ${[...announced].join(', ')}`,
    });
    if (held) for (const transition of transitions[current]) scenario.took(transition);
  }
  return announced;
}

/** The statuses that `user.kyc.updated` announces. */
const announcedStatuses: ReadonlySet<string> = new Set(['processing', 'approved', 'rejected']);

/** Expiry of a replacement, beyond every stage of the document before it. */
const replacement = (now: number) => dateAfter(now, 1_200);

async function requireRenewed(scenario: Scenario, holder: Holder, stage: Stage): Promise<void> {
  const { userId, tenant } = holder;
  const { caller } = tenant;
  const files = await uploadKycFiles(scenario, caller);
  scenario.step(`submit a replacement while the document is ${stage}`);
  const body = { idDetails: idDetails(documentNumber(), replacement(holder.now), files) };
  const { status, json, text } = await scenario.send('renewKyc', caller, { path: { userId }, body });
  const evidence = { expected: 'a success status', actual: `${status} with ${show(json ?? text)}` };
  const accepted = status >= 200 && status < 300;
  scenario.require(renewedAt[stage], accepted, evidence);
  if (stage === 'about-to-expire') scenario.require('KYC-036', accepted, evidence);
  if (!accepted) throw new CaseEnded('A replacement was refused.');
  scenario.took(renewals[stage]);
}

interface ExpiryCase {
  /** Days from the approval to the expiry. */
  readonly lead: number;
  readonly by: 'sentinel' | 'review';
  /** Which of the moments are looked at, in their order. */
  readonly stops: readonly number[];
}

interface RenewalCase {
  readonly stage: Stage;
  readonly action: Action;
}

export const documentExpiryChecks: readonly Check[] = [
  property<ExpiryCase>({
    id: 'kyc.document-expiry',
    title: 'A document announces each stage of its expiry once, when it enters it',
    covers: [
      'EXPIRY-001',
      'EXPIRY-002',
      'EXPIRY-003',
      'EXPIRY-004',
      'EXPIRY-005',
      'EXPIRY-006',
      'LIMIT-002',
      'LIMIT-003',
    ],
    needs: ['sandbox', 'clock', 'webhooks'],
    examples: [
      { lead: 40, by: 'sentinel', stops: [0, 1, 2, 3, 4, 5, 6] },
      { lead: 10, by: 'review', stops: [2, 3, 5] },
      { lead: 90, by: 'review', stops: [4, 6] },
    ],
    arbitrary: () =>
      fc.record({
        lead: fc.oneof(fc.integer({ min: 33, max: 500 }), fc.integer({ min: 2, max: 28 })),
        by: fc.constantFrom('sentinel', 'review'),
        stops: fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }),
      }),
    runs: ({ propertyRuns }) => 3 + Math.ceil(propertyRuns / 5),
    run: async (scenario, { lead, by, stops }) => {
      const tenant = await openTenant(scenario);
      const endpoint = await endpointFor(scenario, tenant);
      const holder = await openHolder(scenario, tenant, lead, by);
      const { userId, expiry } = holder;
      let { now } = holder;
      await drain(scenario, tenant);
      if (now < earliestStart(dayAfter(expiry, -30))) judgeStages(scenario, endpoint, userId, undefined);
      if (now >= latestStart(dayAfter(expiry, -29)) && now < earliestStart(expiry)) {
        judgeStages(scenario, endpoint, userId, 'about-to-expire');
      }
      let last: Stage | undefined;
      for (const { label, at, stage } of stops.map((stop) => moments[stop] as Moment)) {
        if (at(expiry) <= now) continue;
        scenario.step(`advance the clock to ${label}`);
        now = await advance(scenario, tenant, at(expiry) - now);
        const announced = judgeStages(scenario, endpoint, userId, stage);
        last = stage;
        const { identity } = await readStatuses(scenario, tenant.caller, userId);
        if (stage !== 'expired') {
          scenario.require('EXPIRY-006', identity === 'approved', {
            expected: 'identity approved until the grace period has passed',
            actual: `identity ${identity}`,
          });
        } else if (announced.has('expired')) {
          scenario.require('EXPIRY-004', identity === 'rejected', {
            expected: 'identity rejected when expired is announced',
            actual: `identity ${identity}`,
          });
        }
      }
      if (last === undefined || last === 'expired') return;
      scenario.step('approve the identity again');
      await review(scenario, tenant.caller, userId, 'approve', 'identity');
      await drain(scenario, tenant);
      judgeStages(scenario, endpoint, userId, last);
    },
  }),
  property<RenewalCase>({
    id: 'kyc.renewal',
    title: 'A replacement document can be submitted at every stage, and its outcome is announced',
    covers: ['EXPIRY-001', 'EXPIRY-007', 'EXPIRY-008', 'EXPIRY-009', 'EXPIRY-011', 'EVENT-019', 'KYC-036'],
    needs: ['sandbox', 'renew-kyc'],
    stateless: ['KYC-036'],
    examples: [
      { stage: 'about-to-expire', action: 'approve' },
      { stage: 'in-grace-period', action: 'approve' },
      { stage: 'expired', action: 'approve' },
      { stage: 'in-grace-period', action: 'reject' },
    ],
    arbitrary: () =>
      fc.record({
        stage: fc.constantFrom(...stages),
        action: fc.constantFrom('approve', 'reject'),
      }),
    runs: ({ propertyRuns }) => 4 + Math.floor(propertyRuns / 10),
    run: async (scenario, { stage, action }) => {
      // Without a clock only a document that is about to expire can be had.
      if (stage !== 'about-to-expire' && !scenario.has('clock')) return;
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      const endpoint = scenario.has('webhooks', 'drain') ? await endpointFor(scenario, tenant) : undefined;
      const holder = await openHolder(scenario, tenant, 10, 'sentinel');
      const { userId, expiry } = holder;
      let { now } = holder;
      if (stage !== 'about-to-expire') {
        scenario.step(`advance the clock until the document is ${stage}`);
        const until = latestStart(dayAfter(expiry, stage === 'expired' ? 61 : 1));
        now = await advance(scenario, tenant, until - now);
      }
      const announced = async (fields: Readonly<Record<string, string>>) => {
        await drain(scenario, tenant);
        if (endpoint === undefined) return new Set();
        return announcedIds(scenario, endpoint, 'user.kyc.updated', { userId, type: 'identity', ...fields });
      };
      const { identity: before } = await readStatuses(scenario, caller, userId);
      const earlier = await announced({});
      await requireRenewed(scenario, holder, stage);
      const { identity: after } = await readStatuses(scenario, caller, userId);
      // Which status a renewal leads to is not shown.
      if (endpoint !== undefined && after !== undefined && after !== before && announcedStatuses.has(after)) {
        const fresh = [...(await announced({ status: after }))].filter((id) => !earlier.has(id));
        scenario.require('EVENT-019', fresh.length > 0, {
          expected: `user.kyc.updated with ${after} for identity, which was ${before}`,
          actual: 'no such event',
        });
      }
      const outcome = { status: decided[action] };
      const sent = (await announced(outcome)).size;
      scenario.step(`${action} the replacement`);
      await review(scenario, caller, userId, action, 'identity');
      if (endpoint === undefined) return;
      scenario.require('EXPIRY-011', (await announced(outcome)).size > sent, {
        expected: `user.kyc.updated with ${decided[action]} for identity`,
        actual: 'no such event',
      });
      if (action !== 'approve' || !scenario.has('clock')) return;
      const warnings = () =>
        announcedIds(scenario, endpoint, 'user.kyc.expiry', { userId, stage: 'about-to-expire' }).size;
      const warned = warnings();
      scenario.step('advance the clock until the replacement is about to expire');
      await advance(scenario, tenant, latestStart(dayAfter(replacement(holder.now), -29)) - now);
      scenario.require('EXPIRY-001', warnings() > warned, {
        expected: 'user.kyc.expiry with about-to-expire for the replacement',
        actual: 'no such event',
      });
    },
  }),
  property({
    id: 'kyc.expired-resubmission',
    title: 'After a document has expired, the identity can be resubmitted',
    covers: ['EXPIRY-010'],
    needs: ['sandbox', 'clock'],
    arbitrary: () => fc.constantFrom('sentinel' as const, 'review' as const),
    runs: () => 2,
    run: async (scenario, by) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      const { userId, expiry, now } = await openHolder(scenario, tenant, 10, by);
      const files = await uploadKycFiles(scenario, caller);
      scenario.step('advance the clock until the document has expired');
      const after = await advance(scenario, tenant, latestStart(dayAfter(expiry, 61)) - now);
      const before = (await readStatuses(scenario, caller, userId)).identity;
      if (before !== 'rejected') throw new CaseEnded(`The identity is ${before} and cannot be resubmitted.`);
      scenario.step('resubmit with another document');
      const body = submission(files, idDetails(documentNumber(), dateAfter(after, 1_200), files));
      const { status, json, text } = await scenario.send('resubmitKyc', caller, { path: { userId }, body });
      const accepted = status >= 200 && status < 300;
      // Without files, which a target may want, a refusal says nothing.
      if (!accepted && files === undefined)
        throw new CaseEnded(`A resubmission was answered with ${status}.`);
      const { identity } = await readStatuses(scenario, caller, userId);
      scenario.require('EXPIRY-010', accepted && isUndecided(identity), {
        expected: 'a success status, and identity in processing',
        actual: `${status} with ${show(json ?? text)}, and identity ${identity}`,
      });
      scenario.took('document-expiry/resubmit');
    },
  }),
];
