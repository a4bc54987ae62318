/** Virtual and external accounts that move and are announced where the document shows no arrow. */

import { externalAccountDecisions } from '../../reference-server/resources/external-accounts/decisions.ts';
import { shownAccount } from '../../reference-server/resources/external-accounts/rules.ts';
import { virtualAccountRules } from '../../reference-server/resources/virtual-accounts/rules.ts';
import { findRecord } from '../../reference-server/state/business-state.ts';
import type { DeliveryRecord } from '../../reference-server/state/records/webhooks.ts';
import type { Transaction } from '../../reference-server/store/store.ts';
import { inEvents, inPayloads } from '../faults/event-tools.ts';
import { decide } from '../faults/external-accounts.ts';
import { inAnswers, inTransactions, remove, replacing } from '../faults/tools.ts';
import { asRecord, type BenignGroup, eachObject } from './variant.ts';

/** The accounts of a restriction as they are when its event is about to be sent for the first time. */
async function rendered(transaction: Transaction, delivery: DeliveryRecord): Promise<DeliveryRecord> {
  if (delivery.body !== undefined || delivery.event.eventType !== 'external-account.restricted')
    return delivery;
  const business = await transaction.get('businesses', delivery.businessId);
  if (business === undefined) return delivery;
  const accounts = await transaction.list('externalAccounts', { businessId: business.id });
  const data = { externalAccounts: accounts.map((record) => shownAccount(record, business)) };
  return { ...delivery, event: { ...delivery.event, data } };
}

const renderedWhenSent = inTransactions((transaction) => ({
  async firstDeliveries(businessId) {
    const found = await transaction.firstDeliveries(businessId);
    return Promise.all(found.map((delivery) => rendered(transaction, delivery)));
  },
}));

const ofVirtualAccounts = ['listVirtualAccounts', 'createVirtualAccount'] as const;

export const bankAccountVariants: BenignGroup = {
  checks: /^(external-account|virtual-account|combined|operations|transaction)\./,
  variants: {
    'external accounts that all need confirmation': {
      interpretations: [95],
      overrides: decide({
        microdeposits: (number) =>
          externalAccountDecisions.microdeposits(number) ?? externalAccountDecisions.microdeposits('9920'),
      }),
    },
    'external accounts that need no confirmation': {
      interpretations: [95],
      overrides: decide({ microdeposits: () => undefined }),
    },
    'a restriction that is announced although it reaches no account': {
      interpretations: [96],
      overrides: decide({ announcesRestriction: () => true }),
    },
    'a restriction whose accounts are listed under another name': {
      interpretations: [149],
      overrides: inPayloads('external-account.restricted', ({ externalAccounts, ...payload }) => ({
        ...payload,
        linked: eachObject(externalAccounts, ({ id, status }) => ({ account: id, state: status })),
      })),
    },
    'accounts that await confirmation without a word of micro-deposits': {
      interpretations: [150],
      overrides: inEvents('external-account.added', 'microdepositInfo', remove),
    },
    'states of external accounts in capitals': {
      interpretations: [158],
      overrides: inAnswers('listExternalAccounts', '', (body) =>
        eachObject(body, ({ status, ...rest }) => ({
          ...rest,
          ...(status !== undefined && { status: String(status).toUpperCase() }),
        })),
      ),
    },
    'a restriction that lists the accounts of the moment in which it is sent': {
      interpretations: [194],
      overrides: { wrapStore: renderedWhenSent },
    },
    'virtual accounts that are created at once': {
      interpretations: [94],
      overrides: replacing('virtualAccounts', {
        create(before, command, context) {
          let { state, events } = virtualAccountRules.create(before, command, context);
          const { virtualAccountId } = command;
          for (const status of ['submitted', 'created'] as const) {
            const { account } = findRecord(state.virtualAccounts, virtualAccountId);
            if (account.status === 'created' || account.status === status) continue;
            const moved = virtualAccountRules.move(state, { virtualAccountId, status }, context);
            state = moved.state;
            events = [...events, ...moved.events];
          }
          return { state, events };
        },
      }),
    },
    'virtual accounts whose submission needs a call': {
      interpretations: [94],
      overrides: replacing('virtualAccounts', {
        progress: (state) => ({ state, events: [] }),
        nextProgressAt: () => undefined,
      }),
    },
    'virtual accounts with their state under another name': {
      interpretations: [133],
      overrides: inAnswers(ofVirtualAccounts, '', (body) =>
        eachObject(body, (object) => {
          const { status, ...rest } = asRecord(object);
          return status === undefined ? rest : { ...rest, state: status };
        }),
      ),
    },
  },
};
