/** Looks at the wallets and at what is announced of reimbursements. */

import type { RequirementId } from '../../../openapi/catalogue.ts';
import { readBalances } from '../../actions/invoices.ts';
import { currency as sourceCurrency } from '../../actions/payroll.ts';
import { isAlone } from '../../actions/tenant.ts';
import type { Reading, Settle } from '../../provider/reading.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { nameIn } from '../about.ts';
import type { Surroundings } from '../ground.ts';
import { type ExpectedAbout, earOf, type Heard, hearAbout } from '../hearing-about.ts';
import {
  isUnderWay,
  leastTaken,
  machineName,
  mayPay,
  mostTaken,
  otherCurrency,
  type ReimbursementState,
  type ReimbursementWorld,
  titleOf,
} from './model.ts';

/** The events of reimbursements, and what one breaks that nothing has caused. */
const requirements: Readonly<Record<string, RequirementId>> = {
  'reimbursement.submitted': 'REIMBURSEMENT-007',
  'reimbursement.approved': 'REIMBURSEMENT-008',
  'reimbursement.rejected': 'REIMBURSEMENT-009',
  'reimbursement.paid': 'REIMBURSEMENT-005',
};
const types = Object.keys(requirements);

/** Holds both wallets to what may and must have left them. */
export function judgeMoney(
  reading: Reading,
  state: ReimbursementState,
  balances: Readonly<Record<string, number>>,
): void {
  const { common, flow } = state;
  // Another machine of the business has moved an amount that is not shown.
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
    const nothing = 'nothing taken from any wallet';
    reading.require('REIMBURSEMENT-006', taken <= 0 && takenElsewhere === 0, nothing, actual);
  } else {
    const only = `nothing taken from the wallet in ${otherCurrency}`;
    reading.mustHold('REIMBURSEMENT-005', takenElsewhere === 0, only, actual);
  }
  const total = `${state.taken} in all`;
  const least = leastTaken(state);
  const disbursed = `at least ${least} ${sourceCurrency} taken for what was disbursed`;
  reading.eventually('REIMBURSEMENT-005', state.taken >= least, disbursed, total);
  const most = mostTaken(state);
  const isRejectedOnly = most === 0;
  const once = isRejectedOnly
    ? 'nothing taken, because nothing is approved'
    : `at most ${most} ${sourceCurrency} taken, when each is disbursed once and fees cost less than it`;
  const broken = isRejectedOnly ? 'REIMBURSEMENT-006' : 'REIMBURSEMENT-005';
  reading.atOnce(broken, state.taken <= most, once, total);
}

/** The payments that may be announced; each shows what the person receives. */
function mayCome({ reimbursements }: ReimbursementState): readonly ExpectedAbout[] {
  return reimbursements
    .filter(({ phase, isAnnounced }) => (phase === 'approved' || phase === 'contested') && !isAnnounced)
    .map((one) => ({
      type: 'reimbursement.paid',
      about: titleOf(one),
      shows: { fields: { amount: one.amount }, requirement: 'REIMBURSEMENT-011' },
    }));
}

/** Whether an event says what has happened to the reimbursement before, if it says to which. */
function isRepeated({ type, about }: Heard, { reimbursements }: ReimbursementState): boolean {
  return reimbursements.some((one) => {
    if (about !== undefined && about !== titleOf(one)) return false;
    if (type === 'reimbursement.submitted') return true;
    return type === 'reimbursement.paid' ? one.isAnnounced : type === `reimbursement.${one.phase}`;
  });
}

function judgeEvents(
  reading: Reading,
  state: ReimbursementState,
  { ground, ids }: ReimbursementWorld,
  surroundings: Surroundings,
): void {
  const ear = earOf(ground, surroundings, {
    types,
    nameOf: (id) => {
      const name = nameIn(ids, id);
      return name && titleOf({ name });
    },
    isRepeated: (event) => isRepeated(event, state),
  });
  const { came, unexpected } = hearAbout(reading, state.hearing, ear, mayCome(state));
  for (const { type, about } of came) {
    const one = state.reimbursements.find((each) => titleOf(each) === about);
    if (type === 'reimbursement.paid' && one !== undefined) one.isAnnounced = true;
  }
  for (const { type, about = 'any reimbursement, of which it could tell' } of unexpected) {
    reading.require(requirements[type] ?? 'REIMBURSEMENT-005', false, `no ${type} of ${about}`, type);
  }
}

export async function look(
  scenario: Scenario,
  _: Readonly<ReimbursementState>,
  world: ReimbursementWorld,
  surroundings: Surroundings,
): Promise<Settle<ReimbursementState>> {
  const { tenant } = world.ground;
  // In a business that others use as well, money moves for other reasons.
  const isOurs = scenario.has('list-wallets') && isAlone(tenant);
  const balances = isOurs ? await readBalances(scenario, tenant.caller) : undefined;
  return (reading, state) => {
    // What was approved may be paid later than at once, such as when there is money.
    if (state.reimbursements.some(isUnderWay)) mayPay(state);
    if (balances !== undefined && state.flow !== 'none') judgeMoney(reading, state, balances);
    state.flow = 'none';
    judgeEvents(reading, state, world, surroundings);
  };
}
