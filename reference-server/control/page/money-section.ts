import { type Content, type Html, html } from '../../../markup/html.ts';
import type { TransactionRecord } from '../../state/records/money.ts';
import type { ActionName } from './actions.ts';
import { amount, moment, shortId } from './format.ts';
import { badge, button, type Column, form, section, table } from './layout.ts';
import type { BusinessView } from './view.ts';

export function balancesSection({ id, state: { wallets }, can }: BusinessView): Html {
  const balances =
    wallets.length === 0
      ? html`<p class="none">The wallets are empty.</p>`
      : html`<ul class="balances">${wallets.map(
          ({ balance }) =>
            html`<li>${balance.amount.toLocaleString('en')} <small>${balance.currency}</small></li>`,
        )}</ul>`;
  const add =
    can('add-funds') &&
    form(
      id,
      'add-funds',
      {},
      html`<label>Amount<input type="number" name="amount" min="1" value="1000000" required></label>
<label>Currency<input class="code" name="currency" value="${wallets[0]?.balance.currency ?? 'USD'}" pattern="[A-Z]{3}" maxlength="3" required></label>
<button>Add test funds</button>`,
    );
  return section({ id: 'balances', title: 'Balances' }, [balances, add || undefined]);
}

function withText(
  view: BusinessView,
  action: ActionName,
  { id }: TransactionRecord,
  { name, label, value, text }: Readonly<Record<'name' | 'label' | 'value' | 'text', string>>,
): Content {
  if (!view.can(action)) return undefined;
  const field = html`<label>${label}<input class="wide" name="${name}" value="${value}" required></label>`;
  return html`<details><summary>${text}<span class="unseen"> transaction ${shortId(id)}</span></summary>${form(
    view.id,
    action,
    { transactionId: id },
    html`${field}<button class="danger">${text}</button>`,
  )}</details>`;
}

/** The simulations that the state of a transaction allows. */
function simulations(view: BusinessView, record: TransactionRecord): Content {
  const { status, rfi } = record.transaction;
  const about = `transaction ${shortId(record.id)}`;
  const simple = (action: ActionName, text: string) =>
    view.can(action) ? button(view.id, action, { transactionId: record.id }, { text, about }) : undefined;
  const failure = { name: 'message', label: 'Message', value: 'Rejected by compliance', text: 'Fail' };
  const sentBack = { name: 'message', label: 'Message', value: 'Account closed', text: 'Return' };
  const question = {
    name: 'actionRequired',
    label: 'Required information',
    value: 'Provide the invoice for this payment',
    text: 'Request information',
  };
  const answer = {
    name: 'message',
    label: 'Answer',
    value: 'The invoice is attached',
    text: 'Provide information',
  };
  switch (status) {
    case 'initiated':
      return [
        rfi?.status === 'RFI_REQUESTED' ? undefined : simple('pass-checks', 'Pass checks'),
        withText(view, 'fail-transaction', record, failure),
        rfi?.status === 'RFI_REQUESTED'
          ? withText(view, 'provide-information', record, answer)
          : withText(view, 'request-information', record, question),
      ];
    case 'processing':
      return [simple('settle-transaction', 'Settle'), withText(view, 'fail-transaction', record, failure)];
    case 'succeeded':
      return withText(view, 'return-transaction', record, sentBack);
    case 'failed':
      return undefined;
  }
  return status satisfies never;
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

/** A reference as it was given; the id of something is cut. */
const referenceOf = ({ reference }: TransactionRecord['transaction']): Content =>
  uuid.test(reference) ? html`<code title="${reference}">${shortId(reference)}</code>` : reference;

export function transactionsSection(view: BusinessView): Html {
  const columns: readonly Column<TransactionRecord>[] = [
    { title: 'Transaction', of: ({ id }) => html`<code title="${id}">${shortId(id)}</code>` },
    { title: 'Type', of: ({ transaction }) => html`<span class="word">${transaction.type}</span>` },
    {
      title: 'Status',
      of: ({ transaction: { status, rfi, isReturned, message } }) => [
        badge(status),
        rfi && html` ${badge(rfi.status ?? '')}`,
        isReturned ? html` ${badge('returned', 'bad')}` : undefined,
        message === undefined ? undefined : html` <span class="small">${message}</span>`,
      ],
    },
    { title: 'Amount', kind: 'number', of: ({ transaction }) => amount(transaction.amount) },
    {
      title: 'For',
      of: ({ transaction }) => [
        transaction.recipientType.toLowerCase(),
        html` <span class="small">${referenceOf(transaction)}</span>`,
      ],
    },
    { title: 'Since', kind: 'when', of: ({ transaction }) => moment(transaction.lastUpdatedTimestamp) },
    { title: '', of: (record) => html`<div class="actions">${simulations(view, record)}</div>` },
  ];
  const transactions = view.state.transactions.toReversed();
  return section(
    { id: 'transactions', title: 'Transactions', count: transactions.length },
    table('Transactions, newest first', transactions, columns, 'None yet.'),
  );
}
