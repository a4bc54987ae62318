/** Sections "KYC" and "Sandbox-only behaviour" of the interface document: what one answer shows. */

import { randomUUID } from 'node:crypto';
import { anySuccess, type Expectation, errorOf } from '../../engine/expectation.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import { isSuccess } from '../../http/is-success.ts';
import type { Caller } from '../../http/message.ts';
import { succeeded } from '../../provider/answers.ts';
import type { Tenant } from '../../provider/businesses.ts';
import { dateAfter } from '../../provider/calendar.ts';
import { type Check, example } from '../../provider/check.ts';
import { EventLog } from '../../provider/event-log.ts';
import { envelopeOf } from '../../provider/inspect.ts';
import { emptyLedger } from '../../provider/ledger.ts';
import { modelCheck, type Part } from '../../provider/part.ts';
import { type ApiResponse, describe, show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { requirementsOf } from '../../provider/state-machines.ts';
import { drain, openTenant, timeOf } from '../../provider/tenant.ts';
import type { TestData } from '../../target/test-data.ts';
import type { UnansweredDelivery } from '../../webhooks/receiver.ts';
import { openUser } from '../persons/actions.ts';
import { createUser } from '../users/actions.ts';
import {
  documentedStatuses,
  type KycFiles,
  type KycSubmission,
  readVerification,
  rejectIdentity,
  replacement,
  review,
  submission,
  uploadKycFiles,
  yearsLater,
} from './actions.ts';
import { requireKnownIdentity } from './identity.ts';
import { freshUser, type KycContext, type KycState, nameOfUser, showUsers } from './model.ts';
import { look } from './observe.ts';
import { kycMoves, kycTours } from './tours.ts';

/** Every documented field, with a document that does not expire for years. */
const fullSubmission = (data: TestData, files: Partial<KycFiles> = {}, now: number) =>
  submission(data, files, { expirationDate: yearsLater(now) });

const fileFields = ['frontFileId', 'backFileId', 'selfieFileId', 'addressProofFileId'] as const;

/** Submissions with one id of no file each; where no file can be uploaded, one with such ids only. */
function withUnknownFiles(
  data: TestData,
  files: KycFiles | undefined,
  now: number,
): readonly (readonly [string, KycSubmission])[] {
  const withFiles = (some: Partial<KycFiles>) => fullSubmission(data, some, now);
  if (files === undefined) {
    const unknown = Object.fromEntries(fileFields.map((field) => [field, randomUUID()]));
    return [['every file', withFiles(unknown)]];
  }
  return fileFields.map((field) => [field, withFiles({ ...files, [field]: randomUUID() })]);
}

async function requireNotFound(
  scenario: Scenario,
  requirement: 'KYC-031' | 'KYC-032',
  answer: ApiResponse,
): Promise<void> {
  const holds = answer.status === 404;
  if (!holds) await requireKnownIdentity(scenario, answer);
  const expected = '404 for the id of a file that was not uploaded';
  scenario.require(requirement, holds, expected, describe(answer), {
    statuses: [404],
    seen: answer.status,
  });
}

/** What a read shows, whatever it says. */
async function requireRecord(scenario: Scenario, caller: Caller, userId: string): Promise<void> {
  const { statuses, written, present, text } = await readVerification(scenario, caller, userId);
  const wanted = 'the status of the component identity';
  const identity: Expectation = { values: [{ at: ['identity'], rule: { type: 'present' } }] };
  scenario.require('KYC-034', present.identity, wanted, text, identity);
  scenario.require('KYC-001', present.identity, wanted, text, identity);
  for (const [component, status] of Object.entries(statuses)) {
    if (status === undefined) continue;
    const expected = `one of ${documentedStatuses.join(', ')}`;
    scenario.require('KYC-002', documentedStatuses.includes(status), expected, show(status));
    const spelled = written[component as keyof typeof written];
    scenario.require('KYC-037', spelled === status, show(status), show(spelled));
  }
}

/** Reviews a user whose person is about to leave. */
async function reviewLeaving(scenario: Scenario, tenant: Tenant): Promise<void> {
  const { caller } = tenant;
  const { personId, userId } = await createUser(scenario, tenant);
  const body = { exitDate: dateAfter(timeOf(scenario, tenant), 30), reason: 'Resignation' };
  scenario.step('schedule the exit of another user, and approve the identity');
  const scheduled = await scenario.send('scheduleOffboarding', caller, { path: { personId }, body });
  if (succeeded(scheduled)) await review(scenario, caller, userId, 'approve', 'identity');
}

export const kycChecks: readonly Check[] = [
  example({
    id: 'kyc.answers',
    title: 'Submitting, reading and reviewing a verification returns the documented responses',
    covers: ['KYC-001', 'KYC-002', 'KYC-030', 'KYC-034', 'KYC-037', 'SANDBOX-004', 'SANDBOX-006'],
    needs: ['sandbox'],
    stateless: ['KYC-001', 'KYC-002', 'KYC-030', 'KYC-034', 'SANDBOX-004'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      const path = { userId: await openUser(scenario, tenant) };
      const files = await uploadKycFiles(scenario, caller);
      scenario.step('submit every documented field');
      const body = fullSubmission(scenario.data, files, timeOf(scenario, tenant));
      const answer = await scenario.send('submitKyc', caller, { path, body });
      await requireKnownIdentity(scenario, answer);
      if (files !== undefined) {
        const expected = 'a success status for every documented field with ids of uploaded files';
        scenario.require('KYC-030', succeeded(answer), expected, describe(answer), anySuccess);
      }
      scenario.step('read the verification');
      await requireRecord(scenario, caller, path.userId);
      scenario.step('approve the address');
      await review(scenario, caller, path.userId, 'approve', 'address');
      if (scenario.has('create-person', 'invite-user', 'schedule-offboarding'))
        await reviewLeaving(scenario, tenant);
    },
  }),
  example({
    id: 'kyc.renewal',
    title: 'A replacement for a document that is about to expire is accepted',
    covers: ['KYC-036', 'ERR-011'],
    needs: ['sandbox', 'renew-kyc'],
    stateless: ['KYC-036'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      const path = { userId: await openUser(scenario, tenant) };
      const files = await uploadKycFiles(scenario, caller);
      const expiry = dateAfter(timeOf(scenario, tenant), 10);
      scenario.step(`approve the identity with a document that expires on ${expiry}`);
      const body = submission(scenario.data, files ?? {}, { expirationDate: expiry });
      const submitted = await scenario.send('submitKyc', caller, { path, body });
      // The document does not say whether an identity document that expires so soon is accepted.
      if (submitted.status >= 300) throw new CaseEnded('The submission of the document was rejected.');
      await review(scenario, caller, path.userId, 'approve', 'identity');
      // A target may offer the renewal only once it has announced that the document is about to expire.
      await drain(scenario, tenant);
      scenario.step('submit a replacement document');
      const { status, json, text } = await scenario.askOnce('renewKyc', caller, {
        path,
        body: replacement(scenario.data, files ?? {}, yearsLater(timeOf(scenario, tenant))),
      });
      const expected = 'a success status';
      scenario.require('KYC-036', isSuccess(status), expected, describe({ status, text, json }), anySuccess);
    },
  }),
  example({
    id: 'kyc.unknown-files',
    title: 'A file id that was not uploaded is rejected with 404, and nothing is submitted',
    covers: ['KYC-031', 'KYC-032'],
    needs: ['sandbox'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      const userId = await openUser(scenario, tenant);
      const path = { userId };
      const files = await uploadKycFiles(scenario, caller);
      for (const [what, body] of withUnknownFiles(scenario.data, files, timeOf(scenario, tenant))) {
        scenario.independentStep(`submit with an unknown id of ${what}`);
        const answer = await scenario.send('submitKyc', caller, { path, body });
        await requireNotFound(scenario, 'KYC-031', answer);
      }
      scenario.setup('reject the identity');
      await rejectIdentity(scenario, caller, userId);
      for (const [what, body] of withUnknownFiles(scenario.data, files, timeOf(scenario, tenant))) {
        scenario.independentStep(`resubmit with an unknown id of ${what}`);
        const answer = await scenario.send('resubmitKyc', caller, { path, body });
        await requireNotFound(scenario, 'KYC-032', answer);
      }
    },
  }),
  example({
    id: 'kyc.review-bodies',
    title: 'A review with an unknown action or type is rejected',
    covers: ['SANDBOX-008'],
    needs: ['sandbox'],
    stateless: ['SANDBOX-008'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      const userId = await openUser(scenario, tenant);
      const path = { userId };
      for (const body of [
        { action: 'escalate', type: 'identity' },
        { action: '', type: 'address' },
        { action: 7, type: 'identity' },
        { action: 'approve', type: 'passport' },
        { action: 'reject', type: '' },
        { action: 'approve', type: ['identity', 'address'] },
      ]) {
        scenario.independentStep(`review with ${show(body)}`);
        const { status, json, text } = await scenario.send('reviewKyc', caller, { path, body });
        const code = (json as { code?: unknown } | undefined)?.code;
        const holds = status === 400 && code === 'invalid_request_body';
        const expected = '400 with the code invalid_request_body';
        scenario.require(
          'SANDBOX-008',
          holds,
          expected,
          describe({ status, text, json }),
          errorOf(400, 'invalid_request_body'),
        );
      }
    },
  }),
  example({
    id: 'kyc.partial-requests',
    title: 'Events of submissions and reviews with missing fields name identity or address',
    covers: ['EVENT-018', 'HOOK-002', 'HOOK-007'],
    needs: ['platform-token', 'sandbox', 'webhooks'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      const log = await EventLog.open(scenario, tenant);
      const path = { userId: await openUser(scenario, tenant) };
      const files = await uploadKycFiles(scenario, caller);
      const full = fullSubmission(scenario.data, files, timeOf(scenario, tenant));
      const { address: _, addressProofFileId: __, ...identity } = full;
      // Which fields are required is not shown, so each of these may be rejected.
      scenario.step('submit an identity without an address');
      await scenario.send('submitKyc', caller, { path, body: identity });
      for (const body of [{ action: 'approve' }, { type: 'identity' }, {}]) {
        scenario.step(`review with ${show(body)}`);
        await scenario.send('reviewKyc', caller, { path, body });
      }
      await log.look();
    },
  }),
];

async function onArrival(
  scenario: Scenario,
  { fixture, ids, whenExpired }: KycContext,
  delivery: UnansweredDelivery,
): Promise<void> {
  const { eventType, data } = envelopeOf(delivery);
  const id = ids.find((each) => each === data?.userId);
  if (eventType !== 'user.kyc.expiry' || data?.stage !== 'expired' || id === undefined) return;
  try {
    const { statuses } = await readVerification(scenario, fixture.tenant.caller, id);
    if (statuses.identity !== undefined && !whenExpired.has(id)) whenExpired.set(id, statuses.identity);
  } catch {
    // The next look reads the same and reports what is wrong with the response.
  }
}

export const kycPart: Part<KycContext, KycState> = {
  open: async (scenario, { fixture, common }) => {
    const id = await openUser(scenario, fixture.tenant);
    const files = await uploadKycFiles(scenario, fixture.tenant.caller);
    const context: KycContext = { fixture, files, ids: [id], dates: new Map(), whenExpired: new Map() };
    const { endpoint } = fixture;
    if (endpoint !== undefined)
      endpoint.channel.meanwhile = (delivery) => onArrival(scenario, context, delivery);
    return {
      context,
      state: {
        common,
        users: [freshUser(nameOfUser(0))],
        events: emptyLedger(),
        cause: 'other',
        lookedAt: common.now,
      },
    };
  },
  moves: kycMoves,
  tours: kycTours,
  look,
  show: showUsers,
};

export const kycModel: Check = modelCheck(kycPart, {
  id: 'kyc.model',
  title: 'Random sequences of submitting, reviewing, renewing and waiting follow the documented KYC states',
  covers: [
    ...new Set([
      ...requirementsOf('kyc'),
      ...requirementsOf('document-expiry'),
      'KYC-001',
      'KYC-002',
      'KYC-023',
      'KYC-024',
      'KYC-030',
      'KYC-034',
      'KYC-035',
      'KYC-036',
      'EXPIRY-006',
      'EXPIRY-012',
      'SANDBOX-004',
      'SANDBOX-005',
      'SANDBOX-007',
      'SANDBOX-016',
      'SANDBOX-017',
      'EVENT-018',
      'EVENT-020',
      'HOOK-007',
      'HOOK-013',
    ] as const),
  ],
  needs: ['sandbox'],
  runs: ({ modelRuns }) => Math.ceil(modelRuns / 4),
});
