/** What checks do with payrolls. */
import type { components } from '../../../openapi/generated/types.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import type { Caller } from '../../http/message.ts';
import { idOf } from '../../provider/answers.ts';
import { allItems } from '../../provider/cursor.ts';
import type { Scenario } from '../../provider/scenario.ts';

type Schemas = components['schemas'];
export type Payroll = Schemas['Payroll'];

export async function createPayroll(
  scenario: Scenario,
  caller: Caller,
  workerType: Payroll['workerType'] = 'CONTRACTOR',
): Promise<string> {
  const body: Schemas['PayrollInput'] = { workerType, type: scenario.data.payrollType };
  return idOf(await scenario.succeed('createPayroll', caller, { body }), 'createPayroll', 'payrollId');
}

const documentedWords: readonly string[] = ['Awaiting Funds', 'Rejected', 'Deleted', 'Completed'];

/** The status as the document spells it, where a target spells it in other capitals; how is for PAYROLL-048 to say. */
export const asDocumented = (status: string): string =>
  documentedWords.find((word) => word.toLowerCase() === status.toLowerCase()) ?? status;

/** The status that a read shows, as the document spells it. */
export async function readStatus(scenario: Scenario, caller: Caller, payrollId: string): Promise<string> {
  const { json } = await scenario.succeed('readPayroll', caller, { path: { payrollId } });
  const status: unknown = (json as Schemas['PayrollDetail'] | undefined)?.status;
  if (typeof status !== 'string') throw new CaseEnded('readPayroll did not return status.');
  const word = asDocumented(status);
  scenario.require('PAYROLL-048', word === status, word, status);
  return word;
}

export async function listPayrolls(scenario: Scenario, caller: Caller): Promise<readonly Payroll[]> {
  const { json } = await scenario.succeed('listPayrolls', caller);
  const data = (json as Partial<Schemas['PayrollList']> | undefined)?.data;
  if (!Array.isArray(data)) throw new CaseEnded('listPayrolls did not return data.');
  return data;
}

/** The ids of the payslips that exist; an answer other than success means that there are none. */
export async function countPayslips(scenario: Scenario, caller: Caller, payrollId: string): Promise<number> {
  const { json } = await scenario.send('listPayslips', caller, { path: { payrollId } });
  const data = (json as Schemas['PayslipList'] | undefined)?.data;
  return Array.isArray(data) ? data.length : 0;
}

interface Disbursement {
  readonly id: string;
  readonly status: string;
}

/** The transactions of a payroll. */
export async function disbursementsOf(
  scenario: Scenario,
  caller: Caller,
  payrollId: string,
): Promise<readonly Disbursement[]> {
  const transactions = await allItems(scenario, 'listTransactions', caller);
  return transactions
    .filter(({ type, reference }) => type === 'PAYROLL' && reference === payrollId)
    .map(({ id, status }) => ({ id: String(id), status: String(status) }));
}

export const isUnderWay = ({ status }: Disbursement): boolean => ['initiated', 'processing'].includes(status);
