/** Account names that make payouts fail in the sandbox: section "Sandbox-only behaviour". */
import { CaseEnded, Refused } from '../../engine/outcome.ts';
import { succeeded } from '../../provider/answers.ts';
import type { Tenant } from '../../provider/businesses.ts';
import { type Check, example } from '../../provider/check.ts';
import type { Endpoint } from '../../provider/endpoints.ts';
import { eventsAt } from '../../provider/event-log.ts';
import { describe, show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { advance, drain, endpointFor, isAlone, openTenant } from '../../provider/tenant.ts';
import { beneficiaryInput } from '../../provider/valid-requests.ts';
import type { PayoutSentinel } from '../../target/sentinels.ts';
import { createBeneficiary } from '../beneficiaries/actions.ts';
import { fund, type Payout, payOut, sendPayout } from './actions.ts';

const day = 24 * 3_600;

/** The documented message. */
const compliance = 'Rejected by compliance';

const says = (text: unknown, message: string) =>
  typeof text === 'string' && text.toLowerCase().includes(message.toLowerCase());

async function beneficiaryWith(scenario: Scenario, tenant: Tenant, accountName: string): Promise<string> {
  const { paymentDetails, ...input } = beneficiaryInput(scenario.data);
  const bank = { ...paymentDetails.bank, accountName };
  return createBeneficiary(scenario, tenant.caller, {
    ...input,
    paymentDetails: { ...paymentDetails, bank },
  });
}

/** The final status of a payout, if time alone leads to it. */
async function endOf(scenario: Scenario, tenant: Tenant, payoutId: string): Promise<string> {
  if (scenario.has('clock')) await advance(scenario, tenant, day);
  await drain(scenario, tenant);
  const read = async () => {
    const { json } = await scenario.readOne('readPayout', tenant.caller, { path: { payoutId } });
    return String((json as Partial<Payout> | undefined)?.status);
  };
  const status = await scenario.eventually(read, (seen) => seen === 'failed' || seen === 'succeeded');
  // The document names no time for a payout to finish.
  if (status !== 'failed' && status !== 'succeeded')
    throw new CaseEnded(`The payout is still ${status}, and it is not known when it ends.`);
  return status;
}

/** Only money that had arrived can be returned, so a transaction without transaction.succeeded has no isReturned. */
function requireNoReturn(scenario: Scenario, endpoint: Endpoint): void {
  const events = eventsAt(endpoint);
  const succeeded = events.filter(({ eventType }) => eventType === 'transaction.succeeded');
  for (const { eventType, data } of events) {
    if (eventType !== 'transaction.failed' || succeeded.some((other) => other.data?.id === data?.id))
      continue;
    const expected = 'no isReturned true in transaction.failed for a payout that had not succeeded';
    scenario.require(
      'EVENT-028',
      data?.isReturned !== true,
      expected,
      `isReturned ${show(data?.isReturned)}`,
    );
  }
}

/** The failure messages in the events of an endpoint. */
const failures = (endpoint: Endpoint): readonly unknown[] =>
  eventsAt(endpoint).flatMap(({ eventType, data }) =>
    eventType === 'transaction.failed' ? [data?.message] : [],
  );

/** Makes a payout to an ordinary account first: if that is rejected, a rejection shows nothing about sentinel names. */
async function payOrdinary(scenario: Scenario): Promise<void> {
  const tenant = await openTenant(scenario, 'moves');
  scenario.step('pay out to an account with an ordinary name');
  await payOut(scenario, tenant, 'payout-0');
}

/**
 * A beneficiary with a sentinel, and one with an ordinary name if the target accepts both: their accounts differ only in
 * the name.
 */
async function openBeneficiary(
  scenario: Scenario,
  accountName: string,
): Promise<{ readonly tenant: Tenant; readonly beneficiaryId: string }> {
  const create = async (isBesideOrdinary: boolean) => {
    const tenant = await openTenant(scenario, 'moves');
    if (!isAlone(tenant)) throw new CaseEnded('Others may make payouts in the same business.');
    if (isBesideOrdinary) await createBeneficiary(scenario, tenant.caller);
    return { tenant, beneficiaryId: await beneficiaryWith(scenario, tenant, accountName) };
  };
  scenario.setup(`create beneficiaries with an ordinary name and with the name ${show(accountName)}`);
  try {
    return await create(true);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return create(false);
  }
}

async function requireFailure(scenario: Scenario, { accountName, message }: PayoutSentinel): Promise<void> {
  const { tenant, beneficiaryId } = await openBeneficiary(scenario, accountName);
  const rules = says(message, compliance)
    ? (['SANDBOX-013', 'SANDBOX-014'] as const)
    : (['SANDBOX-013'] as const);
  const require = (holds: boolean, expected: string, actual: string) =>
    rules.every((rule) =>
      scenario.require(rule, holds, `${expected}, as configured in data.sentinels.payouts`, actual),
    );
  const endpoint = await endpointFor(scenario, tenant);
  await fund(scenario, tenant);
  scenario.step(`pay out to an account with the name ${show(accountName)}`);
  const answer = await sendPayout(scenario, tenant.caller, { beneficiaryId, reference: 'payout-1' });
  const expected = `a payout that fails with the message ${show(message)}`;
  if (!succeeded(answer)) {
    require(says(answer.text, message), expected, describe(answer));
    return;
  }
  const { id } = (answer.json ?? {}) as { readonly id?: unknown };
  if (typeof id !== 'string') throw new CaseEnded('createPayout returned no id.');
  const status = await endOf(scenario, tenant, id);
  if (!require(status === 'failed', expected, `a payout that has ${status}`)) return;
  const told = await scenario.eventually(
    () => failures(endpoint),
    (all) => all.length > 0,
    scenario.conclusive ? 0.5 : undefined,
  );
  if (told.length === 0) {
    for (const rule of rules) scenario.skip(rule, 'No transaction.failed arrived, which has the message.');
    return;
  }
  // An event under way may still report success.
  if (scenario.has('drain')) requireNoReturn(scenario, endpoint);
  require(told.some((one) => says(one, message)), expected, `transaction.failed with ${show(told)}`);
}

export const payoutSentinelChecks: readonly Check[] = [
  example({
    id: 'payouts.sentinels',
    title: 'Each sentinel account name makes a sandbox payout fail with its message',
    covers: ['SANDBOX-013', 'SANDBOX-014', 'EVENT-028'],
    needs: ['platform-token', 'sandbox', 'payout-sentinels', 'create-payout', 'webhooks'],
    run: async (scenario) => {
      const sentinels = scenario.target.data?.sentinels?.payouts ?? [];
      if (!sentinels.some(({ message }) => says(message, compliance)))
        scenario.skip(
          'SANDBOX-014',
          `No line of data.sentinels.payouts has the message ${show(compliance)}.`,
        );
      await payOrdinary(scenario);
      for (const sentinel of sentinels) await requireFailure(scenario, sentinel);
    },
  }),
];
