/** Generates the moves of the reimbursement model, and the tours that every run tries. */

import fc from 'fast-check';
import { anySuccess, responseOf } from '../../engine/expectation.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import { ifOffered, type Kind, tours } from '../../engine/tours.ts';
import { idIn } from '../../provider/about.ts';
import { type Answer, attempt, succeeded } from '../../provider/answers.ts';
import { readAll } from '../../provider/cursor.ts';
import { leaveBalanceOpen, moveMoney, nameOf } from '../../provider/fixture.ts';
import { together } from '../../provider/model.ts';
import { describe, show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { drain, isAlone } from '../../provider/tenant.ts';
import { deposit, notArrived, readBalances } from '../../provider/wallet.ts';
import type { Target } from '../../target/target.ts';
import { createReimbursement, reviewReimbursement } from './actions.ts';
import {
  aboutReimbursement,
  type Currencies,
  covers,
  machineName,
  mayPay,
  needed,
  type ReimbursementContext,
  type ReimbursementMove,
  sameIn,
} from './model.ts';

const mostReimbursements = 3;
const nameOfReimbursement = (index: number) => `reimbursement ${nameOf(index)}`;

/** Amounts far above any fee, a little different for each reimbursement, so that their events can be distinguished. */
const amounts = { same: 60_000, other: 93_000 };

/** Creates a reimbursement in the currency of the wallet that pays, or in another. */
function create(currency: 'same' | 'other'): ReimbursementMove {
  const amountOf = (index: number, { source, other }: Currencies) => ({
    amount: amounts[currency] + index,
    currency: currency === 'same' ? source : other,
  });
  return {
    name: `create(${currency} currency)`,
    possible: ({ reimbursements, namesSource }) =>
      reimbursements.length < mostReimbursements && (namesSource || currency === 'same'),
    describe: ({ reimbursements: { length }, currencies }) => {
      const { amount, currency: shown } = amountOf(length, currencies);
      return `create ${nameOfReimbursement(length)} of ${amount} ${shown}`;
    },
    act: async (scenario, { currencies }, { fixture, personId, ids }) => {
      const name = nameOfReimbursement(ids.size);
      const amount = amountOf(ids.size, currencies);
      const details = { personId, amount, sourceCurrency: currencies.source };
      ids.set(name, await createReimbursement(scenario, fixture.tenant.caller, details));
      return (_alternative, state) => {
        state.reimbursements.push({
          name,
          amount,
          phase: 'submitted',
          isCovered: false,
          isSettled: false,
          isUnclear: false,
        });
        // The amount may be held at creation.
        mayPay(state);
        const type = 'reimbursement.submitted';
        state.events.expected.push({ type, about: name, sent: 'REIMBURSEMENT-007' });
      };
    },
  };
}

/** Fills the paying wallet with an amount that certainly covers a reimbursement and those still to be paid. */
const fund = (index: number): ReimbursementMove =>
  aboutReimbursement(index, {
    verb: 'fund',
    needs: ['sandbox'],
    possible: (one, state) => one.phase === 'submitted' && !covers(state, one),
    describe: (one, { currencies }) => `deposit enough ${currencies.source} for ${one.name}`,
    act: async (scenario, _, { reimbursements }, { fixture }) => {
      const amount = reimbursements.reduce((sum, each) => sum + needed(each), 0);
      await deposit(scenario, fixture.tenant.caller, amount);
      return (_alternative, { common }) => moveMoney(common, amount, 'SANDBOX-001');
    },
  });

/** Fills the wallet of the other currency, which pays nothing. */
const fundOther: ReimbursementMove = {
  name: 'fund the other wallet',
  needs: ['sandbox'],
  possible: ({ otherBalance }) => otherBalance < 1_000_000,
  describe: ({ currencies }) => `deposit 1000000 in ${currencies.other}`,
  act: async (scenario, { currencies, otherBalance }, { fixture: { tenant } }) => {
    const value = { amount: 1_000_000, currency: currencies.other };
    const { caller } = tenant;
    await scenario.succeed('createBusinessDeposit', caller, { body: { value, description: 'Funds' } });
    const wanted = otherBalance + value.amount;
    const isThere = (balances: Readonly<Record<string, number>>) => (balances[value.currency] ?? 0) >= wanted;
    // Until it has arrived, its absence looks as if money had been taken.
    if (!scenario.conclusive && scenario.has('list-wallets') && isAlone(tenant)) {
      const seen = await scenario.eventually(() => readBalances(scenario, caller), isThere);
      if (!isThere(seen)) throw new CaseEnded(notArrived);
    }
    return (_alternative, state) => {
      state.otherBalance += value.amount;
    };
  },
};

const toSettle = ['list-transactions', 'settle-transaction'] as const;

/** The ids of all transactions; undefined if a part of the list cannot be read, or transactions cannot be settled. */
async function listTransactions(
  scenario: Scenario,
  { tenant }: ReimbursementContext['fixture'],
): Promise<readonly unknown[] | undefined> {
  if (!scenario.has(...toSettle)) return undefined;
  await drain(scenario, tenant);
  const { items, complete } = await readAll<Answer>(scenario, 'listTransactions', tenant.caller);
  return complete ? items.map(({ id }) => id) : undefined;
}

const accepts = (id: string) => responseOf('reviewReimbursement', id, anySuccess);

/** Targets that have carried out an approval, and listed no transaction of it in time. */
const listNothing = new WeakSet<Target>();

/**
 * Sends an approval, and finds the transactions that it caused.
 *
 * @param isDue whether it must pay; without `drain`, its transaction may appear a little later
 */
async function sendApproval(
  scenario: Scenario,
  { fixture, ids, payments }: ReimbursementContext,
  name: string,
  isDue: boolean,
) {
  const { conclusive, target } = scenario;
  const before = await listTransactions(scenario, fixture);
  const isNew = (id: unknown) => typeof id === 'string' && before?.includes(id) === false;
  const response = await reviewReimbursement(scenario, fixture.tenant.caller, idIn(ids, { name }), {
    action: 'approve',
  });
  const mayComeLater = isDue && !conclusive && succeeded(response) && !listNothing.has(target);
  const after = await scenario.eventually(
    () => listTransactions(scenario, fixture),
    (listed) => listed === undefined || listed.some(isNew),
    mayComeLater ? undefined : 0,
  );
  const fresh = after?.filter(isNew).map(String);
  if (mayComeLater && fresh?.length === 0) listNothing.add(target);
  // Which transaction is that of a payment without one is not known later.
  if (before === undefined || fresh === undefined || (fresh.length === 0 && !conclusive))
    payments.delete(name);
  else payments.set(name, new Set([...(payments.get(name) ?? []), ...fresh]));
  return response;
}

/**
 * Approves a reimbursement, possibly again. The document does not show the effect of an approval without enough money in
 * the wallet.
 */
const approve = (index: number): ReimbursementMove =>
  aboutReimbursement(index, {
    verb: 'approve',
    needs: ['review-reimbursement'],
    describe: (one, { common }) => `approve ${one.name} with a balance of ${common.balance}`,
    act: async (scenario, approved, before, context) => {
      const isDue = isAlone(context.fixture.tenant) && covers(before, approved);
      const response = await sendApproval(scenario, context, approved.name, isDue);
      const answer = describe(response);
      return (alternative, state) => {
        const one = sameIn(state, approved);
        const { name: about } = one;
        const isFirst = one.phase === 'submitted';
        const isCovered = isAlone(context.fixture.tenant) && covers(state, one);
        // The rate is not shown: there may be none, or no whole amount.
        const isCertain = isCovered && one.amount.currency === state.currencies.source;
        mayPay(state);
        if (isFirst && isCertain && !one.isUnclear) {
          alternative.require(
            'REIMBURSEMENT-003',
            succeeded(response),
            `${about} approved`,
            answer,
            'first',
            accepts(idIn(context.ids, approved)),
          );
        }
        if (!succeeded(response)) {
          if (isFirst) one.isUnclear = true;
          return;
        }
        const type = 'reimbursement.approved';
        state.events.expected.push({ type, about, ...(isFirst && { sent: 'REIMBURSEMENT-008' }) });
        if (isFirst) {
          one.phase = 'approved';
          one.isCovered = isCovered;
        } else if (one.phase === 'rejected') one.phase = 'contested';
      };
    },
  });

/** Rejects a reimbursement, possibly again. */
const reject = (index: number, reason: string): ReimbursementMove =>
  aboutReimbursement(index, {
    verb: 'reject',
    needs: ['review-reimbursement'],
    describe: (one) => `reject ${one.name}, because ${show(reason)}`,
    act: async (scenario, rejected, _, { fixture, ids }) => {
      const body = { action: 'reject' as const, reason };
      const { caller } = fixture.tenant;
      const response = await reviewReimbursement(scenario, caller, idIn(ids, rejected), body);
      const answer = describe(response);
      return (alternative, state) => {
        const one = sameIn(state, rejected);
        const { name: about } = one;
        const isFirst = one.phase === 'submitted';
        if (state.flow === 'none') state.flow = 'nothing is due';
        // A held amount may be released.
        leaveBalanceOpen(state.common, machineName);
        if (isFirst && !one.isUnclear) {
          alternative.require(
            'REIMBURSEMENT-004',
            succeeded(response),
            `${about} rejected`,
            answer,
            'first',
            accepts(idIn(ids, rejected)),
          );
        }
        if (!succeeded(response)) return;
        state.events.expected.push({
          type: 'reimbursement.rejected',
          about,
          shows: { text: reason, requirement: 'REIMBURSEMENT-010' },
          ...(isFirst && { sent: 'REIMBURSEMENT-009' }),
        });
        if (isFirst) one.phase = 'rejected';
        else if (one.phase === 'approved') {
          one.phase = 'contested';
          mayPay(state);
        }
      };
    },
  });

/** Lets the payment of an approved reimbursement arrive. */
const settle = (index: number): ReimbursementMove =>
  aboutReimbursement(index, {
    verb: 'settle',
    needs: toSettle,
    possible: ({ name, phase, isSettled }, _, { payments }) =>
      phase === 'approved' && !isSettled && payments.has(name),
    describe: (one) => `settle the payment of ${one.name}`,
    act: async (scenario, settled, _, { payments }) => {
      // The payment may have settled automatically.
      for (const id of payments.get(settled.name) ?? []) {
        await attempt(() => scenario.control('settleTransaction')(scenario.controlSend, id));
      }
      return (_alternative, state) => {
        sameIn(state, settled).isSettled = true;
        mayPay(state);
      };
    },
  });

const index = fc.nat({ max: 2 });
const reason = fc.constantFrom('Not ordered', 'The receipt is not readable', 'Beleg fehlt', '領収書なし');

const reviewing = fc.oneof(
  index.map(approve),
  fc.tuple(index, reason).map(([at, text]) => reject(at, text)),
);

const racing = fc.tuple(reviewing, reviewing).map(([first, second]) => together(first, second));

export const reimbursementMoves: readonly Kind<ReimbursementMove>[] = [
  { weight: 4, moves: fc.constantFrom(create('same'), create('other')) },
  { weight: 4, moves: index.map(fund) },
  { weight: 1, moves: fc.constant(fundOther) },
  { weight: 4, moves: reviewing },
  { weight: 2, moves: racing },
  { weight: 3, moves: index.map(settle) },
];

const [same, other] = [create('same'), create('other')];
const no = (at: number) => reject(at, 'Not ordered');
const arrive = ifOffered(settle(0));

/** The document shows no states of a reimbursement. */
export const reimbursementTours = {
  'create and review': tours<ReimbursementMove>(
    [same, other],
    [same, no(0), no(0)],
    [same, fund(0), no(0)],
    [same, same, reject(1, '領収書なし'), no(0)],
    [same, fund(0), together(approve(0), no(0))],
    [same, fund(0), together(approve(0), approve(0)), ...arrive],
    [same, approve(0), fund(0), approve(0)],
    // A waiting reimbursement may use funds that were deposited for another one.
    [same, approve(0), ...arrive, same, fund(1)],
    [other, fund(0), fundOther, approve(0), ...arrive],
    [same, other, fund(1), approve(0), approve(1), ...arrive, no(0)],
  ),
};
