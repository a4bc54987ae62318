/** Contracts, invoices, filings, accounts and KYB with other fields, and rejections with other statuses. */

import type { UncheckedRequest } from '../../reference-server/http/exchange.ts';
import { kybDecisions } from '../../reference-server/resources/kyb/decisions.ts';
import { Refusal } from '../../reference-server/state/refusal.ts';
import { decideKyb } from '../faults/kyb.ts';
import { inAnswers, onStatus } from '../faults/tools.ts';
import { asRecord, type BenignGroup, eachObject } from './variant.ts';

const withStates = [
  'listFilings',
  'readFiling',
  'listRemittances',
  'listRequirements',
  'satisfyRequirement',
  'listVirtualAccounts',
  'createVirtualAccount',
] as const;

/** The fields that a contract shows only when it is created, while contracts are listed. */
const created = new WeakMap<UncheckedRequest, ReadonlyMap<unknown, object>>();

export const resourceVariants: BenignGroup = {
  checks:
    /^(compliance|virtual-account|invoices?|kyb|payouts|cursors|contracts?|existing|operations|businesses|answers)\./,
  variants: {
    'templates for every country and kind of person': {
      interpretations: [50],
      overrides: inAnswers('listContractTemplates', '', (body) =>
        eachObject(body, ({ country: _country, personType: _kind, isRequired, description, ...rest }) => ({
          ...rest,
          ...(isRequired === undefined ? description !== undefined && { description } : { isRequired }),
        })),
      ),
    },
    'states of filings, remittances, requirements and accounts under another name': {
      interpretations: [44],
      overrides: inAnswers(withStates, '', (body) =>
        eachObject(body, ({ status, ...rest }) => ({
          ...rest,
          ...(status !== undefined && { state: status }),
        })),
      ),
    },
    'a rejected business that is refused with a conflict': {
      interpretations: [46],
      overrides: onStatus(
        400,
        (answer) => (asRecord(answer.body).code === 'invalid_state' ? { ...answer, status: 409 } : answer),
        ['submitKyb'],
      ),
    },
    'an export without its dates that cannot be processed': {
      interpretations: [47],
      overrides: onStatus(
        400,
        (answer) =>
          JSON.stringify(answer.body).includes('is required for csv') ? { ...answer, status: 422 } : answer,
        ['listPayouts'],
      ),
    },
    'listed contracts without a template': {
      interpretations: [51],
      overrides: inAnswers('listContracts', 'data.*', (contract) => {
        const { templateId: _, ...rest } = asRecord(contract);
        return rest;
      }),
    },
    'listed contracts with subject and title': {
      interpretations: [51],
      overrides: {
        async request(request, { store }) {
          if (request.operation !== 'listContracts') return request;
          const contracts = await store.transaction((transaction) =>
            transaction.list('contracts', { businessId: request.business.id }),
          );
          const more = contracts.map(
            ({ id, contract: { subject, title } }) => [id, { subject, title }] as const,
          );
          created.set(request, new Map(more));
          return request;
        },
        answer(answer, _operation, request) {
          const more = request && created.get(request);
          if (more === undefined || answer.status >= 300) return answer;
          const body = eachObject(answer.body, (object) => ({ ...object, ...more.get(object.id) }));
          return { ...answer, body };
        },
      },
    },
    'invoices without purpose, notes and rates': {
      interpretations: [53],
      overrides: inAnswers(['readInvoice', 'listInvoices'], '', (body) =>
        eachObject(body, ({ purpose: _purpose, notes: _notes, fxRates: _rates, ...rest }) => rest),
      ),
    },
    'a combination of KYB sentinels that is refused in other words': {
      interpretations: [282],
      overrides: decideKyb({
        byBoth() {
          const message =
            'Principal presets (auto-feedback) must not be combined with the auto approve tax id.';
          throw new Refusal(400, 'sentinels_conflict', message);
        },
      }),
    },
    'a tax number that approves in capitals only': {
      interpretations: [67],
      overrides: decideKyb({
        byTaxId: (submission) =>
          submission.taxId === '000-XXX-AUTO-APPROVE' ? kybDecisions.byTaxId(submission) : undefined,
      }),
    },
  },
};
