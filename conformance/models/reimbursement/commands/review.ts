import { succeeded } from '../../../actions/answers.ts';
import { reviewReimbursement } from '../../../actions/invoices.ts';
import { findTransactions } from '../../../actions/payouts.ts';
import { drain } from '../../../actions/tenant.ts';
import { type Scenario, show } from '../../../engine/scenario.ts';
import { idIn } from '../../about.ts';
import { leaveBalanceOpen } from '../../ground.ts';
import {
  aboutReimbursement,
  covers,
  mayPay,
  type ReimbursementMove,
  type ReimbursementWorld,
  sameIn,
  titleOf,
} from '../model.ts';

const canSettle = (scenario: Scenario) => scenario.has('list-transactions', 'settle-transaction', 'drain');

/** Sends an approval, and finds the transactions that it has made where they can be made to arrive. */
async function sendApproval(scenario: Scenario, { ground, ids, payments }: ReimbursementWorld, name: string) {
  const { tenant } = ground;
  const list = async () =>
    canSettle(scenario) ? await findTransactions(scenario, tenant.caller, () => true) : [];
  const before = await list();
  const response = await reviewReimbursement(scenario, tenant.caller, idIn(ids, { name }), {
    action: 'approve',
  });
  if (canSettle(scenario)) await drain(scenario, tenant);
  const known = payments.get(name) ?? new Set();
  for (const id of await list()) if (!before.includes(id)) known.add(id);
  payments.set(name, known);
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
        const isCovered = world.ground.tenant.tenantKey !== undefined && covers(state, one);
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
        leaveBalanceOpen(state.common);
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
