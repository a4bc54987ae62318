/** Moves about one payroll. */

import { ConformanceError } from '../../engine/errors.ts';
import { anySuccess, responseOf } from '../../engine/expectation.ts';
import { isSuccess } from '../../http/is-success.ts';
import type { Caller } from '../../http/message.ts';
import { pickFrom } from '../../provider/about.ts';
import { earliestStart, latestStart, midnight, past } from '../../provider/calendar.ts';
import { moveMoney } from '../../provider/fixture.ts';
import { enter } from '../../provider/ledger.ts';
import type { Alternative } from '../../provider/model.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { advance } from '../../provider/tenant.ts';
import { deposit } from '../../provider/wallet.ts';
import { disbursementsOf, isUnderWay, readStatus, tryToApprove } from './actions.ts';
import { ampleFor, covers, serve, waiting } from './funds.ts';
import {
  complete,
  type ExpectedPayroll,
  type PayrollContext,
  type PayrollMove,
  type PayrollState,
  schedule,
} from './model.ts';

export const { about: aboutPayroll } = pickFrom<PayrollContext, PayrollState, ExpectedPayroll>(
  'payroll',
  ({ payrolls }) => payrolls,
);

/** The same payroll in another copy of the state, where it may have another name: those saved at once are in either order. */
export function sameIn(
  { payrolls }: PayrollState,
  { id, name }: Pick<ExpectedPayroll, 'id' | 'name'>,
): ExpectedPayroll {
  const found = payrolls.find((payroll) => payroll.id === id);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
}

async function send(
  scenario: Scenario,
  { id }: ExpectedPayroll,
  { fixture }: PayrollContext,
): Promise<number> {
  const answer = await tryToApprove(scenario, fixture.tenant, id);
  const { status } = answer;
  // A missing path is a matter of configuration; an existing one must approve.
  if (status === 404 || status === 405 || status === 501) throw scenario.refusal('approvePayroll', answer);
  return status;
}

/** The state of a newly approved payroll after the funds check. */
function checkFunds(alternative: Alternative, state: PayrollState, payroll: ExpectedPayroll): void {
  const { balance } = state.common;
  // Funds that arrive at the same time may go to waiting payrolls first.
  if (balance > state.served && waiting(state).length > 0 && alternative.choose([true, false]))
    serve(alternative, state);
  if (covers(alternative, state, payroll)) {
    schedule(alternative, state, payroll, 'payroll/collect-funds');
    alternative.heldBack('payroll/await-funds');
  } else {
    enter(alternative, state.events, 'payroll/await-funds', payroll);
    alternative.heldBack('payroll/collect-funds');
  }
}

/** Approves a saved payroll whose date is surely over, or surely not. */
export const approve = (index: number): PayrollMove =>
  aboutPayroll(index, {
    verb: 'approve',
    possible: ({ phase, payrollDate }, { common }, { fixture }) => {
      const over = past(payrollDate, common.now);
      return phase === 'saved' && (over === 'no' || (over === 'yes' && fixture.sandbox));
    },
    describe: ({ name, debit }, { common }) =>
      `approve ${name}, debit ${debit}, with a balance of ${common.balance}`,
    act: async (scenario, approved, _, context) => {
      const status = await send(scenario, approved, context);
      return (alternative, state) => {
        const payroll = sameIn(state, approved);
        // The document does not show the response to a second approval; it changes nothing.
        if (payroll.phase !== 'saved') return;
        const { id, name, payrollDate } = payroll;
        const succeeded = isSuccess(status);
        const expects = responseOf('approvePayroll', id, anySuccess);
        alternative.require('PAYROLL-022', succeeded, `${name} approved`, String(status), 'first', expects);
        if (past(payrollDate, state.common.now) === 'yes') {
          payroll.route = 'past-date';
          enter(alternative, state.events, 'payroll/approve-past', payroll);
          return;
        }
        enter(alternative, state.events, 'payroll/approve', payroll);
        checkFunds(alternative, state, payroll);
      };
    },
  });

/** Approves a payroll that has been approved: whatever that is answered with, it is not paid a second time. */
export const approveAgain = (index: number): PayrollMove =>
  aboutPayroll(index, {
    verb: 'approve again',
    possible: ({ phase }) => phase !== 'saved' && phase !== 'due',
    describe: ({ name, phase }) => `approve ${name} again while it is ${phase}`,
    act: async (scenario, { id: payrollId }, _, { fixture }) => {
      await scenario.send('approvePayroll', fixture.tenant.caller, { path: { payrollId } });
      return (_alternative, { common }) => {
        common.owedTo ??= 'PAYROLL-046';
      };
    },
  });

/**
 * `one short`: one unit less than the lowest amount of the payroll; `exact`: the debit; `more`: slightly more; `ample`: certainly
 * enough; `for all`: certainly enough for every payroll that waits for funds; `any`: an unrelated amount.
 */
export type DepositKind = 'one short' | 'exact' | 'more' | 'ample' | 'for all' | 'any';

const balanceInWords = (kind: Exclude<DepositKind, 'any'>, name: string): string =>
  ({
    'one short': `1 less than the smallest amount (net, gross or debit) of ${name}`,
    exact: `exactly the debit of ${name}`,
    more: `slightly above the debit of ${name}`,
    ample: `more than enough for ${name}`,
    'for all': 'more than enough for all waiting payrolls',
  })[kind];

/** Deposits what a payroll needs, less, or more. */
export function fund(index: number, kind: DepositKind, extra = 1): PayrollMove {
  const amountFor = (payroll: ExpectedPayroll, state: Readonly<PayrollState>): number => {
    if (kind === 'any') return extra;
    const queue = waiting(state);
    const wanted = kind === 'for all' && queue.length > 1 ? queue : [payroll];
    const balanceFor = {
      'one short': ({ least }: ExpectedPayroll) => least - 1,
      exact: ({ debit }: ExpectedPayroll) => debit,
      more: ({ debit }: ExpectedPayroll) => debit + extra,
      ample: ampleFor,
      'for all': ampleFor,
    }[kind];
    return wanted.reduce((sum, each) => sum + balanceFor(each), -state.common.balance);
  };
  return aboutPayroll(index, {
    verb: `fund ${kind}`,
    needs: ['sandbox'],
    possible: (payroll, state) =>
      kind === 'any' ||
      ((payroll.phase === 'saved' || payroll.phase === 'awaiting-funds') && amountFor(payroll, state) > 0),
    describe: (payroll, state) => {
      const amount = amountFor(payroll, state);
      return kind === 'any'
        ? `deposit ${amount}`
        : `deposit ${amount}, so that the balance is ${balanceInWords(kind, payroll.name)}`;
    },
    act: async (scenario, payroll, state, { fixture }) => {
      const amount = amountFor(payroll, state);
      await deposit(scenario, fixture.tenant.caller, amount);
      return (_, { common }) => moveMoney(common, amount, 'SANDBOX-001');
    },
  });
}

/** `eve`: just before the date begins anywhere; `midnight`: when it begins in UTC; `date`: when it has begun everywhere. */
export type PayrollMoment = 'eve' | 'midnight' | 'date';

const moments: Record<PayrollMoment, { readonly at: (date: string) => number; readonly words: string }> = {
  eve: { at: (date) => earliestStart(date) - 1, words: 'just before the date' },
  midnight: { at: midnight, words: 'the first second (UTC) of the date' },
  date: { at: latestStart, words: 'the middle (UTC) of the date' },
};

/** Moves the clock to where the date of a payroll matters. */
export function waitUntil(moment: PayrollMoment, index: number): PayrollMove {
  const { at, words } = moments[moment];
  return aboutPayroll(index, {
    verb: `wait until ${moment} of`,
    needs: ['clock'],
    possible: ({ phase, payrollDate }, { common }) => phase !== 'completed' && at(payrollDate) > common.now,
    describe: ({ name, payrollDate }) => `advance the clock to ${words} of ${name}, ${payrollDate}`,
    act: async (scenario, { payrollDate }, { common }, { fixture }) => {
      const now = await advance(scenario, fixture.tenant, at(payrollDate) - common.now);
      return (_, state) => {
        state.common.now = Math.max(now, state.common.now);
      };
    },
  });
}

/** @returns the reason of the target, if it had nothing to confirm. */
async function confirm(scenario: Scenario, payrollId: string): Promise<string | undefined> {
  try {
    await scenario.control('settlePayroll')(scenario.controlSend, payrollId);
  } catch (error) {
    if (error instanceof ConformanceError && error.code === 'CONTROL_FAILED') return error.message;
    throw error;
  }
}

/** @returns why the control has not confirmed them all, where the target shows that. */
async function leftUnderWay(
  scenario: Scenario,
  caller: Caller,
  payrollId: string,
): Promise<string | undefined> {
  if (!scenario.has('list-transactions')) return undefined;
  const transactions = await disbursementsOf(scenario, caller, payrollId);
  return transactions.some(isUnderWay)
    ? 'After the control settlePayroll returned a success status, transactions of the payroll are still under way.'
    : undefined;
}

/** Confirms every disbursement of a payroll that is processing. */
export const settle = (index: number): PayrollMove =>
  aboutPayroll(index, {
    verb: 'settle',
    needs: ['clock', 'settle-payroll'],
    possible: ({ phase }) => phase === 'processing',
    describe: ({ name }) => `confirm every disbursement of ${name}`,
    act: async (scenario, settled, _, { fixture }) => {
      const { caller } = fixture.tenant;
      const isCompleted = async () => (await readStatus(scenario, caller, settled.id)) === 'Completed';
      // The target or a bank may have confirmed them.
      if (!(await isCompleted())) {
        const refusal = await confirm(scenario, settled.id);
        // PAYROLL-031 judges whether it should be processed, and the checks of payments whether anything is left to confirm.
        const unconfirmed = (await isCompleted())
          ? undefined
          : (refusal ?? (await leftUnderWay(scenario, caller, settled.id)));
        if (unconfirmed !== undefined) {
          for (const rule of ['PAYROLL-033', 'PAYROLL-034'] as const) scenario.skip(rule, unconfirmed);
          return () => {};
        }
      }
      return (alternative, state) => {
        const payroll = sameIn(state, settled);
        if (payroll.phase !== 'completed') complete(alternative, state, payroll);
      };
    },
  });

/** Confirms the disbursements of a payroll that has been completed: it may be refused, and changes nothing. */
export const settleAgain = (index: number): PayrollMove =>
  aboutPayroll(index, {
    verb: 'settle again',
    needs: ['clock', 'settle-payroll'],
    possible: ({ phase }) => phase === 'completed',
    describe: ({ name }) => `confirm every disbursement of ${name} again`,
    act: async (scenario, settled) => {
      await confirm(scenario, settled.id);
      return (_, { common }) => {
        common.owedTo ??= 'PAYROLL-046';
      };
    },
  });
