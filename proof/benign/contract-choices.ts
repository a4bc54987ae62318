/** Contracts and their templates where the document shows neither the required fields nor the existing templates. */

import { contractRules } from '../../reference-server/resources/contracts/rules.ts';
import type { DomainEvent } from '../../reference-server/state/records/webhooks.ts';
import { derivedId } from '../../reference-server/state/values.ts';
import { twice } from '../faults/event-tools.ts';
import { inAnswers, replacing } from '../faults/tools.ts';
import { type BenignGroup, eachObject } from './variant.ts';

const ofContracts = ['createContract', 'listContracts', 'readContract'] as const;

/** The signatures of every contract in an answer. */
const inSignatures = (change: (signatures: readonly unknown[]) => readonly unknown[]) =>
  inAnswers(ofContracts, '', (body) =>
    eachObject(body, (object) =>
      Array.isArray(object.signatures) ? { ...object, signatures: change(object.signatures) } : object,
    ),
  );

/** A contract with one more signer, who signs when the worker does, before or after. */
const withWitness: typeof contractRules.create = (...given) => {
  const { state, events } = contractRules.create(...given);
  const contracts = state.contracts.map((record) => {
    const { contract } = record;
    const worker = contract.signatures.find(({ order }) => order === 1);
    if (record.id !== given[1].contractId || worker === undefined) return record;
    const id = derivedId(`${worker.id}/witness`);
    const witness = { ...worker, id, emailAddress: 'witness@example.com', name: 'Witness' };
    return { ...record, contract: { ...contract, signatures: [...contract.signatures, witness] } };
  });
  return { state: { ...state, contracts }, events };
};

const sharedId = (country: unknown) => derivedId(`contract-template/${country}`);

export const contractVariants: BenignGroup = {
  checks: /^(contracts?|existing)\.|^(bodies|operations)\.(create-contract|lists)/,
  variants: {
    'contracts with the time of the machine, whatever the clock of the business shows': {
      interpretations: [306],
      overrides: inAnswers('listContracts', 'data.*.createdAt', () => Math.floor(Date.now() / 1_000)),
    },
    'a contract for which the service signs when nobody is named': {
      interpretations: [105],
      overrides: replacing('contracts', {
        create(state, command, context) {
          const { email = 'office@example.com', name = 'Office' } = command.input.sender ?? {};
          const input = { ...command.input, sender: { email, name } };
          return contractRules.create(state, { ...command, input }, context);
        },
      }),
    },
    'one contract template': {
      interpretations: [107],
      overrides: replacing('contracts', { templates: (state) => contractRules.templates(state).slice(0, 1) }),
    },
    'contract templates with the same ids for all businesses': {
      interpretations: [107],
      overrides: replacing('contracts', {
        templates: (state) =>
          contractRules.templates(state).map((template) => ({ ...template, id: sharedId(template.country) })),
        create(state, command, context) {
          const { templateId } = command.input;
          const own = contractRules.templates(state).find(({ country }) => sharedId(country) === templateId);
          const input = { ...command.input, ...(own?.id !== undefined && { templateId: own.id }) };
          const created = contractRules.create(state, { ...command, input }, context);
          if (own === undefined || templateId === undefined) return created;
          const contracts = created.state.contracts.map((record) =>
            record.id === command.contractId
              ? { ...record, contract: { ...record.contract, templateId } }
              : record,
          );
          return { ...created, state: { ...created.state, contracts } };
        },
      }),
    },
    'signatures that are listed last first': {
      interpretations: [128],
      overrides: inSignatures((signatures) => signatures.toReversed()),
    },
    'two signatures with the same place in the order': {
      interpretations: [128],
      overrides: replacing('contracts', { create: withWitness }),
    },
    'a contract whose first status is announced': {
      interpretations: [201],
      overrides: replacing('contracts', {
        create(...given) {
          const { state, events } = contractRules.create(...given);
          const first = events.flatMap(({ eventType, data }): DomainEvent[] =>
            eventType === 'contract.created' ? [{ eventType: 'contract.status.updated', data }] : [],
          );
          return { state, events: [...events, ...first] };
        },
      }),
    },
    'signatures that are announced twice': {
      interpretations: [201],
      overrides: twice('contract.signed'),
    },
  },
};
