/** SSNs of a principal that decide a verification in the sandbox: section "Sandbox-only behaviour". */
import { anySuccess } from '../../engine/expectation.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import { succeeded, textIn } from '../../provider/answers.ts';
import type { Tenant } from '../../provider/businesses.ts';
import { type Check, example } from '../../provider/check.ts';
import { describe, show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { drain, openTenant } from '../../provider/tenant.ts';
import type { PrincipalSentinel } from '../../target/sentinels.ts';
import { autoApprove, type KybOutcome, type KybValues, readKyb, reviewKyb, submitKyb } from './actions.ts';

const given = (scenario: Scenario) => scenario.target.data?.sentinels?.principals ?? [];

/** Submits a new business with ordinary values, so that submissions are known to be accepted. */
async function submitOrdinary(scenario: Scenario, values: KybValues = {}): Promise<Tenant> {
  const tenant = await openTenant(scenario);
  scenario.step('submit a business without a sentinel');
  const answer = await submitKyb(scenario, tenant, values);
  if (!succeeded(answer)) throw scenario.refusal('submitKyb', answer);
  return tenant;
}

async function statusOf(scenario: Scenario, tenant: Tenant): Promise<string> {
  await drain(scenario, tenant);
  const status = textIn(await readKyb(scenario, tenant), 'status');
  if (status === undefined) throw new CaseEnded('readKyb did not return a status.');
  return status;
}

/**
 * The document does not show the status words of a verification, so each outcome has the word to which a review with it
 * leads.
 */
async function wordsOfReviews(scenario: Scenario): Promise<ReadonlyMap<KybOutcome, string>> {
  const words = new Map<KybOutcome, string>();
  if (!scenario.has('review-kyb')) return words;
  for (const outcome of ['approved', 'additional-information-needed', 'rejected'] as const) {
    const tenant = await submitOrdinary(scenario);
    scenario.step(`let the review end with ${outcome}`);
    await reviewKyb(scenario, tenant, outcome);
    words.set(outcome, await statusOf(scenario, tenant));
  }
  return words;
}

/** Whether a status word means that a business was approved, as far as a word can show that. */
const affirms = (word: string) =>
  /approv|verified/i.test(word) && !/reject|declin|fail|incomplete|un|not|more|need/i.test(word);

const rejects = (word: string) => /reject|declin|denied|fail/i.test(word);

async function requireOutcome(
  scenario: Scenario,
  { ssn, outcome }: PrincipalSentinel,
  waiting: string,
  words: ReadonlyMap<KybOutcome, string>,
): Promise<void> {
  const tenant = await openTenant(scenario);
  scenario.step(`submit a business with a principal whose SSN is ${ssn}`);
  const expected = `a verification that ends with ${outcome}, as configured in data.sentinels.principals for ${ssn}`;
  const answer = await submitKyb(scenario, tenant, { ssn });
  if (!scenario.require('KYB-008', succeeded(answer), expected, describe(answer), anySuccess)) return;
  const status = await statusOf(scenario, tenant);
  const own = words.get(outcome);
  const isOwn = status === own || (outcome === 'rejected' && rejects(status));
  // A request for more information may have no status of its own, and a later decision may not be visible yet.
  const mayWait = !scenario.has('drain') || (own === undefined && outcome !== 'rejected');
  if (!isOwn && status === waiting && mayWait) {
    const seen = `The status ${show(status)} does not show whether the target has decided.`;
    scenario.skip('KYB-008', seen);
    scenario.warn('KYB-008', seen);
    return;
  }
  const isAnother = status === waiting || affirms(status) || [...words.values()].includes(status);
  scenario.require('KYB-008', isOwn || !isAnother, expected, `the status ${show(status)}`);
}

/** Evaluates that the approving tax ID is rejected together with an SSN of another outcome. */
async function requireExclusion(scenario: Scenario, values: KybValues): Promise<void> {
  const tenant = await openTenant(scenario);
  const place = values.ofTwo === undefined ? 'principal' : `${values.ofTwo} principal of two`;
  scenario.step(`submit a business with ${autoApprove} and a ${place} whose SSN is ${values.ssn}`);
  const answer = await submitKyb(scenario, tenant, { ...values, taxId: autoApprove });
  if (!scenario.require('KYB-009', answer.status === 400, '400', describe(answer), { statuses: [400] }))
    return;
  const message = textIn(answer, 'message') ?? '';
  // Its wording is free, and its language, but for the name of the sentinel.
  const says = /auto.?approve/i.test(message);
  const sentence =
    'a message that auto-approve tax ID cannot be combined with auto-feedback principal presets';
  scenario.require('KYB-010', says, sentence, show(message));
}

/** Whether the SSN of one of two principals decides a verification: a target may read only one of them. */
async function isDecidedBy(
  scenario: Scenario,
  values: KybValues & Required<Pick<KybValues, 'ofTwo'>>,
): Promise<boolean> {
  if (!scenario.has('read-kyb')) return false;
  const { ssn, ofTwo } = values;
  const usual = await statusOf(scenario, await submitOrdinary(scenario, { ofTwo }));
  const tenant = await openTenant(scenario);
  scenario.step(`submit a business whose ${ofTwo} principal of two has the SSN ${ssn}`);
  return succeeded(await submitKyb(scenario, tenant, values)) && (await statusOf(scenario, tenant)) !== usual;
}

export const kybSentinelChecks: readonly Check[] = [
  example({
    id: 'kyb.principal-sentinels',
    title: 'Each sentinel SSN of a principal leads to its outcome',
    covers: ['KYB-008'],
    // A business is verified once, so each submission needs its own business.
    needs: ['platform-token', 'sandbox', 'principal-sentinels', 'submit-kyb', 'read-kyb'],
    run: async (scenario) => {
      const waiting = await statusOf(scenario, await submitOrdinary(scenario));
      const words = await wordsOfReviews(scenario);
      for (const sentinel of given(scenario)) await requireOutcome(scenario, sentinel, waiting, words);
    },
  }),
  example({
    id: 'kyb.combined-sentinels',
    title: 'The auto-approve tax ID together with a sentinel SSN of a principal is rejected',
    covers: ['KYB-009', 'KYB-010'],
    needs: ['platform-token', 'sandbox', 'principal-sentinels', 'submit-kyb'],
    run: async (scenario) => {
      await submitOrdinary(scenario);
      for (const { ssn } of given(scenario)) await requireExclusion(scenario, { ssn });
      const [first] = given(scenario);
      if (first === undefined) return;
      // A target may have a place for one principal only.
      if (!succeeded(await submitKyb(scenario, await openTenant(scenario), { ofTwo: 'first' }))) return;
      for (const ofTwo of ['first', 'second'] as const) {
        const values = { ssn: first.ssn, ofTwo };
        if (await isDecidedBy(scenario, values)) await requireExclusion(scenario, values);
      }
    },
  }),
];
