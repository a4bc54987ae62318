/** Sections "KYC" and "Sandbox-only behaviour" of the interface document: submissions. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import {
  announcedIds,
  deliver,
  idDetails,
  isUndecided,
  type KycFiles,
  type KycSubmission,
  readStatuses,
  rejectIdentity,
  submission,
  uploadKycFiles,
} from '../actions/kyc.ts';
import { openUser } from '../actions/people.ts';
import { advance, drain, endpointFor, openTenant } from '../actions/tenant.ts';
import { type Check, example, property } from '../engine/check.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { type ApiResponse, type Scenario, show } from '../engine/scenario.ts';
import type { Caller } from '../http/message.ts';

const sentinel = 'auto-approve';

/** The sentinel with any of its letters in capitals, all of them included. */
const capitalised = fc
  .array(fc.boolean(), { minLength: sentinel.length, maxLength: sentinel.length })
  .map((upper) => [...sentinel].map((letter, at) => (upper[at] ? letter.toUpperCase() : letter)).join(''))
  .filter((number) => number !== sentinel);

interface SentinelCase {
  readonly number: string;
  readonly files: boolean;
  readonly resubmitted: boolean;
}

const componentNames = ['identity', 'address'] as const;
const fileFields = ['frontFileId', 'backFileId', 'selfieFileId', 'addressProofFileId'] as const;

/** Submissions with one id of no file each; where no file can be uploaded, one with such ids only. */
function withUnknownFiles(files: KycFiles | undefined): readonly (readonly [string, KycSubmission])[] {
  if (files === undefined) {
    const unknown = Object.fromEntries(fileFields.map((field) => [field, randomUUID()]));
    return [['every file', submission(unknown)]];
  }
  return fileFields.map((field) => [field, submission({ ...files, [field]: randomUUID() })]);
}

function requireNotFound(
  scenario: Scenario,
  requirement: 'KYC-031' | 'KYC-032',
  { status, json, text }: ApiResponse,
): void {
  scenario.require(requirement, status === 404, {
    expected: '404 for an id of a file that was not uploaded',
    actual: `${status} with ${show(json ?? text)}`,
  });
}

/** Reads the record, which carries at least identity. */
async function requireRecord(scenario: Scenario, caller: Caller, userId: string): Promise<void> {
  const { json } = await scenario.succeed('readKyc', caller, { path: { userId } });
  const { identity, address } = (json ?? {}) as { identity?: unknown; address?: unknown };
  scenario.require('KYC-034', identity !== undefined && identity !== null && identity !== '', {
    expected: 'the status of identity',
    actual: show(json),
  });
  scenario.require('KYC-001', identity !== undefined, {
    expected: 'the component identity',
    actual: `the components ${show(Object.keys(json ?? {}))}`,
  });
  scenario.require('KYC-035', address !== undefined && address !== null, {
    expected: 'the status of address, which was submitted',
    actual: show(json),
  });
}

export const kycChecks: readonly Check[] = [
  property({
    id: 'kyc.submission',
    title: 'Submitting real values puts identity and address in processing',
    covers: [
      'KYC-001',
      'KYC-002',
      'KYC-010',
      'KYC-011',
      'KYC-013',
      'KYC-014',
      'KYC-030',
      'KYC-034',
      'KYC-035',
    ],
    needs: ['sandbox'],
    stateless: ['KYC-001', 'KYC-030', 'KYC-034'],
    arbitrary: () =>
      fc.record({
        firstName: fc.constantFrom('Adaeze', 'José', '李', "O'Neill", 'محمد'),
        dob: fc.constantFrom('1991-08-14', '1988-02-29', '1970-01-01', '2000-12-31'),
        days: fc.integer({ min: 1, max: 120 }),
      }),
    runs: ({ propertyRuns }) => Math.ceil(propertyRuns / 4),
    run: async (scenario, { firstName, dob, days }) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      const observed = scenario.has('webhooks') ? await endpointFor(scenario, tenant) : undefined;
      const userId = await openUser(scenario, tenant);
      const files = await uploadKycFiles(scenario, caller);
      scenario.step('submit real values');
      await deliver(scenario, 'submitKyc', caller, userId, { ...submission(files), firstName, dob });
      scenario.step('read the verification');
      await requireRecord(scenario, caller, userId);
      const shown = await readStatuses(scenario, caller, userId, componentNames);
      const components = componentNames.filter((name) => shown[name] !== undefined);
      for (const name of components) {
        scenario.require('KYC-010', isUndecided(shown[name]), {
          expected: `${name} in processing`,
          actual: show(shown[name]),
        });
      }
      const events = (fields: Record<string, string>) =>
        observed === undefined
          ? 0
          : announcedIds(scenario, observed, 'user.kyc.updated', { userId, ...fields }).size;
      if (scenario.has('webhooks', 'drain')) {
        await drain(scenario, tenant);
        const named = events({ type: 'identity' }) + events({ type: 'address' });
        scenario.require('KYC-001', events({}) === named, {
          expected: 'events of identity and address only',
          actual: `${events({}) - named} of another component`,
        });
        for (const type of componentNames) {
          const sent = events({ type, status: 'processing' }) > 0;
          // Whether a submission without a proof is one of the address is not shown.
          if (type === 'address' && files === undefined) continue;
          scenario.require('KYC-011', sent, {
            expected: `user.kyc.updated with processing for ${type}`,
            actual: 'no such event',
          });
        }
      }
      scenario.took('kyc/submit');
      if (!scenario.has('clock')) return;
      scenario.step(`advance the clock by ${days} days without a review`);
      await advance(scenario, tenant, days * 86_400);
      const later = await readStatuses(scenario, caller, userId, componentNames);
      for (const name of components) {
        scenario.require('KYC-014', later[name] !== 'approved' && later[name] !== 'rejected', {
          expected: `no result for ${name}, which nobody has reviewed`,
          actual: show(later[name]),
        });
        scenario.require('KYC-013', later[name] === 'pending', {
          expected: `${name} to end as pending`,
          actual: show(later[name]),
        });
        scenario.took('kyc/stay-undecided');
      }
      for (const status of ['approved', 'rejected']) {
        scenario.require('KYC-014', events({ status }) === 0, {
          expected: 'no result, because nobody has reviewed',
          actual: `user.kyc.updated with ${status}`,
        });
      }
    },
  }),
  property<SentinelCase>({
    id: 'kyc.auto-approve',
    title: 'auto-approve approves the identity at once, in any case of letters, without files, again too',
    covers: ['KYC-012', 'KYC-033', 'SANDBOX-015', 'SANDBOX-016', 'SANDBOX-017', 'SANDBOX-018'],
    needs: ['sandbox'],
    // Each differs from the plain one in one respect, so that what is broken has one name.
    examples: [
      { number: sentinel, files: true, resubmitted: false },
      { number: sentinel, files: false, resubmitted: false },
      { number: sentinel.toUpperCase(), files: true, resubmitted: false },
      { number: sentinel, files: true, resubmitted: true },
      { number: 'Auto-Approve', files: true, resubmitted: true },
    ],
    arbitrary: () =>
      fc.record({
        number: capitalised,
        files: fc.constant(true),
        resubmitted: fc.boolean(),
      }),
    runs: ({ propertyRuns }) => 5 + Math.ceil(propertyRuns / 6),
    run: async (scenario, { number, files, resubmitted }) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      const userId = await openUser(scenario, tenant);
      const uploaded = await uploadKycFiles(scenario, caller);
      const plain = submission(uploaded);
      if (resubmitted) {
        scenario.setup('submit real values, and reject the identity');
        await deliver(scenario, 'submitKyc', caller, userId, plain);
        await rejectIdentity(scenario, caller, userId);
      }
      const kept = files ? uploaded : undefined;
      const body = { ...plain, idDetails: idDetails(number, plain.idDetails?.expirationDate, kept) };
      const operation = resubmitted ? 'resubmitKyc' : 'submitKyc';
      scenario.step(`${operation} with the number ${number}${kept ? '' : ' and no files of the document'}`);
      const { status, json, text } = await scenario.send(operation, caller, { path: { userId }, body });
      const accepted = status >= 200 && status < 300;
      const { identity: shown, address } = accepted
        ? await readStatuses(scenario, caller, userId, ['identity'])
        : {};
      if (accepted && shown === undefined)
        throw new CaseEnded('How a status is read of this target is not known.');
      const evidence = {
        expected: 'identity approved at once',
        actual: accepted ? `identity ${shown}` : `${status} with ${show(json ?? text)}`,
      };
      const approved = shown === 'approved';
      const mixed = number !== sentinel;
      if (resubmitted) {
        if (!mixed) scenario.require('SANDBOX-018', approved, evidence);
        scenario.require('KYC-033', approved, evidence);
        scenario.took('kyc/resubmit-approved');
        return;
      }
      if (mixed) scenario.require('SANDBOX-017', approved, evidence);
      else if (kept === undefined) scenario.require('SANDBOX-016', approved, evidence);
      if (mixed || (kept === undefined && uploaded !== undefined)) return;
      scenario.require('SANDBOX-015', approved, evidence);
      scenario.require('KYC-012', approved, evidence);
      // The values of the address are real ones.
      scenario.require('KYC-012', address !== 'approved' && address !== 'rejected', {
        expected: 'identity alone decided, and address not',
        actual: `address ${address}`,
      });
      scenario.took('kyc/submit-approved');
    },
  }),
  example({
    id: 'kyc.unknown-files',
    title: 'An id of a file that was not uploaded is answered 404, and nothing is submitted',
    covers: ['KYC-031', 'KYC-032'],
    needs: ['sandbox'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      const userId = await openUser(scenario, tenant);
      const path = { userId };
      const files = await uploadKycFiles(scenario, caller);
      for (const [what, body] of withUnknownFiles(files)) {
        scenario.probe(`submit with an unknown id of ${what}`);
        requireNotFound(scenario, 'KYC-031', await scenario.send('submitKyc', caller, { path, body }));
      }
      scenario.setup('reject the identity');
      await rejectIdentity(scenario, caller, userId);
      for (const [what, body] of withUnknownFiles(files)) {
        scenario.probe(`resubmit with an unknown id of ${what}`);
        requireNotFound(scenario, 'KYC-032', await scenario.send('resubmitKyc', caller, { path, body }));
      }
    },
  }),
  example({
    id: 'kyc.review-bodies',
    title: 'A review of another action or of another component is refused',
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
        scenario.probe(`review with ${show(body)}`);
        const { status, json, text } = await scenario.send('reviewKyc', caller, { path, body });
        const code = (json as { code?: unknown } | undefined)?.code;
        scenario.require('SANDBOX-008', status === 400 && code === 'invalid_request_body', {
          expected: '400 with the code invalid_request_body',
          actual: `${status} with ${show(json ?? text)}`,
        });
      }
    },
  }),
];
