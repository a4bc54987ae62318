/** Several models at once in one business: none may disturb the others, nor another business. */

import fc from 'fast-check';
import { type CasePlan, type Check, model } from '../../provider/check.ts';
import { moveMoney } from '../../provider/fixture.ts';
import { type Move, together } from '../../provider/model.ts';
import type { Part, PartContext, PartState } from '../../provider/part.ts';
import { deposit } from '../../provider/wallet.ts';
import { contractPart } from '../contracts/checks.ts';
import { externalAccountPart } from '../external-accounts/checks.ts';
import { invoicePart } from '../invoices/checks.ts';
import { kybPart } from '../kyb/checks.ts';
import { kycPart } from '../kyc/checks.ts';
import { payrollPart } from '../payrolls/checks.ts';
import { approve } from '../payrolls/moves.ts';
import { save } from '../payrolls/saves.ts';
import { personPart } from '../persons/checks.ts';
import { reimbursementPart } from '../reimbursements/checks.ts';
import { transactionPart } from '../transactions/checks.ts';
import { virtualAccountPart } from '../virtual-accounts/checks.ts';
import {
  type CombinedContext,
  type CombinedMove,
  type CombinedState,
  combine,
  type Member,
  member,
} from './combine.ts';

export const addFunds = (amount: number): Move<PartContext, PartState> => ({
  name: `deposit(${amount})`,
  possible: (_, { fixture }) => fixture.sandbox,
  describe: () => `deposit ${amount}`,
  act: async (scenario, _, { fixture }) => {
    await deposit(scenario, fixture.tenant.caller, amount);
    return (_alternative, { common }) => moveMoney(common, amount, 'SANDBOX-001');
  },
});

export const depositPart: Part<PartContext, PartState> = {
  open: async (_, { fixture, common }) => ({ context: { fixture }, state: { common } }),
  moves: [fc.integer({ min: 1, max: 900_000 }).map(addFunds)],
  tours: {},
  look: async () => () => {},
  show: () => '',
};

const deposits = member(depositPart, {
  name: 'deposits',
  needs: ['sandbox', 'list-wallets'],
  lists: ['listTransactions'],
});

const kyc = member(kycPart, { name: 'kyc', needs: ['sandbox'], lists: ['listUsers'] });

const payroll = member(payrollPart, {
  name: 'payroll',
  needs: ['create-payroll', 'approve-payroll', 'list-wallets'],
  lists: ['listPayrolls'],
});

const transactions = member(transactionPart, {
  name: 'transactions',
  needs: ['sandbox'],
  lists: ['listTransactions', 'listPayouts'],
});

const persons = member(personPart, {
  name: 'persons',
  needs: ['create-person', 'schedule-offboarding', 'webhooks'],
  lists: ['listPersons'],
});

const externalAccounts = member(externalAccountPart, {
  name: 'external accounts',
  needs: ['link-external-account'],
  lists: ['listExternalAccounts'],
});

const virtualAccounts = member(virtualAccountPart, {
  name: 'virtual accounts',
  needs: ['create-virtual-account'],
  lists: ['listVirtualAccounts'],
});

const kyb = member(kybPart, { name: 'kyb', needs: ['submit-kyb'], lists: [] });

const invoices = member(invoicePart, {
  name: 'invoices',
  needs: ['submit-contractor-invoice'],
  lists: ['listInvoices'],
});

const reimbursements = member(reimbursementPart, {
  name: 'reimbursements',
  needs: ['create-reimbursement'],
  lists: ['listReimbursements'],
});

const contracts = member(contractPart, {
  name: 'contracts',
  needs: [],
  lists: ['listContracts'],
});

/**
 * In the order in which time affects them: payrolls wait for money, so they come late. The amount of a reimbursement is
 * not shown, so it is the change that the others leave unexplained.
 */
const members: readonly Member[] = [
  deposits,
  transactions,
  kyc,
  kyb,
  persons,
  externalAccounts,
  virtualAccounts,
  invoices,
  contracts,
  payroll,
  reimbursements,
];

type Tour = readonly Move<CombinedContext, CombinedState>[];

/** The first move of each sequence, then the second of each, and so on. */
export function interleave<T>(sequences: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...sequences.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) =>
    sequences.flatMap((sequence) => sequence.slice(turn, turn + 1)),
  ).flat();
}

/** The moves in concurrent pairs. */
function inPairs(moves: readonly CombinedMove[]): Tour {
  const [first, second, ...others] = moves;
  if (first === undefined) return [];
  return second === undefined
    ? [first]
    : [together<CombinedContext, CombinedState>(first, second), ...inPairs(others)];
}

/** Number of members in a common tour: with many, a failure would be hard to read. */
const company = 3;

/** The longest tours of the members, interleaved a few at a time; and their first moves in concurrent pairs. */
function commonTours(members: readonly Member[], has: CasePlan['has']): readonly Tour[] {
  const longest = members.flatMap(({ tours }) =>
    tours(has)
      .toSorted((a, b) => b.length - a.length)
      .slice(0, 1),
  );
  const companies = Array.from({ length: Math.ceil(longest.length / company) }, (_, index) =>
    longest.slice(index * company, (index + 1) * company),
  );
  return [
    ...companies.map(interleave),
    ...companies.map((some) => inPairs(some.flatMap(([first]) => first ?? []))),
  ];
}

const isOffered = (has: CasePlan['has'], { needs }: Member) => needs.every((need) => has(need));
const takingPart = (has: CasePlan['has']) => members.filter((each) => isOffered(has, each));

const saved = payroll.lift(save({ days: 3 }, [700]));
const approved = payroll.lift(approve(0));
const funded = deposits.lift(addFunds(900_000));

/** A payroll waits for money from another member. */
const fundingTours = [
  [saved, approved, funded],
  [saved, together(approved, funded)],
];

export const combinedModel: Check = model<CombinedContext, CombinedState>({
  id: 'combined.model',
  title: 'Random actions on several resources of one business do not affect each other',
  covers: ['AUTH-006', 'HOOK-015', 'SANDBOX-001', 'SANDBOX-003', 'WALLET-001'],
  needs: ['platform-token'],
  model: combine(members),
  moves: ({ has }) => takingPart(has).flatMap(({ moves }) => moves(has) ?? []),
  tours: ({ has }) => [
    ...commonTours(takingPart(has), has),
    ...(isOffered(has, deposits) && isOffered(has, payroll) ? fundingTours : []),
  ],
  outOfReach: () => ({}),
  runs: ({ modelRuns }) => Math.ceil(modelRuns / 4),
});
