/** Requests about contracts and their templates that checks share. */

import type { components } from '../../../openapi/generated/types.ts';
import { CaseEnded, Lacking } from '../../engine/outcome.ts';
import type { Caller } from '../../http/message.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { personInput } from '../../provider/valid-requests.ts';
import { uniqueEmail } from '../../target/test-data.ts';

type Schemas = components['schemas'];
export type Contract = Schemas['Contract'];
export type ContractCreated = Schemas['ContractCreated'];
export type Signature = Schemas['ContractSignature'];
export type Template = Schemas['ContractTemplate'];

export async function listTemplates(scenario: Scenario, caller: Caller): Promise<readonly Template[]> {
  const { json } = await scenario.succeed('listContractTemplates', caller);
  const data = (json as Partial<Schemas['ContractTemplateList']> | undefined)?.data;
  if (!Array.isArray(data)) throw new CaseEnded('listContractTemplates did not return data.');
  return data;
}

/** The template that fits the suite's persons best: a target may have rules about country and type. */
export async function pickTemplate(scenario: Scenario, caller: Caller): Promise<Template> {
  const templates = await listTemplates(scenario, caller);
  const [first] = templates;
  const template = templates.find(({ country }) => country === scenario.data.country) ?? first;
  if (typeof template?.id !== 'string') throw new CaseEnded('There is no contract template.');
  return template;
}

/** A person that a contract is made with. */
export interface Worker {
  readonly id: string;
  readonly email: string;
}

/** Creates a person of the type that a template is for. */
export async function createWorker(
  scenario: Scenario,
  caller: Caller,
  { personType, country }: Pick<Template, 'personType' | 'country'>,
  firstName?: string,
): Promise<Worker> {
  const email = uniqueEmail(scenario.data, 'chidi');
  if (!scenario.offers('createPerson')) throw new Lacking('create-person');
  const body = personInput(scenario.data, {
    ...(firstName !== undefined && { firstName }),
    email,
    // A template may be for every country and every type of person.
    ...(personType !== undefined && { type: personType.toUpperCase() }),
    ...(country !== undefined && { address: { ...scenario.data.address, countryCode: country } }),
  });
  const { json } = await scenario.succeed('createPerson', caller, { body });
  const { id } = (json ?? {}) as { readonly id?: unknown };
  if (typeof id !== 'string') throw new CaseEnded('createPerson did not return id.');
  return { id, email };
}

export interface ContractRequest {
  readonly templateId: string;
  readonly personId: string;
  readonly senderName?: string;
  readonly suppressNotification?: boolean | undefined;
}

export async function createContract(
  scenario: Scenario,
  caller: Caller,
  { templateId, personId, senderName, suppressNotification = true }: ContractRequest,
): Promise<ContractCreated> {
  const usual: Schemas['ContractInput'] = {
    sender: { email: `tunde.bello@${scenario.data.emailDomain}`, name: 'Tunde Bello' },
  };
  const { sender } = scenario.data.fill('createContract', usual);
  const body: Schemas['ContractInput'] = {
    templateId,
    personId,
    sender: { ...sender, ...(senderName !== undefined && { name: senderName }) },
    suppressNotification,
  };
  const { json } = await scenario.succeed('createContract', caller, { body });
  const contract = (json ?? {}) as ContractCreated;
  if (typeof contract.id !== 'string') throw new CaseEnded('createContract did not return id.');
  return contract;
}

export async function listContracts(
  scenario: Scenario,
  caller: Caller,
  query: Readonly<Record<string, string>> = {},
): Promise<readonly Contract[]> {
  const { json } = await scenario.succeed('listContracts', caller, { query });
  const data = (json as Partial<Schemas['ContractList']> | undefined)?.data;
  if (!Array.isArray(data)) throw new CaseEnded('listContracts did not return data.');
  return data;
}

/** The signatures in the order in which they are to be given. */
export function inSigningOrder(signatures: unknown): readonly Signature[] {
  if (!Array.isArray(signatures)) return [];
  return [...(signatures as Signature[])].sort((a, b) => Number(a?.order) - Number(b?.order));
}

/**
 * Whether the business has signed a contract without the suite, which has no control to sign it: a sandbox may sign for
 * the business, or somebody does at a dashboard.
 */
export function isSignedElsewhere(scenario: Scenario, { status, createdAt, signatures }: Contract): boolean {
  const [first] = inSigningOrder(Array.isArray(signatures) ? signatures : []);
  return (
    !scenario.has('sign-contract') &&
    status !== 'awaiting business signature' &&
    first?.status === 'signed' &&
    first.signedAt > createdAt
  );
}
