/** Transactions, deposits and their events, where the document shows none of it. */

import { transactionRules } from '../../reference-server/resources/transactions/rules.ts';
import { move, positiveAmount } from '../../reference-server/resources/wallets/ledger.ts';
import type { Outcome } from '../../reference-server/state/business-state.ts';
import { Refusal } from '../../reference-server/state/refusal.ts';
import type { RuleContext } from '../../reference-server/state/rule.ts';
import { derivedId } from '../../reference-server/state/values.ts';
import { inPayloads } from '../faults/event-tools.ts';
import { inAnswers, inEnvelopes, replacing } from '../faults/tools.ts';
import { asRecord, type BenignGroup, eachObject } from './variant.ts';

const withoutProcessing = ({ state, events }: Outcome): Outcome => ({
  state,
  events: events.filter(({ eventType }) => eventType !== 'transaction.processing'),
});

/** In a state that does not allow it, nothing happens and no event is sent. */
const ignoring =
  <Command>(rule: (state: Outcome['state'], command: Command, context: RuleContext) => Outcome) =>
  (state: Outcome['state'], command: Command, context: RuleContext): Outcome => {
    try {
      return rule(state, command, context);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'invalid_state') return { state, events: [] };
      throw error;
    }
  };

const { passChecks, settle, fail, returnToSender, requestInformation, provideInformation } = transactionRules;

const afterCreation = ['transaction.processing', 'transaction.failed', 'transaction.rfi.updated'] as const;

const ofAll = ['transaction.initiated', 'transaction.succeeded', ...afterCreation] as const;

const depositReference = (fields: Readonly<Record<string, unknown>>) =>
  fields.type === 'DEPOSIT' ? { ...fields, reference: `deposit-${derivedId(String(fields.id))}` } : fields;

/** A place of the payloads that show the sender of a deposit. */
const inPaymentInfo = (block: string, change: (block: unknown) => unknown) =>
  inEnvelopes(`data.paymentInfo.${block}`, change);

const lastTwo = (text: unknown) => (text === '' ? '' : String(text).slice(-2));

const hasName = (block: unknown) => Object.hasOwn(asRecord(block), 'accountName');

export const transactionVariants: BenignGroup = {
  checks: /^(transactions?|payroll|reimbursement|virtual-account|combined|disbursements|deposits)\./,
  variants: {
    'settlement of every transaction as soon as its checks pass': {
      interpretations: [139],
      overrides: replacing('transactions', {
        progress(state, context) {
          const { complianceSeconds } = context.timing;
          const timing = { complianceSeconds, settlementSeconds: complianceSeconds };
          return withoutProcessing(transactionRules.progress(state, { ...context, timing }));
        },
        passChecks(state, command, context) {
          const passed = passChecks(state, command, context);
          return settle(passed.state, command, context);
        },
      }),
    },
    'a review that ends as soon as the information is there': {
      interpretations: [140],
      overrides: replacing('transactions', {
        provideInformation(state, command, context) {
          const provided = provideInformation(state, command, context);
          const passed = passChecks(provided.state, command, context);
          return { state: passed.state, events: [...provided.events, ...passed.events] };
        },
      }),
    },
    'controls that do nothing in a state without an arrow': {
      interpretations: [167],
      overrides: replacing('transactions', {
        passChecks: ignoring(passChecks),
        settle: ignoring(settle),
        fail: ignoring(fail),
        returnToSender: ignoring(returnToSender),
        requestInformation: ignoring(requestInformation),
      }),
    },
    'information that nobody asked for and that is accepted': {
      interpretations: [169],
      overrides: replacing('transactions', { provideInformation: ignoring(provideInformation) }),
    },
    'test funds that come without a transaction': {
      interpretations: [170],
      overrides: replacing('wallets', {
        deposit(state, { depositId, input }, { now }) {
          const money = positiveAmount(input.value, 'value');
          const movement = { from: 'outside', to: 'wallet', money, cause: `deposit/${depositId}` } as const;
          return { state: move(state, movement, now), events: [] };
        },
      }),
    },
    'events after the creation that name no transaction': {
      interpretations: [141],
      overrides: inPayloads(afterCreation, ({ id: _, ...payload }) => payload),
    },
    'events after the creation with an id of another kind': {
      interpretations: [141],
      overrides: inPayloads(afterCreation, ({ id, ...payload }) => ({
        id: `tx/${derivedId(String(id))}`,
        ...payload,
      })),
    },
    'a settlement that deducts a fee': {
      interpretations: [142],
      overrides: inPayloads('transaction.succeeded', (payload) => {
        const { amount, currency } = asRecord(payload.amount);
        return {
          ...payload,
          amount: { amount: Number(amount) - Math.floor(Number(amount) / 100), currency },
        };
      }),
    },
    'deposits that are referred to by an id': {
      interpretations: [143],
      overrides: {
        ...inPayloads(ofAll, depositReference),
        ...inAnswers(['listTransactions', 'readTransaction', 'listDisbursements'], '', (body) =>
          eachObject(body, depositReference),
        ),
      },
    },
    'senders of whom two characters are shown': {
      interpretations: [144],
      overrides: inPaymentInfo('bank', (block) => {
        const { accountNumber, iban, sortCode, ...rest } = asRecord(block);
        return hasName(block)
          ? {
              ...rest,
              ...{ accountNumber: lastTwo(accountNumber), iban: lastTwo(iban) },
              sortCode: String(sortCode).replaceAll('-', ' '),
            }
          : block;
      }),
    },
    'senders whose numbers are dotted': {
      interpretations: [144],
      overrides: inPaymentInfo('bank', (block) => {
        const dotted = (text: unknown) => String(text).replaceAll(/.(?=.{3})/g, () => '•');
        const { accountNumber, iban, ...rest } = asRecord(block);
        return hasName(block) ? { ...rest, accountNumber: dotted(accountNumber), iban: dotted(iban) } : block;
      }),
    },
    'the name of a sender under another name': {
      interpretations: [145],
      overrides: inPayloads('transaction.succeeded', (payload) => {
        const { paymentInfo } = payload;
        if (paymentInfo === undefined) return payload;
        const blocks = Object.entries(asRecord(paymentInfo)).map(([name, block]) => {
          const { accountName, ...rest } = asRecord(block);
          const isRenamed = name !== 'bank' && name !== 'preferredMethod' && accountName !== undefined;
          return [name, isRenamed ? { ...rest, sender_name: accountName } : block];
        });
        return { ...payload, paymentInfo: Object.fromEntries(blocks) };
      }),
    },
    'disbursements in an array of another form': {
      interpretations: [146],
      overrides: inAnswers('listDisbursements', '', (body) => {
        const { data } = asRecord(body);
        return (Array.isArray(data) ? data : []).map((item) => {
          const { id, amount, description, status } = asRecord(item);
          const details = description === undefined ? {} : { details: { description } };
          return { transaction: id, paid: amount, ...details, state: status };
        });
      }),
    },
  },
};
