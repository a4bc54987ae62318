/** The documented operations with a documented body, and the resources that each needs before it can be called. */

import { randomUUID } from 'node:crypto';
import type { Capability, RequirementId } from '../../openapi/catalogue.ts';
import { type OperationId, operation } from '../../openapi/description.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { fullExampleOf } from '../generate/example.ts';
import type { Caller, OperationInput } from '../http/message.ts';
import { bodyRules } from '../judgements/body-rules.ts';
import { idOf } from '../provider/answers.ts';
import type { Tenant } from '../provider/businesses.ts';
import { dateAfter } from '../provider/calendar.ts';
import type { Scenario } from '../provider/scenario.ts';
import { openTenant, platformCaller, timeOf } from '../provider/tenant.ts';
import { beneficiaryInput, businessInput, payrollBody } from '../provider/valid-requests.ts';
import { submission, yearsLater } from '../resources/kyc/actions.ts';
import { createPayroll } from '../resources/payrolls/actions.ts';
import { createPerson, inviteUser } from '../resources/persons/actions.ts';

/** One operation, ready to be called. */
export interface SubjectCase {
  readonly caller: Caller;
  readonly path?: Readonly<Record<string, string>>;
  /** A valid body with every documented field. */
  readonly body: unknown;
  /** Whether the body is accepted as it is; a JWT is only accepted from a caller that has the signing key. */
  readonly acceptable?: false;
}

/** A read that shows the data which a rejected request must not change. */
export interface OperationWitness {
  readonly operation: OperationId;
  readonly needs?: Capability;
}

export interface OperationSubject {
  readonly name: string;
  readonly title: string;
  readonly operation: OperationId;
  /** The requirement that an accepted invalid body violates. */
  readonly requirement: RequirementId;
  readonly needs: readonly Capability[];
  readonly prepare: (scenario: Scenario) => Promise<SubjectCase>;
  /** Called with the path of the case; absent if no read shows the data. */
  readonly witness?: OperationWitness;
  /** Whether the document lets a valid body be sent any number of times. */
  readonly repeatable?: true;
  /** Whether the example is accepted; a JWT is only accepted from a caller that has the signing key. */
  readonly acceptable?: false;
}

function exampleBody(id: OperationId): unknown {
  const { requestBody } = operation(id);
  if (requestBody === undefined) throw new Error(`${id} takes no body`);
  return fullExampleOf(requestBody);
}

/** The body with all its amounts in one currency. */
function inCurrency(body: unknown, currency: string): unknown {
  if (Array.isArray(body)) return body.map((item) => inCurrency(item, currency));
  if (!isRecord(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      name === 'currency' ? currency : inCurrency(value, currency),
    ]),
  );
}

/** A new user of a new person. */
async function newUser(scenario: Scenario, caller: Caller): Promise<string> {
  return inviteUser(scenario, caller, await createPerson(scenario, caller));
}

/** A submission that the sandbox decides without files, because the target would have to know their ids. */
const kycBody = (scenario: Scenario, tenant: Tenant): unknown =>
  submission(
    scenario.data,
    {},
    {
      number: 'auto-approve',
      expirationDate: yearsLater(timeOf(scenario, tenant)),
    },
  );

function knownBusiness({ businessId }: Tenant): string {
  if (businessId === undefined) throw new CaseEnded('The id of the business is not known.');
  return businessId;
}

export const subjects: readonly OperationSubject[] = [
  {
    name: 'create-business',
    title: 'Creating a business',
    operation: 'createBusiness',
    requirement: bodyRules.createBusiness,
    needs: ['platform-token'],
    prepare: async (scenario) => ({
      caller: platformCaller(scenario),
      body: { ...(exampleBody('createBusiness') as object), ...businessInput(scenario.data) },
    }),
  },
  {
    name: 'save-payroll',
    title: 'Saving a payroll',
    operation: 'savePayroll',
    requirement: bodyRules.savePayroll,
    needs: ['create-payroll'],
    prepare: async (scenario) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      // Any of several entries may be the invalid one.
      const workers = [await createPerson(scenario, caller), await createPerson(scenario, caller)];
      const payrollId = await createPayroll(scenario, caller);
      const entries = workers.map((personId) => ({ personId, salary: 1_000 }));
      const body = payrollBody(scenario.data, dateAfter(timeOf(scenario, tenant), 5), entries);
      return { caller, path: { payrollId }, body };
    },
    witness: { operation: 'readPayroll' },
  },
  {
    name: 'deposit',
    title: 'A sandbox deposit',
    operation: 'createBusinessDeposit',
    requirement: bodyRules.createBusinessDeposit,
    needs: ['sandbox'],
    prepare: async (scenario) => {
      const { caller } = await openTenant(scenario);
      const { currency } = scenario.data;
      return { caller, body: { value: { amount: 5_000, currency }, description: 'Never to arrive' } };
    },
    witness: { operation: 'listWallets', needs: 'list-wallets' },
    repeatable: true,
  },
  {
    name: 'job-info',
    title: 'Updating the job information',
    operation: 'updateJobInfo',
    requirement: bodyRules.updateJobInfo,
    needs: [],
    prepare: async (scenario) => {
      const { caller } = await openTenant(scenario);
      const personId = await createPerson(scenario, caller);
      const body = withoutCustomFields(exampleBody('updateJobInfo'));
      return { caller, path: { personId }, body: inCurrency(body, scenario.data.currency) };
    },
    witness: { operation: 'listPersons' },
    repeatable: true,
  },
  {
    name: 'custom-field',
    title: 'Updating a custom field',
    operation: 'updateCustomField',
    requirement: bodyRules.updateCustomField,
    needs: ['create-custom-field'],
    prepare: async (scenario) => {
      const tenant = await openTenant(scenario);
      const businessId = knownBusiness(tenant);
      const { caller } = tenant;
      const name = `Badge ${randomUUID()}`;
      const input: OperationInput = { path: { businessId }, body: { name } };
      const customFieldId = idOf(
        await scenario.succeed('createCustomField', caller, input),
        'createCustomField',
      );
      return { caller, path: { businessId, customFieldId }, body: { name } };
    },
    witness: { operation: 'listCustomFields', needs: 'list-custom-fields' },
    repeatable: true,
  },
  {
    name: 'create-contract',
    title: 'Creating a contract',
    operation: 'createContract',
    requirement: bodyRules.createContract,
    needs: [],
    prepare: async (scenario) => {
      const { caller } = await openTenant(scenario);
      const personId = await createPerson(scenario, caller);
      const { json } = await scenario.succeed('listContractTemplates', caller);
      const [template] = (json as { data?: readonly { id?: string }[] } | undefined)?.data ?? [];
      if (template?.id === undefined) throw new CaseEnded('There is no contract template.');
      const body = exampleBody('createContract') as object;
      return { caller, body: { ...body, templateId: template.id, personId, suppressNotification: true } };
    },
    witness: { operation: 'listContracts' },
  },
  {
    name: 'create-beneficiary',
    title: 'Creating a beneficiary',
    operation: 'createBeneficiary',
    requirement: bodyRules.createBeneficiary,
    needs: [],
    prepare: async (scenario) => {
      const { caller } = await openTenant(scenario);
      return { caller, body: withoutFiles(beneficiaryInput(scenario.data)) };
    },
    witness: { operation: 'listBeneficiaries' },
  },
  {
    name: 'submit-kyc',
    title: 'Submitting a verification',
    operation: 'submitKyc',
    requirement: bodyRules.submitKyc,
    needs: ['sandbox', 'invite-user'],
    prepare: async (scenario) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      const body = kycBody(scenario, tenant);
      return { caller, path: { userId: await newUser(scenario, caller) }, body };
    },
    witness: { operation: 'readKyc' },
  },
  {
    name: 'resubmit-kyc',
    title: 'Resubmitting a rejected verification',
    operation: 'resubmitKyc',
    requirement: bodyRules.resubmitKyc,
    needs: ['sandbox', 'invite-user'],
    prepare: async (scenario) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      const path = { userId: await newUser(scenario, caller) };
      const body = kycBody(scenario, tenant);
      await scenario.succeed('submitKyc', caller, { path, body });
      await scenario.succeed('reviewKyc', caller, { path, body: { action: 'reject', type: 'identity' } });
      return { caller, path, body };
    },
    witness: { operation: 'readKyc' },
  },
  {
    name: 'review-kyc',
    title: 'Reviewing a verification',
    operation: 'reviewKyc',
    requirement: bodyRules.reviewKyc,
    needs: ['sandbox', 'invite-user'],
    prepare: async (scenario) => {
      const { caller } = await openTenant(scenario);
      const body = { action: 'approve', type: 'identity' };
      return { caller, path: { userId: await newUser(scenario, caller) }, body };
    },
    witness: { operation: 'readKyc' },
    repeatable: true,
  },
  {
    name: 'exchange-jwt',
    title: 'Exchanging a JWT',
    operation: 'exchangeJwt',
    requirement: bodyRules.exchangeJwt,
    needs: [],
    prepare: async (scenario) => ({
      caller: (await openTenant(scenario)).caller,
      body: exampleBody('exchangeJwt'),
      acceptable: false,
    }),
    acceptable: false,
  },
];

/** The document does not show whether a custom field of a job must exist. */
function withoutCustomFields(body: unknown): unknown {
  const { jobInfo, ...rest } = body as { jobInfo: Record<string, unknown> };
  const { customFields: _, ...job } = jobInfo;
  return { ...rest, jobInfo: job };
}

/** The document does not show whether the file of a beneficiary must exist. */
function withoutFiles(body: unknown): unknown {
  const { kyc, ...rest } = body as { kyc: Record<string, unknown> };
  const { idFileFront: _, ...holder } = kyc;
  return { ...rest, kyc: holder };
}
