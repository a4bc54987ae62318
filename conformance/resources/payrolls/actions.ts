/** What checks do with payrolls. */
import type { components } from '../../../openapi/generated/types.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import { isSuccess } from '../../http/is-success.ts';
import type { Caller } from '../../http/message.ts';
import { idOf } from '../../provider/answers.ts';
import type { Tenant } from '../../provider/businesses.ts';
import { allItems } from '../../provider/cursor.ts';
import type { ApiResponse } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { verifyBusiness } from '../kyb/actions.ts';

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

/** The cases whose business has approved a payroll, so that nothing but the payroll can be missing. */
const hasApproved = new WeakSet<Scenario>();

/** Whether it may be about the business; a route that does not exist is not. */
const isRefused = ({ status }: ApiResponse) => status >= 400 && status <= 499 && ![404, 405].includes(status);

/**
 * Approves a payroll. What a business must be before it may approve is not shown, so after a rejection it is verified, and
 * the approval is sent again.
 *
 * @returns a rejection only where it cannot be due to the business
 * @throws Refused
 */
export async function tryToApprove(
  scenario: Scenario,
  tenant: Tenant,
  payrollId: string,
): Promise<ApiResponse> {
  const approval = () => scenario.send('approvePayroll', tenant.caller, { path: { payrollId } });
  let response = await approval();
  let mayBeBusiness = isRefused(response) && !hasApproved.has(scenario);
  if (mayBeBusiness && (await verifyBusiness(scenario, tenant))) {
    mayBeBusiness = false;
    const seconds = scenario.conclusive ? 0 : scenario.patience.seconds;
    response = await scenario.eventually(approval, (each) => !isRefused(each), seconds);
  }
  if (isSuccess(response.status)) hasApproved.add(scenario);
  if (mayBeBusiness) throw scenario.refusal('approvePayroll', response);
  return response;
}

/** @throws Refused if it is not approved */
export async function approve(scenario: Scenario, tenant: Tenant, payrollId: string): Promise<void> {
  const response = await tryToApprove(scenario, tenant, payrollId);
  if (!isSuccess(response.status)) throw scenario.refusal('approvePayroll', response);
}
