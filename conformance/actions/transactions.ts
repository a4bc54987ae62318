/** What checks do with transactions. */
import type { components } from '../../openapi/generated/types.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { type Scenario, show } from '../engine/scenario.ts';
import type { Caller } from '../http/message.ts';
import { isRecord, succeeded, textOf } from './answers.ts';
import type { EventData, EventLog } from './event-log.ts';
import { currency, deposit } from './payroll.ts';
import { drain, type Tenant } from './tenant.ts';

type Schemas = components['schemas'];

const statuses = ['initiated', 'processing', 'succeeded', 'failed'] as const;
export type TransactionStatus = (typeof statuses)[number];

/** The status of a transaction; undefined when the target uses words of its own, which nobody has shown. */
export async function readTransactionStatus(
  scenario: Scenario,
  caller: Caller,
  transactionId: string,
): Promise<TransactionStatus | undefined> {
  const { json } = await scenario.succeed('readTransaction', caller, { path: { transactionId } });
  const status = isRecord(json) ? json.status : undefined;
  return statuses.find((known) => known === status);
}

/** Creates a beneficiary whose payouts nothing holds up. */
export async function createBeneficiary(scenario: Scenario, caller: Caller): Promise<string> {
  const address = {
    countryCode: 'US',
    line1: '9 Pier Street',
    city: 'Boston',
    postalCode: '02110',
    line2: '',
  };
  const body: Schemas['BeneficiaryInput'] = {
    name: 'Mateo Rojas',
    email: 'mateo.rojas@example.com',
    countryCode: 'US',
    currency,
    kyc: {
      firstName: 'Mateo',
      lastName: 'Rojas',
      dateOfBirth: '1988-11-02',
      countryCode: 'US',
      idType: 'PASSPORT',
      idNumber: 'X20417755',
    },
    paymentDetails: {
      preferredMethod: 'bank',
      bank: {
        accountName: 'Mateo Rojas',
        accountNumber: '000123456789',
        bankName: 'Harbour Trust',
        bankCode: '021000021',
        address,
      },
    },
  };
  // Which fields are required is not shown, so a target may refuse what is valid elsewhere.
  const answer = await scenario.send('createBeneficiary', caller, { body });
  if (!succeeded(answer)) throw new CaseEnded('A beneficiary, which this case relies on, was refused.');
  return textOf(answer, 'id');
}

/** Creates a payout from a wallet that holds enough. */
export async function createPayout(
  scenario: Scenario,
  tenant: Tenant,
  reference: string,
  amount = 1_000,
): Promise<string> {
  const { caller } = tenant;
  await deposit(scenario, caller, amount * 10);
  await drain(scenario, tenant);
  const beneficiaryId = await createBeneficiary(scenario, caller);
  const body: Schemas['PayoutInput'] = { beneficiaryId, amount: { amount, currency }, reference };
  return textOf(await scenario.succeed('createPayout', caller, { body }), 'id');
}

/**
 * Finds the transaction of a new payout by its event.
 *
 * @throws CaseEnded when there is none, which has been reported then.
 */
export async function transactionOf(
  scenario: Scenario,
  log: EventLog,
  reference: string,
): Promise<EventData> {
  await log.look();
  const initiated = log.of('transaction.initiated');
  // In a business that is ours alone, a payout under another reference is ours as well.
  const found =
    initiated.find((data) => data.reference === reference) ??
    (log.alone ? initiated.find((data) => data.type === 'PAYOUT') : undefined);
  scenario.require('TXN-002', found !== undefined, () => ({
    expected: `transaction.initiated with the reference ${show(reference)} of the payout`,
    actual: `no such event; what came: ${show(log.events.map(({ type }) => type))}`,
  }));
  if (found === undefined) throw new CaseEnded('The transaction of the payout is not known.');
  scenario.require('EVENT-032', found.type === 'PAYOUT' && found.reference === reference, {
    expected: `the type PAYOUT and the reference ${show(reference)} of the payout`,
    actual: `the type ${show(found.type)} and the reference ${show(found.reference)}`,
  });
  return found;
}
