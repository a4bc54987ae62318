import { type Answer, succeeded } from '../../../actions/answers.ts';
import { readAll } from '../../../actions/cursor.ts';
import { reviewReimbursement } from '../../../actions/invoices.ts';
import { drain, isAlone } from '../../../actions/tenant.ts';
import { type Scenario, show } from '../../../provider/scenario.ts';
import { idIn } from '../../about.ts';
import { leaveBalanceOpen } from '../../ground.ts';
import {
  aboutReimbursement,
  covers,
  machineName,
  mayPay,
  type ReimbursementMove,
  type ReimbursementWorld,
  sameIn,
  titleOf,
} from '../model.ts';

const canSettle = (scenario: Scenario) => scenario.has('list-transactions', 'settle-transaction', 'drain');

/** The ids of all transactions; undefined where a part of the list is out of reach, or they cannot be made to arrive. */
async function listTransactions(
  scenario: Scenario,
  { tenant }: ReimbursementWorld['ground'],
): Promise<readonly unknown[] | undefined> {
  if (!canSettle(scenario)) return undefined;
  await drain(scenario, tenant);
  const { items, complete } = await readAll<Answer>(scenario, 'listTransactions', tenant.caller);
  return complete ? items.map(({ id }) => id) : undefined;
}

/** Sends an approval, and finds the transactions that it has made. */
async function sendApproval(scenario: Scenario, { ground, ids, payments }: ReimbursementWorld, name: string) {
  const id = idIn(ids, { name });
  const before = await listTransactions(scenario, ground);
  const response = await reviewReimbursement(scenario, ground.tenant.caller, id, { action: 'approve' });
  const after = await listTransactions(scenario, ground);
  if (before === undefined || after === undefined) payments.delete(name);
  else {
    const fresh = after.filter((each) => typeof each === 'string' && !before.includes(each)).map(String);
    payments.set(name, new Set([...(payments.get(name) ?? []), ...fresh]));
  }
  return response;
}

/** Approves a reimbursement, again too. What an approval without enough money in the wallet leads to is not shown. */
export const approve = (index: number): ReimbursementMove =>
  aboutReimbursement(index, {
    verb: 'approve',
    describe: (one, { common }) => `approve ${titleOf(one)} with a balance of ${common.balance}`,
    act: async (scenario, approved, _, world) => {
      const response = await sendApproval(scenario, world, approved.name);
      const answer = `${response.status} with ${show(response.json ?? response.text)}`;
      return (reading, state) => {
        const one = sameIn(state, approved);
        const about = titleOf(one);
        const isFirst = one.phase === 'submitted';
        const isCovered = isAlone(world.ground.tenant) && covers(state, one);
        mayPay(state);
        if (isFirst && isCovered && !one.isUnclear) {
          reading.mustHold('REIMBURSEMENT-003', succeeded(response), `${about} to be approved`, answer);
        }
        if (!succeeded(response)) {
          if (isFirst) one.isUnclear = true;
          return;
        }
        const type = 'reimbursement.approved';
        state.hearing.expected.push({ type, about, ...(isFirst && { sent: 'REIMBURSEMENT-008' }) });
        if (isFirst) {
          one.phase = 'approved';
          one.isCovered = isCovered;
        } else if (one.phase === 'rejected') one.phase = 'contested';
      };
    },
  });

/** Rejects a reimbursement, again too. */
export const reject = (index: number, reason: string): ReimbursementMove =>
  aboutReimbursement(index, {
    verb: 'reject',
    describe: (one) => `reject ${titleOf(one)}, because ${show(reason)}`,
    act: async (scenario, rejected, _, { ground, ids }) => {
      const body = { action: 'reject' as const, reason };
      const { caller } = ground.tenant;
      const response = await reviewReimbursement(scenario, caller, idIn(ids, rejected), body);
      const answer = `${response.status} with ${show(response.json ?? response.text)}`;
      return (reading, state) => {
        const one = sameIn(state, rejected);
        const about = titleOf(one);
        const isFirst = one.phase === 'submitted';
        if (state.flow === 'none') state.flow = 'nothing is due';
        // What was held may come back.
        leaveBalanceOpen(state.common, machineName);
        if (isFirst && !one.isUnclear) {
          reading.mustHold('REIMBURSEMENT-004', succeeded(response), `${about} to be rejected`, answer);
        }
        if (!succeeded(response)) return;
        state.hearing.expected.push({
          type: 'reimbursement.rejected',
          about,
          shows: { fields: { reason }, requirement: 'REIMBURSEMENT-010' },
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
