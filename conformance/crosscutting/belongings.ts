/** One resource of each kind that a business can have, for checks of access. */

import { randomUUID } from 'node:crypto';
import type { Capability } from '../../openapi/catalogue.ts';
import type { OperationId } from '../../openapi/description.ts';
import type { Caller, OperationInput } from '../http/message.ts';
import { type Answer, attempt, idIfAny, itemsOf, textIn } from '../provider/answers.ts';
import type { Tenant } from '../provider/businesses.ts';
import { dateAfter } from '../provider/calendar.ts';
import type { Scenario } from '../provider/scenario.ts';
import { timeOf } from '../provider/tenant.ts';
import { beneficiaryInput, payrollBody } from '../provider/valid-requests.ts';
import { walletIds } from '../provider/wallet.ts';
import { createPayroll } from '../resources/payrolls/actions.ts';
import { createPerson } from '../resources/persons/actions.ts';
import { createUser } from '../resources/users/actions.ts';
import type { TestData } from '../target/test-data.ts';

/** The path parameters that name a resource. */
export const resourceNames = [
  'businessId',
  'personId',
  'userId',
  'customFieldId',
  'payrollId',
  'contractId',
  'signatureId',
  'beneficiaryId',
  'payoutId',
  'invoiceId',
  'reimbursementId',
  'externalAccountId',
  'filingId',
  'requirementId',
  'transactionId',
] as const;

export type ResourceName = (typeof resourceNames)[number];

export interface Belongings {
  /** Ids of the resources that could be created; a target need not offer all of them. */
  readonly ids: ReadonlyMap<ResourceName, string>;
  /** Time of the business in Unix seconds. */
  readonly now: number;
  /** Ids of resources in the state that an operation needs, such as a rejected user to submit again. */
  readonly prepared: ReadonlyMap<OperationId, string>;
  /** Texts that occur in these resources and nowhere else, beginning with an email address. */
  readonly secrets: readonly string[];
  /** Ids of the wallets of the business. */
  readonly wallets: readonly string[];
}

/** A contract template of a business, if it shows one. */
export async function findTemplate(scenario: Scenario, caller: Caller): Promise<Answer | undefined> {
  if (!scenario.offers('listContractTemplates')) return undefined;
  return itemsOf(await scenario.send('listContractTemplates', caller))[0];
}

/**
 * Creates one resource of each kind. Resources that the target rejects or does not offer are left out.
 *
 * @param funds `none` for a business whose money other checks count
 */
export async function furnish(
  scenario: Scenario,
  tenant: Tenant,
  funds: 'some' | 'none' = 'some',
): Promise<Belongings> {
  const { caller, businessId } = tenant;
  const now = timeOf(scenario, tenant);
  const mark = randomUUID().slice(0, 8);
  const email = `owner.${mark}@${scenario.data.emailDomain}`;
  const name = `Owner ${mark}`;
  const ids = new Map<ResourceName, string>();
  const keep = (resource: ResourceName, id: string | undefined) => {
    if (id !== undefined) ids.set(resource, id);
  };
  const make = async (
    resource: ResourceName,
    id: OperationId,
    input: OperationInput,
    ...needs: Capability[]
  ) => {
    if (!scenario.offers(id) || !scenario.has(...needs)) return;
    await attempt(async () => keep(resource, idIfAny(await scenario.send(id, caller, input))));
  };

  const { data } = scenario;
  const { currency } = data;
  scenario.setup('create one of each resource in the business');
  keep('businessId', businessId);
  const { personId, userId } = scenario.has('invite-user')
    ? await createUser(scenario, tenant, email)
    : { personId: await createPerson(scenario, caller, { email }), userId: undefined };
  keep('personId', personId);
  keep('userId', userId);
  const salaried = [{ personId, salary: 1_000 }];
  if (scenario.has('create-payroll')) {
    await attempt(async () => {
      const payrollId = await createPayroll(scenario, caller);
      keep('payrollId', payrollId);
      const body = payrollBody(scenario.data, dateAfter(now, 30), salaried);
      await scenario.send('savePayroll', caller, { path: { payrollId }, body });
    });
  }
  if (businessId !== undefined) {
    const input = { path: { businessId }, body: { name } };
    await make('customFieldId', 'createCustomField', input, 'create-custom-field');
  }
  await make('beneficiaryId', 'createBeneficiary', { body: beneficiaryOf(data, name, email) });
  const template = await findTemplate(scenario, caller);
  if (typeof template?.id === 'string') {
    await make('contractId', 'createContract', { body: contractOf(template.id, personId, email, name) });
    await attempt(async () => {
      const [contract] = itemsOf(await scenario.send('listContracts', caller, { query: { personId } }));
      const signatures = contract?.signatures;
      keep('signatureId', Array.isArray(signatures) ? textIn({ json: signatures[0] }, 'id') : undefined);
    });
  }
  if (funds === 'some' && scenario.offers('createBusinessDeposit')) {
    const body = { value: { amount: 100_000, currency }, description: name };
    await attempt(() => scenario.send('createBusinessDeposit', caller, { body }));
  }
  const beneficiaryId = ids.get('beneficiaryId');
  if (funds === 'some' && beneficiaryId !== undefined) {
    const body = { beneficiaryId, amount: { amount: 1_000, currency }, reference: name };
    await make('payoutId', 'createPayout', { body }, 'create-payout');
  }
  await make(
    'invoiceId',
    'submitContractorInvoice',
    { body: invoiceOf(data, personId, name, now) },
    invoicing,
  );
  await make(
    'reimbursementId',
    'createReimbursement',
    { body: expenseOf(data, personId, name, now) },
    reimbursing,
  );
  await make(
    'externalAccountId',
    'linkExternalAccount',
    { body: accountOf(data, name) },
    'link-external-account',
  );
  const createFiling = scenario.plainControl('createFiling');
  if (createFiling !== undefined && businessId !== undefined) {
    await attempt(async () => {
      keep('filingId', await createFiling(scenario.controlSend, businessId, { requirements: [name] }));
      const [open] = itemsOf(await scenario.send('listRequirements', caller));
      keep('requirementId', typeof open?.id === 'string' ? open.id : undefined);
    });
  }
  if (scenario.has('list-transactions')) {
    await attempt(async () => {
      const [transaction] = itemsOf(await scenario.send('listTransactions', caller));
      keep('transactionId', typeof transaction?.id === 'string' ? transaction.id : undefined);
    });
  }
  const prepared =
    funds === 'some' ? await prepare(scenario, tenant, { mark, name }) : new Map<OperationId, string>();
  const wallets = funds === 'some' && scenario.has('list-wallets') ? await walletIds(scenario, caller) : [];
  const keys = tenant.tenantKey === undefined ? [] : [tenant.tenantKey];
  return { ids, now, prepared, secrets: [email, name, ...keys], wallets };
}

/** Prepares the resources in the state that their operation needs. */
async function prepare(
  scenario: Scenario,
  tenant: Tenant,
  { mark, name }: { mark: string; name: string },
): Promise<ReadonlyMap<OperationId, string>> {
  const { caller } = tenant;
  const prepared = new Map<OperationId, string>();
  const email = (state: string) => `${state}.${mark}@${scenario.data.emailDomain}`;
  if (scenario.has('invite-user') && scenario.offers('reviewKyc')) {
    for (const [operation, action] of [
      ['resubmitKyc', 'reject'],
      ['renewKyc', 'approve'],
    ] as const) {
      await attempt(async () => {
        const { userId } = await createUser(scenario, tenant, email(action));
        const input = { path: { userId }, body: { action, type: 'identity' } };
        await scenario.send('reviewKyc', caller, input);
        prepared.set(operation, userId);
      });
    }
  }
  if (scenario.has('schedule-offboarding')) {
    await attempt(async () => {
      const personId = await createPerson(scenario, caller, { email: email('leaving') });
      const body = { exitDate: dateAfter(timeOf(scenario, tenant), 30), reason: name };
      await scenario.send('scheduleOffboarding', caller, { path: { personId }, body });
      prepared.set('cancelOffboarding', personId);
    });
  }
  if (scenario.has('submit-contractor-invoice')) {
    await attempt(async () => {
      const personId = await createPerson(scenario, caller, { email: email('paid') });
      const body = invoiceOf(scenario.data, personId, name, timeOf(scenario, tenant));
      const invoiceId = idIfAny(await scenario.send('submitContractorInvoice', caller, { body }));
      if (invoiceId === undefined) return;
      await scenario.send('reviewInvoice', caller, { path: { invoiceId }, body: { action: 'approve' } });
      prepared.set('recordInvoicePayment', invoiceId);
    });
  }
  return prepared;
}

const invoicing = 'submit-contractor-invoice';
const reimbursing = 'create-reimbursement';

const beneficiaryOf = (data: TestData, name: string, email: string) => {
  const { kyc: _, ...input } = beneficiaryInput(data);
  const { preferredMethod, bank } = input.paymentDetails;
  return { ...input, name, email, paymentDetails: { preferredMethod, bank: { ...bank, accountName: name } } };
};

const contractOf = (templateId: string, personId: string, email: string, name: string) => ({
  templateId,
  personId,
  sender: { email, name },
  suppressNotification: true,
});

const invoiceOf = ({ currency }: TestData, personId: string, description: string, now: number) => ({
  personId,
  date: dateAfter(now, 0),
  dueDate: dateAfter(now, 30),
  items: [{ description, category: 'CONTRACTOR_FEE', amount: { amount: 1_000, currency }, quantity: 1 }],
  baseCurrency: currency,
});

const expenseOf = ({ currency }: TestData, personId: string, description: string, now: number) => ({
  personId,
  description,
  category: 'travel',
  expenseDate: dateAfter(now, 0),
  amount: { amount: 1_000, currency },
  sourceCurrency: currency,
});

const accountOf = ({ bank, currency }: TestData, accountName: string) => ({
  accountName,
  accountNumber: '000123459920',
  routingNumber: bank.code,
  bankName: bank.name,
  currency,
});
