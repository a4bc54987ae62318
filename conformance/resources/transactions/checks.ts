/** Ties the transaction model to the transitions of openapi/state-machines/transaction.yaml. */

import type { Check } from '../../provider/check.ts';
import { emptyLedger } from '../../provider/ledger.ts';
import { modelCheck, type Part } from '../../provider/part.ts';
import { requirementsOf } from '../../provider/state-machines.ts';
import { drain } from '../../provider/tenant.ts';
import { depositAmply } from '../../provider/wallet.ts';
import { showTransactions, type TransactionContext, type TransactionState } from './model.ts';
import { eventsSoFar } from './observations.ts';
import { look } from './observe.ts';
import { transactionMoves, transactionTours } from './tours.ts';

/** Enough for every payout and payroll of a case. */
export const transactionPart: Part<TransactionContext, TransactionState> = {
  open: async (scenario, { fixture, common }) => {
    if (scenario.has('sandbox')) {
      scenario.setup('deposit funds into the wallet');
      common.balance += await depositAmply(scenario, fixture.tenant.caller);
      await drain(scenario, fixture.tenant);
    }
    const has = scenario.has.bind(scenario);
    const context: TransactionContext = {
      fixture,
      has,
      facts: [],
      eventCount: 0,
      accounts: new Map(),
      personIds: [],
    };
    context.eventCount = eventsSoFar(context).length;
    return { context, state: { common, transactions: [], events: emptyLedger(), moved: [] } };
  },
  moves: transactionMoves,
  movesMoney: true,
  tours: transactionTours,
  look,
  show: showTransactions,
};

export const transactionModel: Check = modelCheck(transactionPart, {
  id: 'transaction.model',
  title: 'Payouts, deposits, worker payments and fees go through the states of a transaction',
  covers: [
    ...requirementsOf('transaction'),
    'TXN-001',
    'TXN-016',
    'EVENT-021',
    'EVENT-022',
    'EVENT-023',
    'EVENT-024',
    'EVENT-025',
    'EVENT-026',
    'EVENT-027',
    'EVENT-028',
    'EVENT-029',
    'EVENT-030',
    'EVENT-031',
    'EVENT-032',
    'EVENT-033',
    'EVENT-034',
    'EVENT-035',
    'EVENT-036',
    'EVENT-037',
    'EVENT-038',
    'EVENT-039',
    'EVENT-040',
    'EVENT-041',
    'EVENT-042',
    'EVENT-043',
    'EVENT-044',
    'EVENT-045',
    'EVENT-051',
    'EVENT-053',
    'HOOK-007',
    'HOOK-013',
    'SANDBOX-001',
  ],
  // Money must come from a deposit; other capabilities decide which transactions are possible.
  needs: ['sandbox'],
  runs: ({ modelRuns }) => Math.ceil(modelRuns / 5),
});
