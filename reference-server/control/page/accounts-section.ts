import { type Content, type Html, html } from '../../../markup/html.ts';
import { shownAccount } from '../../resources/external-accounts/rules.ts';
import { kybOf } from '../../resources/kyb/rules.ts';
import type { ExternalAccountRecord, VirtualAccountRecord } from '../../state/records/money.ts';
import { kybOutcomes } from './actions.ts';
import { shortId } from './format.ts';
import { badge, button, type Column, form, section, table } from './layout.ts';
import type { BusinessView } from './view.ts';

const nextStates = { requested: 'submitted', submitted: 'created' } as const;

function simulation(view: BusinessView, { id, account }: VirtualAccountRecord): Content {
  const about = `virtual account ${shortId(id)}`;
  const { status, currency = 'USD' } = account;
  if (status !== 'created') {
    const next = nextStates[status];
    const hidden = { virtualAccountId: id, status: next };
    return view.can('move-virtual-account')
      ? button(view.id, 'move-virtual-account', hidden, { text: `Set to ${next}`, about })
      : undefined;
  }
  if (account.businessId === undefined || !view.can('deposit')) return undefined;
  const fields = html`<label>Amount in ${currency}<input type="number" name="amount" min="1" value="100000" required></label><button>Pay in</button>`;
  return html`<details><summary>Deposit<span class="unseen"> into ${about}</span></summary>${form(
    view.id,
    'deposit',
    { virtualAccountId: id, currency },
    fields,
  )}</details>`;
}

function virtualAccounts(view: BusinessView): Html {
  const columns: readonly Column<VirtualAccountRecord>[] = [
    { title: 'Virtual account', of: ({ id }) => html`<code title="${id}">${shortId(id)}</code>` },
    { title: 'Status', of: ({ account }) => badge(account.status) },
    { title: 'Owner', of: ({ account }) => (account.userId === undefined ? 'the business' : 'a user') },
    { title: 'Currency', of: ({ account }) => account.currency },
    { title: 'Number', of: ({ account }) => account.accountNumber },
    { title: '', of: (record) => simulation(view, record) },
  ];
  const accounts = view.state.virtualAccounts.toReversed();
  return table('Virtual accounts, newest first', accounts, columns, 'No virtual accounts.');
}

function externalAccounts({ id, state, can }: BusinessView): Content {
  const { business, externalAccounts: accounts } = state;
  const columns: readonly Column<ExternalAccountRecord>[] = [
    {
      title: 'External account',
      of: ({ account, id: accountId }) => account.accountName ?? html`<code>${shortId(accountId)}</code>`,
    },
    { title: 'Status', of: (record) => badge(shownAccount(record, business).status) },
    { title: 'Bank', of: ({ account }) => account.bankName },
    { title: 'Number', of: ({ account }) => account.accountNumber },
  ];
  const action = business.directDebitsRestricted ? 'lift-restriction' : 'restrict-direct-debits';
  const text = business.directDebitsRestricted ? 'Lift the restriction of' : 'Restrict';
  return [
    table('External accounts, newest first', accounts.toReversed(), columns, 'No external accounts.'),
    can(action)
      ? html`<div class="beneath">${button(id, action, {}, { text: `${text} direct debits`, about: '' })}</div>`
      : undefined,
  ];
}

/** The outcomes of a review that the state of the business allows. */
function verification({ id, state, can }: BusinessView): Html {
  const { status = 'none' } = kybOf(state);
  const possible = kybOutcomes.filter((outcome) =>
    status === 'approved' ? outcome === 'completed' : status === 'processing',
  );
  const buttons = possible.map(
    (outcome) => html`<button name="outcome" value="${outcome}">${outcome.replaceAll('-', ' ')}</button>`,
  );
  const decide = can('decide-kyb') && buttons.length > 0 ? form(id, 'decide-kyb', {}, buttons) : undefined;
  return html`<div class="actions">${badge(status)}${decide}</div>`;
}

export function accountsSection(view: BusinessView): Html {
  return section({ id: 'accounts', title: 'Accounts and verification of the business' }, [
    virtualAccounts(view),
    html`<h3>Linked bank accounts</h3>`,
    externalAccounts(view),
    html`<h3>Verification</h3>`,
    verification(view),
  ]);
}
