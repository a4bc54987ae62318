/** Section "States and transitions, KYC": random sequences of submissions, resubmissions and reviews of one user. */

import fc from 'fast-check';
import type { TransitionId } from '../../openapi/catalogue.ts';
import {
  type Action,
  announcedIds,
  type ComponentName,
  decided,
  deliver,
  idDetails,
  isUndecided,
  type KycFiles,
  readStatuses,
  review,
  type Statuses,
  submission,
  uploadKycFiles,
} from '../actions/kyc.ts';
import { openUser } from '../actions/people.ts';
import { advance, drain, endpointFor, openTenant, type Tenant } from '../actions/tenant.ts';
import { type Check, property } from '../engine/check.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { type Endpoint, type Scenario, show } from '../engine/scenario.ts';

type Act =
  | { readonly act: 'submit'; readonly sentinel: boolean }
  | { readonly act: 'resubmit' }
  | { readonly act: 'wait' }
  | { readonly act: 'review'; readonly action: Action; readonly type: ComponentName };

const reviewOf = (action: Action, type: ComponentName): Act => ({ act: 'review', action, type });
const submit: Act = { act: 'submit', sentinel: false };
const approval: Act = { act: 'submit', sentinel: true };
const resubmit: Act = { act: 'resubmit' };
const wait: Act = { act: 'wait' };

/** Ways through every state that random ones reach by luck only. */
const ways: readonly (readonly Act[])[] = [
  [submit, reviewOf('approve', 'identity'), reviewOf('reject', 'identity'), resubmit],
  [submit, reviewOf('reject', 'address'), reviewOf('approve', 'address'), resubmit],
  [reviewOf('approve', 'identity'), resubmit, reviewOf('reject', 'address'), resubmit],
  [reviewOf('reject', 'identity'), resubmit, resubmit, reviewOf('approve', 'identity'), resubmit],
  [resubmit, approval, resubmit, reviewOf('reject', 'identity'), wait, resubmit],
  [approval, reviewOf('reject', 'address'), resubmit, wait],
  [submit, wait, resubmit, reviewOf('approve', 'identity'), reviewOf('reject', 'address')],
  [submit, wait, reviewOf('reject', 'identity'), reviewOf('approve', 'address'), resubmit, wait],
];

const action = fc.constantFrom<Action>('approve', 'reject');
const type = fc.constantFrom<ComponentName>('identity', 'address');
const acts: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('review'), action, type }) },
  { weight: 2, arbitrary: fc.constant(resubmit) },
  { weight: 1, arbitrary: fc.constant(wait) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('submit'), sentinel: fc.boolean() }) },
);

/** Whether nobody but time can have moved a component. */
const isUntouched = (before: string | undefined, after: string | undefined) =>
  before === after ||
  (isUndecided(before) && isUndecided(after)) ||
  (before === undefined && after !== 'approved' && after !== 'rejected');

interface Verification {
  readonly tenant: Tenant;
  readonly userId: string;
  readonly files: KycFiles | undefined;
  /** Absent where nothing can be said about what has not arrived. */
  readonly endpoint: Endpoint | undefined;
}

class Walk {
  readonly #scenario: Scenario;
  readonly #verification: Verification;
  /** What was submitted or decided. */
  readonly #known = new Set<ComponentName>();

  constructor(scenario: Scenario, verification: Verification) {
    this.#scenario = scenario;
    this.#verification = verification;
  }

  async take(step: Act): Promise<void> {
    switch (step.act) {
      case 'submit':
        // The document shows the submission of a fresh user only.
        if (this.#known.size === 0) await this.#submit(step.sentinel);
        return;
      case 'wait':
        return this.#wait();
      case 'resubmit':
        return this.#resubmit();
      case 'review':
        return this.#review(step.action, step.type);
    }
  }

  get #caller() {
    return this.#verification.tenant.caller;
  }

  #read(): Promise<Statuses> {
    return readStatuses(this.#scenario, this.#caller, this.#verification.userId, this.#known);
  }

  /** How often it was announced that a component has a status. */
  async #announced(type: ComponentName, status: string): Promise<number> {
    const { endpoint, tenant, userId } = this.#verification;
    if (endpoint === undefined) return 0;
    await drain(this.#scenario, tenant);
    return announcedIds(this.#scenario, endpoint, 'user.kyc.updated', { userId, type, status }).size;
  }

  async #submit(sentinel: boolean): Promise<void> {
    const { userId, files } = this.#verification;
    this.#scenario.step(`submit ${sentinel ? 'auto-approve' : 'real values'}`);
    const details = sentinel ? { idDetails: idDetails('auto-approve', undefined, files) } : {};
    await deliver(this.#scenario, 'submitKyc', this.#caller, userId, { ...submission(files), ...details });
    this.#known.add('identity').add('address');
    if (sentinel) return;
    const shown = await this.#read();
    for (const name of this.#known) {
      if (shown[name] === undefined) continue;
      const is = `${name} ${shown[name]}`;
      this.#scenario.mustHold('KYC-010', isUndecided(shown[name]), `${name} in processing`, is);
    }
  }

  /** In two days the sandbox has had the time to find that nobody reviews. */
  async #wait(): Promise<void> {
    if (!this.#scenario.has('clock')) return;
    this.#scenario.step('advance the clock by two days');
    const before = await this.#read();
    await advance(this.#scenario, this.#verification.tenant, 2 * 86_400);
    const after = await this.#read();
    for (const name of this.#known) {
      const kept = !isUndecided(before[name]) || isUndecided(after[name]);
      this.#scenario.mustHold('KYC-014', kept, `no result for ${name}`, `${name} ${after[name]}`);
    }
  }

  async #review(action: Action, type: ComponentName): Promise<void> {
    const scenario = this.#scenario;
    const status = decided[action];
    const other = type === 'identity' ? 'address' : 'identity';
    scenario.step(`${action} ${type}`);
    const before = await this.#read();
    const sent = await this.#announced(type, status);
    await review(scenario, this.#caller, this.#verification.userId, action, type);
    this.#known.add(type);
    const after = await this.#read();
    if (after[type] === undefined && type === 'identity')
      throw new CaseEnded('How a status is read of this target is not known.');
    // That a read shows the address is assumed.
    if (after[type] !== undefined) {
      const requirement = action === 'approve' ? 'KYC-017' : 'KYC-018';
      const is = `${type} ${after[type]}`;
      scenario.mustHold(requirement, after[type] === status, `${type} ${status}`, is);
    }
    const kept = isUntouched(before[other], after[other]);
    const evidence = { expected: `${other} as before: ${before[other]}`, actual: `${other} ${after[other]}` };
    scenario.require('KYC-019', kept, evidence);
    scenario.require('SANDBOX-005', kept, evidence);
    scenario.took(`kyc/review-${action}-${before[type] ?? 'none'}` as TransitionId);
    // Whether a decision that changes nothing is announced is left open.
    if (this.#verification.endpoint === undefined || before[type] === status) return;
    const now = await this.#announced(type, status);
    scenario.require('KYC-020', now > sent, {
      expected: `user.kyc.updated with ${status} for ${type}`,
      actual: 'no such event',
    });
  }

  async #resubmit(): Promise<void> {
    const scenario = this.#scenario;
    const { userId, files, endpoint } = this.#verification;
    scenario.step('resubmit real values');
    const before = (await this.#read()).identity;
    const body = submission(files);
    if (before !== 'rejected') {
      const { status, json, text } = await scenario.send('resubmitKyc', this.#caller, {
        path: { userId },
        body,
      });
      const is = `${status} with ${show(json ?? text)}`;
      const refused = status >= 400 && status < 500;
      scenario.mustHold('KYC-022', refused, `a refusal while identity is ${before ?? 'not submitted'}`, is);
      const after = (await this.#read()).identity;
      const kept = isUntouched(before, after);
      scenario.mustHold('KYC-022', kept, `identity as before: ${before}`, `identity ${after}`);
      // Of a user that was never submitted, a target may say so instead.
      if (!this.#known.has('identity')) return;
      const message = String((json as { message?: unknown } | undefined)?.message);
      scenario.require('KYC-023', /resubmitted/i.test(message) && /rejected/i.test(message), {
        expected: 'a message that identity can only be resubmitted when status is Rejected',
        actual: show(message),
      });
      scenario.require('KYC-024', status === 400, { expected: '400', actual: String(status) });
      return;
    }
    const sent = await this.#announced('identity', 'processing');
    await deliver(scenario, 'resubmitKyc', this.#caller, userId, body);
    const after = (await this.#read()).identity;
    scenario.mustHold('KYC-021', isUndecided(after), 'identity in processing', `identity ${after}`);
    scenario.took('kyc/resubmit');
    if (endpoint === undefined) return;
    const now = await this.#announced('identity', 'processing');
    scenario.require('KYC-025', now > sent, {
      expected: 'user.kyc.updated with processing for identity',
      actual: 'no such event',
    });
  }
}

export const kycReviewChecks: readonly Check[] = [
  property({
    id: 'kyc.reviews',
    title: 'Reviews decide the component that they name, and only a rejected identity is resubmitted',
    covers: [
      'KYC-002',
      'KYC-010',
      'KYC-014',
      'KYC-017',
      'KYC-018',
      'KYC-019',
      'KYC-020',
      'KYC-021',
      'KYC-022',
      'KYC-023',
      'KYC-024',
      'KYC-025',
      'SANDBOX-004',
      'SANDBOX-005',
      'SANDBOX-006',
    ],
    needs: ['sandbox'],
    stateless: ['KYC-002', 'SANDBOX-004'],
    examples: ways,
    arbitrary: () => fc.array(acts, { minLength: 1, maxLength: 7 }),
    runs: ({ propertyRuns }) => ways.length + Math.ceil(propertyRuns / 3),
    run: async (scenario, steps) => {
      const tenant = await openTenant(scenario);
      const endpoint = scenario.has('webhooks', 'drain') ? await endpointFor(scenario, tenant) : undefined;
      const userId = await openUser(scenario, tenant);
      const files = await uploadKycFiles(scenario, tenant.caller);
      const walk = new Walk(scenario, { tenant, userId, files, endpoint });
      for (const step of steps) await walk.take(step);
    },
  }),
];
