/** Events that say more or less than those of the reference server, or are never sent. */

import { createExternalAccountRules } from '../../reference-server/resources/external-accounts/rules.ts';
import { walletRules } from '../../reference-server/resources/wallets/rules.ts';
import { derivedId } from '../../reference-server/state/values.ts';
import { inPayloads, silentAbout } from '../faults/event-tools.ts';
import { replacing, silenced } from '../faults/tools.ts';
import { asRecord, type BenignGroup, eachObject } from './variant.ts';

const transactionEvents = [
  'transaction.initiated',
  'transaction.processing',
  'transaction.succeeded',
  'transaction.failed',
] as const;

const requested = ['virtual-account.requested', 'virtual-account.submitted'] as const;

/** Blocks of `paymentInfo`, each with the fields that it has beside those that are supplied. */
const emptyBlocks = {
  bank: { accountName: '', sortCode: '', accountNumber: '', bankCode: '', iban: '' },
  ach: { accountName: '' },
  wire: { accountName: '' },
  swift: { accountName: '' },
};

const withEmptyStrings = (info: Readonly<Record<string, unknown>>) => {
  const blocks = Object.entries(emptyBlocks).map(([name, empty]) => [
    name,
    { ...empty, ...asRecord(info[name]) },
  ]);
  return { ...info, ...Object.fromEntries(blocks) };
};

export const eventChoiceVariants: BenignGroup = {
  checks:
    /^(events|transaction|transactions|deposits|disbursements|external-account|virtual-account|person|persons|users|webhooks|answers)\./,
  modelCases: 20,
  variants: {
    'isReturned false on every other failure': {
      interpretations: [33],
      overrides: inPayloads('transaction.failed', (payload) => ({ isReturned: false, ...payload })),
    },
    'accounts that are added without an id': {
      interpretations: [36],
      overrides: inPayloads('external-account.added', ({ id: _, ...payload }) => payload),
    },
    'events of accounts with the id of the account': {
      interpretations: [36],
      overrides: replacing('externalAccounts', createExternalAccountRules({ followUpId: (id) => id })),
    },
    'virtual accounts that nobody owns before they are created': {
      interpretations: [37],
      overrides: inPayloads(requested, ({ userId: _user, businessId: _business, ...payload }) => payload),
    },
    'virtual accounts of a user that name the business as well before they are created': {
      interpretations: [37],
      overrides: inPayloads(requested, (payload, { businessId }) => ({ ...payload, businessId })),
    },
    'contractorType without a word for employees': {
      interpretations: [39, 70],
      overrides: inPayloads('person.created', (payload) => ({ contractorType: '', ...payload })),
    },
    'phone numbers in events without the parts that were not given': {
      interpretations: [70],
      overrides: inPayloads(
        ['person.created', 'person.updated', 'user.created', 'user.updated'],
        (payload) => {
          const given = Object.entries(asRecord(payload.phoneNumber)).filter(([, part]) => part !== '');
          return { ...payload, phoneNumber: Object.fromEntries(given) };
        },
      ),
    },
    'sandbox deposits that are no transactions': {
      interpretations: [40],
      overrides: replacing('wallets', { deposit: silenced(walletRules.deposit) }),
    },
    'blocks of paymentInfo that hold empty strings': {
      interpretations: [54],
      overrides: inPayloads('transaction.succeeded', ({ paymentInfo, ...payload }) => ({
        ...payload,
        ...(paymentInfo !== undefined && { paymentInfo: withEmptyStrings(asRecord(paymentInfo)) }),
      })),
    },
    'users without a tag': {
      interpretations: [76],
      overrides: inPayloads('user.updated', (payload) => ({ ...payload, tag: '' })),
    },
    'users whose tag is null': {
      interpretations: [76],
      overrides: inPayloads('user.updated', (payload) => ({ ...payload, tag: null })),
    },
    'payouts whose recipient is the user who caused them': {
      interpretations: [88],
      overrides: {
        ...inPayloads(transactionEvents, (payload) => ({ ...payload, ...causedByUser(payload) })),
        answer: (answer, { id }) =>
          /^(list|read)(Transactions?|Disbursements)$/.test(id) && answer.status < 300
            ? {
                ...answer,
                body: eachObject(answer.body, (object) => ({ ...object, ...causedByUser(object) })),
              }
            : answer,
      },
    },
  },
};

function causedByUser({ type, recipientType, recipientId }: Readonly<Record<string, unknown>>) {
  return type === 'PAYOUT' && recipientType === 'BUSINESS'
    ? { recipientType: 'USER', recipientId: derivedId(`owner of ${recipientId}`) }
    : {};
}

/** Events of which the document shows the name alone, in checks that count on no other. */
export const unnamedEventVariants: BenignGroup = {
  checks:
    /^(events|virtual-account|external-account|contracts?|invoices?|reimbursements?|kyb|businesses|compliance|person|payroll)\./,
  variants: {
    'events that are only listed by name and are never sent': {
      interpretations: [38],
      overrides: silentAbout([
        'instant-pay.succeeded',
        'contract.created',
        'contract.signed',
        'contract.status.updated',
        'invoice.contractor.submitted',
        'invoice.contractor.approved',
        'invoice.contractor.rejected',
        'invoice.contractor.paid',
        'reimbursement.submitted',
        'reimbursement.approved',
        'reimbursement.rejected',
        'reimbursement.paid',
        'virtual-account.requested',
        'virtual-account.submitted',
        'virtual-account.created',
        'business.basicinfo.updated',
        'external-account.removed',
        'person.created',
        'person.updated',
        'user.created',
        'payroll.created',
        'filing.created',
        'filing.blocked',
        'filing.pending',
        'filing.in_review',
        'filing.approved',
        'filing.submitted',
        'filing.accepted',
        'filing.rejected',
        'filing.overdue',
        'remittance.created',
        'remittance.processing',
        'remittance.completed',
        'remittance.failed',
        'requirement.created',
        'requirement.satisfied',
        'business.kyb.completed',
      ]),
    },
  },
};
