/** Contracts (section "Contracts"), as pure functions of state, command and time. */

import { type BusinessState, findRecord, type Outcome, withRecord } from '../../state/business-state.ts';
import type { StoredContract } from '../../state/records/people.ts';
import type { DomainEvent } from '../../state/records/webhooks.ts';
import { invalidBody, invalidState } from '../../state/refusal.ts';
import type { Asks, RuleContext } from '../../state/rule.ts';
import type { Schemas } from '../../state/schemas.ts';
import { derivedId } from '../../state/values.ts';
import { nameOf } from '../persons/representation.ts';
import { type ContractDecisions, contractDecisions, type Signer } from './decisions.ts';

type Signature = Schemas['ContractSignature'];

export type CreateContract = Asks<'contractId', Schemas['ContractInput']>;
export type SignContract = Asks<'contractId', Schemas['ContractSigning']>;

function factsOf({ id, name, personId, templateId, status }: StoredContract) {
  return { id, name, personId, templateId, status };
}

const unsigned = (contractId: string, place: number, signer: Signer): Signature => ({
  id: derivedId(`${contractId}/signature/${place}`),
  ...signer,
  status: 'unsigned',
  signedAt: 0,
  lastViewedAt: 0,
});

/**
 * The template, person and sender of a contract. The document does not show whether they are required, but a contract
 * without one of them has nobody to sign it.
 *
 * @throws Refusal `invalid_request_body` that names each offending field.
 */
function partsOf(decide: ContractDecisions, state: BusinessState, input: Schemas['ContractInput']) {
  const { templateId, personId } = input;
  const sender = decide.sender(input);
  const params: Record<string, string> = {};
  const template = decide.templates(state.business).find(({ id }) => id === templateId);
  const person = state.persons.find(({ id }) => id === personId)?.person;
  const { email, name } = sender ?? {};
  if (templateId === undefined) params.templateId = 'is missing';
  else if (template === undefined) params.templateId = 'must name a contract template of this business';
  if (personId === undefined) params.personId = 'is missing';
  else if (person === undefined) params.personId = 'must name a person of this business';
  if (sender === undefined) params.sender = 'is missing';
  else {
    if (!email) params['sender.email'] = 'is missing';
    if (!name) params['sender.name'] = 'is missing';
  }
  // Tested once more for the compiler, which does not connect the parts with params.
  if (!(template && personId && person && email && name)) throw invalidBody(params);
  return { template, personId, person, admin: { emailAddress: email, name } };
}

/** @param decisions single answers of the document; the faults of the self-test replace some. */
export function createContractRules(decisions: Partial<ContractDecisions> = {}) {
  const decide = { ...contractDecisions, ...decisions };
  return {
    /** The contract templates of the business. */
    templates: ({ business }: BusinessState): Schemas['ContractTemplate'][] => decide.templates(business),

    /**
     * Creates a contract that awaits the signature of the business, and after it that of the worker. No notifications are
     * sent by this server, so there is nothing for `suppressNotification` to suppress.
     *
     * @throws Refusal `invalid_request_body` when template, person or sender is missing or not known.
     */
    create(state: BusinessState, { contractId, input }: CreateContract, { now }: RuleContext): Outcome {
      const { template, personId, person, admin } = partsOf(decide, state, input);
      const worker = nameOf(person);
      const name = `${template.name}: ${worker}`;
      const signatures = decide
        .signers(admin, { name: worker, emailAddress: person.email ?? '' })
        .map((signer, place) => unsigned(contractId, place, signer));
      const contract: StoredContract = {
        id: contractId,
        name,
        personId,
        templateId: template.id,
        status: decide.status(signatures),
        subject: `Please sign: ${name}`,
        title: template.name,
        signatures,
        createdAt: now,
        customContractAttached: false,
      };
      const record = { id: contractId, businessId: state.business.id, contract };
      return {
        state: { ...state, contracts: [...state.contracts, record] },
        events: [{ eventType: 'contract.created', data: factsOf(contract) }],
      };
    },

    /**
     * Gives one signature; with the last one the contract is completed.
     *
     * @throws Refusal `invalid_request_body` when the contract has no such signature, `invalid_state` when it is given
     * already or another one comes before it.
     */
    sign(
      state: BusinessState,
      { contractId, input: { signatureId } }: SignContract,
      { now }: RuleContext,
    ): Outcome {
      const record = findRecord(state.contracts, contractId);
      const before = record.contract;
      if (signatureId === undefined) throw invalidBody({ signatureId: 'is missing' });
      const given = before.signatures.find(({ id }) => id === signatureId);
      if (given === undefined) throw invalidBody({ signatureId: 'must name a signature of this contract' });
      if (given.status === 'signed') throw invalidState('The signature is given already');
      if (decide.waits(given, before.signatures))
        throw invalidState('Another signature comes before this one');

      const signed = { ...given, status: 'signed', signedAt: now, lastViewedAt: now };
      const signatures = before.signatures.map((other) => (other === given ? signed : other));
      const contract = { ...before, signatures, status: decide.status(signatures) };
      const { id, personId, status } = contract;
      const events: DomainEvent[] = [
        {
          eventType: 'contract.signed',
          data: { id, personId, status, emailAddress: given.emailAddress, signedAt: now },
        },
        { eventType: 'contract.status.updated', data: factsOf(contract) },
      ];
      return { state: withRecord(state, 'contracts', { ...record, contract }), events };
    },

    /** The contracts of a business or of one of its persons, oldest first. */
    list({ contracts }: BusinessState, { personId }: { readonly personId?: string }): StoredContract[] {
      return contracts
        .map(({ contract }) => contract)
        .filter((contract) => personId === undefined || contract.personId === personId);
    },
  };
}

export const contractRules = createContractRules();
