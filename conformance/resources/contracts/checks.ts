/** Sections "Contract", "Contracts" and "Contract template" of the interface document. */

import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { Refused } from '../../engine/outcome.ts';
import { isSuccess } from '../../http/is-success.ts';
import type { Caller } from '../../http/message.ts';
import { requireUntouched } from '../../judgements/signatures.ts';
import { requireUnixSeconds } from '../../provider/answers.ts';
import { type Check, example, property } from '../../provider/check.ts';
import { emptyLedger } from '../../provider/ledger.ts';
import { modelCheck, type Part } from '../../provider/part.ts';
import { show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { openTenant } from '../../provider/tenant.ts';
import {
  type Contract,
  type ContractCreated,
  type ContractRequest,
  createContract,
  createWorker,
  inSigningOrder,
  isSignedElsewhere,
  listContracts,
  listTemplates,
  pickTemplate,
  type Signature,
  type Worker,
} from './actions.ts';
import { type ContractContext, type ContractState, look, showContracts } from './model.ts';
import { contractMoves, contractTours } from './moves.ts';

const names = ['Adaeze', 'José', 'Zoë', '李', 'محمد', "D'Arcy"];

/** Judges the signatures of a contract that nobody has viewed; one is that of its worker. */
function requireNew(
  scenario: Scenario,
  signatures: readonly Signature[],
  { worker, bystander }: Record<'worker' | 'bystander', Worker>,
): void {
  requireUntouched(scenario, signatures);
  const wanted = 'a signature of the admin and one of the worker';
  scenario.require('CONTRACT-012', signatures.length >= 2, wanted, `${signatures.length} signatures`);
  const placeOf = ({ email }: Worker) =>
    signatures.findIndex(({ emailAddress }) => String(emailAddress).toLowerCase() === email.toLowerCase());
  scenario.require(
    'CONTRACT-012',
    placeOf(bystander) < 0,
    `no signature of a person whom the contract is not with, ${bystander.email}`,
    `the signatures of ${show(signatures.map(({ emailAddress }) => emailAddress))}`,
  );
  const place = placeOf(worker);
  if (place < 0) {
    scenario.skip('CONTRACT-012', 'No signature carries the email address of the person.');
    return;
  }
  const mine = signatures[place]?.order;
  scenario.require(
    'CONTRACT-012',
    signatures.some(({ order }, index) => index !== place && order < Number(mine)),
    'the signature of the admin before that of the worker',
    `orders ${show(signatures.map(({ emailAddress, order }) => `${emailAddress}: ${order}`))}`,
  );
}

const find = (contracts: readonly Contract[], { id }: ContractCreated) =>
  contracts.find((contract) => contract?.id === id);

/** Judges the list entry of a newly created contract. */
function requireListed(
  scenario: Scenario,
  contracts: readonly Contract[],
  created: ContractCreated,
  persons: Record<'worker' | 'bystander', Worker>,
): void {
  const { worker } = persons;
  const listed = find(contracts, created);
  const isTheSame = listed?.personId === worker.id && listed.name === created.name;
  const expected = `the contract ${created.id}, ${show(created.name)}, of the person ${worker.id}`;
  const actual = listed === undefined ? 'no such contract' : show(listed);
  scenario.require('CONTRACT-016', isTheSame, expected, actual);
  if (listed === undefined) return;
  requireUnixSeconds(scenario, 'CONTRACT-019', 'createdAt', listed.createdAt);
  if (isSignedElsewhere(scenario, listed)) return;
  scenario.require(
    'CONTRACT-010',
    listed.status === 'awaiting business signature',
    'awaiting business signature in the list',
    show(listed.status),
  );
  requireNew(scenario, inSigningOrder(listed.signatures), persons);
}

/** Creates contracts at the same time. One that the target rejects is left out. */
async function createAtOnce(
  scenario: Scenario,
  caller: Caller,
  requests: readonly ContractRequest[],
): Promise<readonly (ContractRequest & { readonly contract: ContractCreated })[]> {
  const created = requests.map(async (request) => {
    try {
      return [{ ...request, contract: await createContract(scenario, caller, request) }];
    } catch (error) {
      if (error instanceof Refused) return [];
      throw error;
    }
  });
  return (await Promise.all(created)).flat();
}

/** Gives every signature of a contract, as far as the target lets it be given. */
async function sign(scenario: Scenario, caller: Caller, { id, signatures }: ContractCreated): Promise<void> {
  const path = { contractId: id };
  for (const { id: signatureId } of inSigningOrder(signatures))
    await scenario.send('signContract', caller, { path, body: { signatureId } });
}

export const contractChecks: readonly Check[] = [
  property({
    id: 'contracts.create',
    title: 'A new contract awaits the signature of the business, is unsigned and not viewed, and is listed',
    covers: [
      'CONTRACT-002',
      'CONTRACT-003',
      'CONTRACT-004',
      'CONTRACT-005',
      'CONTRACT-006',
      'CONTRACT-009',
      'CONTRACT-010',
      'CONTRACT-011',
      'CONTRACT-012',
      'CONTRACT-013',
      'CONTRACT-015',
      'CONTRACT-016',
      'CONTRACT-019',
      'CONV-015',
    ],
    needs: [],
    // The second contract of a person is tried in every run.
    examples: [{ worker: 'José', sender: 'Zoë', suppressNotification: undefined, contracts: 2 }],
    arbitrary: () =>
      fc.record({
        worker: fc.constantFrom(...names),
        sender: fc.constantFrom(...names),
        suppressNotification: fc.constantFrom(true, false, undefined),
        contracts: fc.integer({ min: 1, max: 2 }),
      }),
    runs: ({ propertyRuns }) => Math.ceil(propertyRuns / 3),
    run: async (scenario, { worker: firstName, sender, suppressNotification, contracts }) => {
      const { caller } = await openTenant(scenario);
      const template = await pickTemplate(scenario, caller);
      const bystander = await createWorker(scenario, caller, template);
      const worker = await createWorker(scenario, caller, template, firstName);
      const persons = { worker, bystander };
      for (let count = 1; count <= contracts; count += 1) {
        scenario.step(count === 1 ? 'create a contract' : 'create another contract of the same person');
        const created = await createContract(scenario, caller, {
          templateId: template.id,
          personId: worker.id,
          senderName: sender,
          suppressNotification,
        });
        const holds = created.status === 'awaiting business signature';
        scenario.require('CONTRACT-010', holds, 'awaiting business signature', show(created.status));
        const given = { templateId: template.id, personId: worker.id };
        const shown = { templateId: created.templateId, personId: created.personId };
        scenario.require('CONTRACT-013', isDeepStrictEqual(given, shown), show(given), show(shown));
        requireNew(scenario, inSigningOrder(created.signatures), persons);
        scenario.step('list the contracts');
        requireListed(scenario, await listContracts(scenario, caller), created, persons);
      }
    },
  }),
  property({
    id: 'contracts.person-filter',
    title: 'The personId filter returns only the contracts of that person',
    covers: ['CONTRACT-017'],
    needs: [],
    examples: [[2, 1, 0]],
    arbitrary: () => fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 3 }),
    runs: ({ propertyRuns }) => Math.ceil(propertyRuns / 3),
    run: async (scenario, counts) => {
      const { caller } = await openTenant(scenario);
      const template = await pickTemplate(scenario, caller);
      scenario.setup(`create ${counts.join(', ')} contracts of ${counts.length} persons at the same time`);
      const persons: string[] = [];
      for (const _ of counts) persons.push((await createWorker(scenario, caller, template)).id);
      const requests = persons.flatMap((personId, index) =>
        Array.from({ length: counts[index] ?? 0 }, () => ({ templateId: template.id, personId })),
      );
      const created = await createAtOnce(scenario, caller, requests);
      const [signed] = created;
      if (signed !== undefined && scenario.has('sign-contract')) {
        scenario.setup('sign the first of them');
        await sign(scenario, caller, signed.contract);
      }
      for (const [index, personId] of persons.entries()) {
        scenario.independentStep(`list the contracts of person ${index + 1}`);
        const listed = await listContracts(scenario, caller, { personId });
        const contracts = created.filter((each) => each.personId === personId);
        const missing = contracts.filter((each) => find(listed, each.contract) === undefined);
        // A target may make contracts of its own with the person.
        const foreign = listed.filter((contract) => contract?.personId !== personId);
        scenario.require(
          'CONTRACT-017',
          missing.length === 0 && foreign.length === 0,
          `the ${contracts.length} contracts of the person, and none of others`,
          `${listed.length} contracts, ${missing.length} missing, ${foreign.length} of others`,
        );
      }
      scenario.independentStep('list the contracts of a person that does not exist');
      const { status, json } = await scenario.send('listContracts', caller, {
        query: { personId: randomUUID() },
      });
      const data = (json as { readonly data?: unknown } | undefined)?.data;
      const holds = status >= 400 || !Array.isArray(data) || data.length === 0;
      scenario.require('CONTRACT-017', holds, 'no contract, or a rejection', show(data));
    },
  }),
  example({
    id: 'contracts.read',
    title: 'A contract can be read by its id',
    covers: ['CONTRACT-001'],
    needs: ['read-contract'],
    run: async (scenario) => {
      const { caller } = await openTenant(scenario);
      const template = await pickTemplate(scenario, caller);
      const { id: personId } = await createWorker(scenario, caller, template);
      const { id } = await createContract(scenario, caller, { templateId: template.id, personId });
      scenario.step('read the contract');
      const { status, json } = await scenario.send('readContract', caller, { path: { contractId: id } });
      const holds = isSuccess(status) && (json as { id?: unknown } | undefined)?.id === id;
      scenario.require('CONTRACT-001', holds, `the contract ${id}`, `${status} with ${show(json)}`);
    },
  }),
  example({
    id: 'contracts.templates',
    title: 'Contract templates are listed with their variables',
    covers: ['TEMPLATE-001', 'TEMPLATE-002', 'TEMPLATE-003', 'CONV-004'],
    needs: [],
    reads: true,
    run: async (scenario) => {
      const { caller } = await openTenant(scenario);
      scenario.step('list the contract templates');
      const templates = await listTemplates(scenario, caller);
      for (const template of templates) {
        for (const name of ['createdTimestamp', 'lastUpdatedTimestamp'] as const) {
          requireUnixSeconds(scenario, 'TEMPLATE-001', name, template?.[name]);
        }
      }
      if (templates.length === 0) scenario.skip('TEMPLATE-001', 'The business has no contract template.');
      if (templates.every((template) => (template?.templateVariables ?? []).length === 0)) {
        scenario.skip('TEMPLATE-002', 'No contract template has variables.');
      }
    },
  }),
];

export const contractPart: Part<ContractContext, ContractState> = {
  open: async (scenario, { fixture, common }) => {
    const { caller } = fixture.tenant;
    scenario.setup('choose a template, and create a worker for it');
    const template = await pickTemplate(scenario, caller);
    const worker = await createWorker(scenario, caller, template);
    return {
      context: { fixture, template, worker, contracts: new Map() },
      state: { common, contracts: [], events: emptyLedger() },
    };
  },
  moves: contractMoves,
  tours: contractTours,
  look,
  show: showContracts,
};

export const contractModel: Check = modelCheck(contractPart, {
  id: 'contract.model',
  title:
    'After random sequences of creating and signing, a contract shows who signed, when, and whose signature is missing',
  covers: [
    'CONTRACT-005',
    'CONTRACT-006',
    'CONTRACT-007',
    'CONTRACT-008',
    'CONTRACT-010',
    'CONTRACT-011',
    'CONTRACT-016',
    'CONTRACT-018',
    'CONTRACT-020',
    'CONV-015',
    'EVENT-047',
    'EVENT-048',
    'EVENT-049',
    'HOOK-013',
  ],
  needs: [],
  runs: ({ modelRuns }) => Math.ceil(modelRuns / 4),
});
