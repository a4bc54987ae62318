/** Contracts and their templates where the document shows neither the required fields nor the existing templates. */

import { contractDecisions } from '../../reference-server/resources/contracts/decisions.ts';
import { contractRules } from '../../reference-server/resources/contracts/rules.ts';
import type { DomainEvent } from '../../reference-server/state/records/webhooks.ts';
import { derivedId } from '../../reference-server/state/values.ts';
import { decide } from '../faults/contracts.ts';
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

export const contractVariants: BenignGroup = {
  checks: /^(contracts?|existing)\.|^(bodies|operations)\.(create-contract|lists)/,
  variants: {
    'contracts with the time of the machine, whatever the clock of the business shows': {
      interpretations: [306],
      overrides: inAnswers('listContracts', 'data.*.createdAt', () => Math.floor(Date.now() / 1_000)),
    },
    'a contract for which the service signs when nobody is named': {
      interpretations: [105],
      overrides: decide({
        sender: ({ sender }) => ({ email: 'office@example.com', name: 'Office', ...sender }),
      }),
    },
    'one contract template': {
      interpretations: [107],
      overrides: decide({ templates: (business) => contractDecisions.templates(business).slice(0, 1) }),
    },
    'contract templates with the same ids for all businesses': {
      interpretations: [107],
      overrides: decide({
        templates: (business) =>
          contractDecisions
            .templates(business)
            .map((template) => ({ ...template, id: derivedId(`contract-template/${template.country}`) })),
      }),
    },
    'signatures that are listed last first': {
      interpretations: [128],
      overrides: inSignatures((signatures) => signatures.toReversed()),
    },
    'two signatures with the same place in the order': {
      interpretations: [128],
      overrides: decide({
        signers: (admin, worker) => [
          ...contractDecisions.signers(admin, worker),
          { name: 'Witness', emailAddress: 'witness@example.com', order: 1 },
        ],
      }),
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
