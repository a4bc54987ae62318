/** What checks do with persons, payrolls and wallets. */
import { randomUUID } from 'node:crypto';
import type { components } from '../../openapi/generated/types.ts';
import { CaseEnded } from '../engine/outcome.ts';
import type { Caller } from '../http/message.ts';
import type { ApiResponse, Scenario } from '../provider/scenario.ts';

type Schemas = components['schemas'];
export type Payroll = Schemas['Payroll'];
export type PayrollSave = Schemas['PayrollSave'];
export type Person = Schemas['Person'];
export type PersonPage = Schemas['PersonList'];

/** The currency that the suite pays in. */
export const currency = 'USD';

const dayMillis = 86_400_000;

/** The calendar date, in UTC, so many days after a Unix time. */
export function dateAfter(unixSeconds: number, days: number): string {
  return new Date(unixSeconds * 1_000 + days * dayMillis).toISOString().slice(0, 10);
}

/** Answers that are assumed are not judged by their schema, so what is taken from them is looked at first. */
function textAt(response: ApiResponse, name: string, operation: string): string {
  const value = (response.json as Record<string, unknown> | undefined)?.[name];
  if (typeof value !== 'string') throw new CaseEnded(`${operation} did not answer ${name}.`);
  return value;
}

export async function createPerson(
  scenario: Scenario,
  caller: Caller,
  details: Pick<Person, 'firstName' | 'lastName' | 'email'> = {},
): Promise<string> {
  const body: Schemas['PersonInput'] = {
    firstName: 'Adaeze',
    lastName: 'Okafor',
    email: `adaeze.${randomUUID()}@example.com`,
    type: 'CONTRACTOR',
    contractorType: 'INDIVIDUAL',
    phoneNumber: { countryCode: '+234', number: '8031234567' },
    address: {
      countryCode: 'NG',
      line1: '14 Marina Road',
      city: 'Lagos',
      postalCode: '101241',
      state: 'Lagos',
    },
    ...details,
  };
  return textAt(await scenario.succeed('createPerson', caller, { body }), 'id', 'createPerson');
}

export async function createPayroll(
  scenario: Scenario,
  caller: Caller,
  workerType: Payroll['workerType'] = 'EMPLOYEE',
): Promise<string> {
  const body: Schemas['PayrollInput'] = { workerType, type: 'ONE_OFF' };
  return textAt(await scenario.succeed('createPayroll', caller, { body }), 'payrollId', 'createPayroll');
}

/** A valid payroll of the given salaries, for the month that its date is in. */
export function payrollBody(
  payrollDate: string,
  entries: readonly { personId: string; salary: number }[],
): PayrollSave {
  const month = payrollDate.slice(0, 8);
  return {
    payrollDate,
    payPeriod: { fromDate: `${month}01`, toDate: payrollDate },
    entries: entries.map(({ personId, salary }) => ({ personId, salary: { amount: salary, currency } })),
  };
}

export async function readStatus(scenario: Scenario, caller: Caller, payrollId: string): Promise<string> {
  const { json } = await scenario.succeed('readPayroll', caller, { path: { payrollId } });
  const status: unknown = (json as Schemas['PayrollDetail'] | undefined)?.status;
  if (typeof status !== 'string') throw new CaseEnded('readPayroll did not answer status.');
  return status;
}

export async function listPayrolls(scenario: Scenario, caller: Caller): Promise<readonly Payroll[]> {
  const { json } = await scenario.succeed('listPayrolls', caller);
  const data = (json as Partial<Schemas['PayrollList']> | undefined)?.data;
  if (!Array.isArray(data)) throw new CaseEnded('listPayrolls did not answer data.');
  return data;
}

/** The balance in the suite's currency; no wallet is no money. */
export async function readBalance(scenario: Scenario, caller: Caller): Promise<number> {
  const { json } = await scenario.succeed('listWallets', caller);
  const wallets = (json as Schemas['WalletList'] | undefined)?.data;
  if (!Array.isArray(wallets)) throw new CaseEnded('listWallets did not answer data.');
  const wallet = wallets.find(({ balance }) => balance?.currency === currency);
  return wallet?.balance?.amount ?? 0;
}

export async function deposit(
  scenario: Scenario,
  caller: Caller,
  amount: number,
  description = 'Funds for the run',
): Promise<void> {
  const body: Schemas['DepositInput'] = { value: { amount, currency }, description };
  await scenario.succeed('createBusinessDeposit', caller, { body });
}

/** The ids of the payslips that exist; an answer other than success means that there are none. */
export async function countPayslips(scenario: Scenario, caller: Caller, payrollId: string): Promise<number> {
  const { json } = await scenario.send('listPayslips', caller, { path: { payrollId } });
  const data = (json as Schemas['PayslipList'] | undefined)?.data;
  return Array.isArray(data) ? data.length : 0;
}
