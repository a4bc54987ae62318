/** Answers and events that say as much as the document asks for, and otherwise than the reference server does. */

import { personRules } from '../../reference-server/resources/persons/rules.ts';
import { reimbursementRules } from '../../reference-server/resources/reimbursements/rules.ts';
import { tokenRules } from '../../reference-server/resources/tokens/rules.ts';
import { invalidBody } from '../../reference-server/state/refusal.ts';
import { derivedId } from '../../reference-server/state/values.ts';
import { inPayloads } from '../faults/event-tools.ts';
import { inAnswers, replacing } from '../faults/tools.ts';
import { asRecord, type BenignGroup } from './variant.ts';

const masked = (value: unknown) =>
  Object.fromEntries(
    Object.entries(asRecord(value)).map(([name, text]) => [name, `•••${String(text).slice(-2)}`]),
  );

const filingStates = ['created', 'blocked', 'pending', 'in_review', 'approved', 'submitted', 'accepted'];
const aboutFilings = [...filingStates, 'rejected', 'overdue'].map(
  (state) => `filing.${state}` as 'filing.created',
);

export const choiceVariants: BenignGroup = {
  checks: /^(persons|reimbursements?|compliance|jwt|users)\./,
  variants: {
    'tax numbers that are masked': {
      interpretations: [222],
      overrides: inAnswers('updatePersonalInfo', '', masked),
    },
    'tax numbers of another form': {
      interpretations: [222],
      overrides: replacing('persons', {
        setPersonalInfo(state, command) {
          if (!/^[A-Z]{2}/.test(String(command.input.taxId))) throw invalidBody({ taxId: 'has no country' });
          return personRules.setPersonalInfo(state, command);
        },
      }),
    },
    'a marital status in capitals': {
      interpretations: [222],
      overrides: replacing('persons', {
        setTaxProfile(state, command) {
          if (!/^[A-Z]+$/.test(String(command.input.maritalStatus)))
            throw invalidBody({ maritalStatus: 'must be SINGLE or MARRIED' });
          return personRules.setTaxProfile(state, command);
        },
      }),
    },
    'reimbursements in the currency of the wallet only': {
      interpretations: [223],
      overrides: replacing('reimbursements', {
        create(state, command, context) {
          if (command.input.amount?.currency !== command.input.sourceCurrency)
            throw invalidBody({ amount: 'cannot be paid exactly at the rate of today' });
          return reimbursementRules.create(state, command, context);
        },
      }),
    },
    'a rate that has moved between the order and the payment': {
      interpretations: [224],
      overrides: inPayloads('reimbursement.paid', (payload) => {
        const { amount, currency } = asRecord(asRecord(payload).amount);
        return currency === 'USD'
          ? payload
          : { ...payload, amount: { amount: Number(amount) - 17, currency } };
      }),
    },
    'events of filings that name their business': {
      interpretations: [151, 225],
      overrides: inPayloads(aboutFilings, (payload) => ({
        ...payload,
        resourceType: 'business',
        resourceId: derivedId(String(asRecord(payload).tenantKey)),
      })),
    },
    'a JWT that names its user by email in sub': {
      interpretations: [61, 226],
      overrides: replacing('tokens', {
        userNamed: (users, { sub }) => tokenRules.userNamed(users, { email: sub }),
      }),
    },
    'a JWT with claims that nobody knows': {
      interpretations: [61, 226],
      overrides: replacing('tokens', {
        userNamed() {
          throw invalidBody({ jwt: 'must name an employee number' });
        },
      }),
    },
    'a toggle for the status of users under another name': {
      interpretations: [22, 227],
      front: { request: (request) => ({ ...request, path: request.path.replace('includeStatus=', 'x=') }) },
      target: (target) => ({ ...target, kind: 'live', bindings: { listUsers: {}, inviteUser: {} } }),
    },
  },
};
