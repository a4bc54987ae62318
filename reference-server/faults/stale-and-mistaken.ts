import { randomUUID } from 'node:crypto';
import { contactOf } from '../resources/persons/contact.ts';
import { userRules } from '../resources/users/rules.ts';
import { findRecord } from '../store/business-state.ts';
import { inEvents } from './event-tools.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { oneBehind } from './one-behind.ts';
import { inAnswers, inEnvelopes } from './tools.ts';

/** Announces the decision of a review as the one before it about the same component of the same user. */
function verdictBefore(): FaultOverrides {
  const behind = oneBehind();
  return inEnvelopes('data', (data, { delivery: { event, eventId } }) => {
    if (event.eventType !== 'user.kyc.updated' || event.data.status === 'processing') return data;
    const { userId, type, status } = event.data;
    return { ...(data ?? {}), status: behind(`${userId}/${type}`, eventId, status) };
  });
}

const anotherId = () => randomUUID();

/** Payloads of a moment ago, and answers about one thing under the id of another. */
export const staleAndMistakenFaults: readonly Fault[] = [
  {
    id: 'user-updated-event-shows-the-user-before',
    title: 'A consumer writes to the address that a user has just replaced.',
    area: 'user',
    breaks: ['EVENT-016'],
    overrides: {
      rules: {
        users: {
          update(state, command, now) {
            const { user } = findRecord(state.users, command.userId);
            const { state: after, events } = userRules.update(state, command, now);
            const stale = events.map((event) =>
              event.eventType === 'user.updated'
                ? { ...event, data: { ...event.data, ...contactOf(user) } }
                : event,
            );
            return { state: after, events: stale };
          },
        },
      },
    },
  },
  {
    id: 'verdict-event-shows-the-one-before',
    title: 'A consumer shows a user as rejected who has just been approved after a rejection.',
    area: 'verification',
    breaks: ['KYC-020', 'EVENT-019'],
    overrides: verdictBefore,
  },
  {
    id: 'payout-read-under-another-id',
    title: 'A client that files payouts by their id files what it reads under one that nobody has.',
    area: 'payout',
    breaks: ['PAYOUT-017'],
    overrides: inAnswers('readPayout', 'id', anotherId),
  },
  {
    id: 'invoice-read-under-another-id',
    title: 'A client that pays the invoice which it has read pays for one that nobody knows.',
    area: 'invoice',
    breaks: ['INVOICE-014'],
    overrides: inAnswers('readInvoice', 'id', anotherId),
  },
  {
    id: 'created-beneficiary-under-an-id-of-nobody',
    title: 'A client that keeps the id of a new payout account can never pay into it.',
    area: 'beneficiary',
    breaks: ['BENEFICIARY-009'],
    overrides: inAnswers('createBeneficiary', 'id', anotherId),
  },
  {
    id: 'created-contract-under-an-id-of-nobody',
    title: 'A client that keeps the id of a new contract never finds it in the list.',
    area: 'contract',
    breaks: ['CONTRACT-016'],
    overrides: inAnswers('createContract', 'id', anotherId),
  },
  {
    id: 'verifications-announced-for-the-wrong-tenant',
    title: 'A platform shows the verification of a user to another of its businesses.',
    area: 'verification',
    breaks: ['HOOK-007'],
    overrides: inEvents('user.kyc.updated', 'tenantKey', (key) => [...String(key)].reverse().join('')),
  },
];
