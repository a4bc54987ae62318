/** The expected state of the reimbursements of one business. Section "Invoices, reimbursements, tax". */

import type { RequirementId } from '../../../openapi/catalogue.ts';
import { nameIn, pickFrom } from '../../provider/about.ts';
import type { EventData } from '../../provider/event-log.ts';
import { type Common, type Fixture, leaveBalanceOpen, type Surroundings } from '../../provider/fixture.ts';
import { arrivalsOf, type ExpectedEvent, judgeEvents, type Ledger } from '../../provider/ledger.ts';
import type { Alternative, Conclude, Move } from '../../provider/model.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { isAlone } from '../../provider/tenant.ts';
import { readBalances } from '../../provider/wallet.ts';
import type { Money } from '../payouts/actions.ts';

export interface Currencies {
  /** The currency of the wallet that pays, which is that of all payments of the suite. */
  readonly source: string;
  /** The currency of the destination, if it is another one. */
  readonly other: string;
}

export const currenciesOf = (source: string): Currencies => ({
  source,
  other: source === 'NGN' ? 'USD' : 'NGN',
});

export interface ExpectedReimbursement {
  readonly name: string;
  /** The money that the person receives. */
  readonly amount: Money;
  /** `contested`: it was approved and rejected, and both were accepted. */
  phase: 'submitted' | 'approved' | 'rejected' | 'contested';
  /** Whether the wallet held enough when it was approved: the document does not show the effect of an approval without funds. */
  isCovered: boolean;
  /** Whether its payment was settled by a control. */
  isSettled: boolean;
  /** Whether an approval without enough money was rejected; the document does not show whether it can be reviewed again. */
  isUnclear: boolean;
}

/** The possible movement of money in a step; steps of other models are `none`. */
export type Flow = 'none' | 'nothing is due' | 'payment';

export interface ReimbursementState {
  readonly common: Common;
  readonly currencies: Currencies;
  /** Whether a request names the wallet that pays. */
  readonly namesSource: boolean;
  readonly reimbursements: ExpectedReimbursement[];
  /** Taken from the wallet of the source currency since the beginning. */
  taken: number;
  /** Balance in the other currency. */
  otherBalance: number;
  /** Another model moved an unknown amount, so the amount taken is unknown from then on. */
  isUntold?: true;
  flow: Flow;
  readonly events: Ledger;
}

export interface ReimbursementContext {
  readonly fixture: Fixture;
  readonly personId: string;
  /** By name. */
  readonly ids: Map<string, string>;
  /** Ids of the transactions of each reimbursement, by name, if all of them are known. */
  readonly payments: Map<string, Set<string>>;
}

export type ReimbursementMove = Move<ReimbursementContext, ReimbursementState>;

export const { about: aboutReimbursement, sameIn } = pickFrom<
  ReimbursementContext,
  ReimbursementState,
  ExpectedReimbursement
>('reimbursement', ({ reimbursements }) => reimbursements);

/**
 * An amount in the wallet that certainly covers an approval. The document does not show fees and rates; one unit of the
 * other currency is worth less.
 */
export const needed = ({ amount }: Pick<ExpectedReimbursement, 'amount'>) => 4 * amount.amount;

const isWorthLess = ({ other }: Currencies) => other === 'NGN';

/** Whether a payment may still be under way or wait for money: then not everything need have been paid yet. */
const isUnderWay = ({ phase, isCovered, isSettled }: ExpectedReimbursement) =>
  (phase === 'approved' || phase === 'contested') && !(isCovered && isSettled);

/** Whether the wallet covers one more, beside those that it may still have to pay. */
export function covers(
  { common, currencies, reimbursements }: Readonly<ReimbursementState>,
  one: ExpectedReimbursement,
) {
  const all = [one, ...reimbursements.filter((each) => each.name !== one.name && isUnderWay(each))];
  if (!isWorthLess(currencies) && all.some(({ amount }) => amount.currency !== currencies.source))
    return false;
  return common.balance >= all.reduce((total, each) => total + needed(each), 0);
}

const isPaid = ({ phase, isCovered, isSettled }: ExpectedReimbursement) =>
  phase === 'approved' && isCovered && isSettled;

/** The least amount that must have left the wallet: the reimbursed amount, or any amount if the currencies differ. */
function leastTaken({ currencies, reimbursements }: Readonly<ReimbursementState>): number {
  const each = ({ amount }: ExpectedReimbursement) =>
    amount.currency === currencies.source ? amount.amount : 1;
  return reimbursements.filter(isPaid).reduce((sum, one) => sum + each(one), 0);
}

/**
 * The most that can have left the wallet if each was disbursed once: a fee is less than its amount, and money may be held
 * until the review.
 */
function mostTaken({ currencies, reimbursements }: Readonly<ReimbursementState>): number {
  const each = ({ amount }: ExpectedReimbursement) =>
    amount.currency === currencies.source ? 2 * amount.amount - 1 : Number.POSITIVE_INFINITY;
  const some = reimbursements.filter(({ phase }) => phase !== 'rejected');
  return some.reduce((sum, one) => sum + each(one), 0);
}

/** The name under which this model tells the others that it moves money. */
export const machineName = 'reimbursement';

/** Notes that a step may pay or reserve an unknown amount. */
export function mayPay(state: ReimbursementState): void {
  state.flow = 'payment';
  leaveBalanceOpen(state.common, machineName);
}

export const showReimbursements = ({ reimbursements }: Readonly<ReimbursementState>) =>
  reimbursements
    .map(({ name, amount: { amount, currency }, phase }) => `${name} of ${amount} ${currency} ${phase}`)
    .join('; ');

/** The events of reimbursements, each with the requirement that an uncaused one violates. */
const uncaused: Readonly<Record<string, RequirementId>> = {
  'reimbursement.submitted': 'REIMBURSEMENT-007',
  'reimbursement.approved': 'REIMBURSEMENT-008',
  'reimbursement.rejected': 'REIMBURSEMENT-009',
  'reimbursement.paid': 'REIMBURSEMENT-005',
};

/** Compares both wallets with the amounts that may and must have left them. */
export function judgeMoney(
  alternative: Alternative,
  state: ReimbursementState,
  balances: Readonly<Record<string, number>>,
): void {
  const { common, flow } = state;
  const { source: sourceCurrency, other: otherCurrency } = state.currencies;
  // Another model of the business moved an unknown amount.
  if (common.unknown?.some((by) => by !== machineName)) state.isUntold = true;
  if (state.isUntold) return;
  const balance = balances[sourceCurrency] ?? 0;
  const otherBalance = balances[otherCurrency] ?? 0;
  const taken = common.balance - balance;
  const takenElsewhere = state.otherBalance - otherBalance;
  const actual = `${taken} taken from the wallet in ${sourceCurrency}, ${takenElsewhere} from that in ${otherCurrency}`;
  state.taken += taken;
  state.otherBalance = otherBalance;
  if (flow === 'nothing is due') {
    // Money that was held at creation has left the wallet before; what a rejection may cost is not shown.
    const isOver = ({ phase, amount }: ExpectedReimbursement) =>
      phase === 'rejected' && amount.currency === sourceCurrency;
    if (state.reimbursements.length > 0 && state.reimbursements.every(isOver)) {
      const least = Math.min(...state.reimbursements.map(({ amount }) => amount.amount));
      const less = `less than ${least} taken, because a rejection disburses nothing`;
      alternative.require('REIMBURSEMENT-012', taken < least, less, actual, 'in time');
    }
    const nothing = 'nothing taken from any wallet';
    alternative.require('REIMBURSEMENT-006', taken <= 0 && takenElsewhere === 0, nothing, actual);
  } else {
    const only = `nothing taken from the wallet in ${otherCurrency}`;
    alternative.require('REIMBURSEMENT-005', takenElsewhere === 0, only, actual, 'first');
  }
  const total = `${state.taken} in all`;
  const least = leastTaken(state);
  const disbursed = `at least ${least} ${sourceCurrency} taken for what was disbursed`;
  alternative.require('REIMBURSEMENT-005', state.taken >= least, disbursed, total, 'in time');
  const most = mostTaken(state);
  const isRejectedOnly = most === 0;
  const once = isRejectedOnly
    ? 'nothing taken, because nothing is approved'
    : `at most ${most} ${sourceCurrency} taken, when each is disbursed once and fees cost less than it`;
  const broken = isRejectedOnly ? 'REIMBURSEMENT-006' : 'REIMBURSEMENT-005';
  alternative.require(broken, state.taken <= most, once, total, 'at once');
}

/** The amount in another currency may change, because the document does not show the rate. */
const destinationOf = (
  { amount: { amount, currency } }: ExpectedReimbursement,
  { source }: Currencies,
): Partial<Money> => (currency === source ? { amount, currency } : { currency });

const paid = 'reimbursement.paid';

/** The payments that may be announced; each shows what the person receives, and comes once. */
function mayCome({ currencies, reimbursements, events }: ReimbursementState): readonly ExpectedEvent[] {
  const announced = events.expected.filter(({ type }) => type === paid).map(({ about }) => about);
  return reimbursements
    .filter(({ name, phase }) => (phase === 'approved' || phase === 'contested') && !announced.includes(name))
    .map((one) => ({
      type: paid,
      about: one.name,
      shows: { anyOf: [{ amount: destinationOf(one, currencies) }], requirement: 'REIMBURSEMENT-011' },
    }));
}

export async function look(
  scenario: Scenario,
  _: Readonly<ReimbursementState>,
  context: ReimbursementContext,
  surroundings: Surroundings,
): Promise<Conclude<ReimbursementState>> {
  const { tenant } = context.fixture;
  // In a shared business, money moves for other reasons too.
  const isOurs = scenario.has('list-wallets') && isAlone(tenant);
  const balances = isOurs ? await readBalances(scenario, tenant.caller) : undefined;
  return (alternative, state) => {
    // An approved reimbursement may be paid later, for example when there are funds.
    if (state.reimbursements.some(isUnderWay)) mayPay(state);
    if (balances !== undefined && state.flow !== 'none') judgeMoney(alternative, state, balances);
    state.flow = 'none';
    const listening = { uncaused, nameOf: ({ id }: EventData) => nameIn(context.ids, id) };
    const arrivals = arrivalsOf(context.fixture, surroundings);
    judgeEvents(alternative, state.events, arrivals, listening, mayCome(state));
  };
}
