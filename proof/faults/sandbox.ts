import type { FaultOverrides } from '../../reference-server/fault.ts';
import { kybRules } from '../../reference-server/resources/kyb/rules.ts';
import { componentNames, kycDecisions } from '../../reference-server/resources/kyc/decisions.ts';
import { kycRules } from '../../reference-server/resources/kyc/rules.ts';
import { createPayrollRules } from '../../reference-server/resources/payrolls/rules.ts';
import { userRules } from '../../reference-server/resources/users/rules.ts';
import { virtualAccountRules } from '../../reference-server/resources/virtual-accounts/rules.ts';
import { move, positiveAmount } from '../../reference-server/resources/wallets/ledger.ts';
import { walletRules } from '../../reference-server/resources/wallets/rules.ts';
import { findRecord } from '../../reference-server/state/business-state.ts';
import { invalidState, notFound, type Refusal } from '../../reference-server/state/refusal.ts';
import { faultsOf } from './fault.ts';
import { asksForApproval, decide, quietly, submitting } from './kyc-tools.ts';
import { lookingBefore } from './race-tools.ts';
import { acceptsAnyBody, failsOn, overlookingInBody, refusedAt, unexpected } from './request-tools.ts';
import { onlyAnnounced, onStatus, replacing } from './tools.ts';

/** Finds nothing wrong with one field of a review. */
const overlooking = (field: string) => overlookingInBody('reviewKyc', ({ path }) => path.includes(field));

/** Sentinels that work only as some writings of auto-approve. */
const writtenAs = (...writings: readonly string[]) =>
  decide({
    sentinel: (component, submission, context) =>
      component === 'identity' &&
      asksForApproval(submission) &&
      !writings.includes(submission.idDetails?.number ?? '')
        ? undefined
        : kycDecisions.sentinel(component, submission, context),
  });

/** Refuses some reviews, by the status of the component before them. */
const refusingReviews = (refusalOf: (status: string | undefined) => Refusal | undefined) =>
  decide({
    reviewed(record, { component }) {
      const refusal = refusalOf(record[component]?.status);
      if (refusal !== undefined) throw refusal;
      return [component];
    },
  });

/** Deposits something else than what was given. */
const depositing = (change: (amount: number) => number): FaultOverrides =>
  replacing('wallets', {
    deposit(state, command, context) {
      walletRules.deposit(state, command, context);
      const { value } = command.input;
      const input = {
        ...command.input,
        ...(value?.amount !== undefined && { value: { ...value, amount: change(value.amount) } }),
      };
      return walletRules.deposit(state, { ...command, input }, context);
    },
  });

const deposit = (replacement: typeof walletRules.deposit): FaultOverrides =>
  replacing('wallets', { deposit: replacement });

/** Refuses to invite persons whose user was deleted. */
function refusingOrphans(): FaultOverrides {
  const orphans = new Set<string>();
  return replacing('users', {
    remove(state, command) {
      orphans.add(findRecord(state.users, command.userId).user.personId ?? '');
      return userRules.remove(state, command);
    },
    invite(state, command) {
      if (orphans.has(command.input.personId ?? '')) throw invalidState('The person was invited before');
      return userRules.invite(state, command);
    },
  });
}

export const sandboxFaults = faultsOf('sandbox', {
  'deleted-user-answers-200': {
    title: 'A client that expects no body after a deletion has to read one.',
    breaks: ['SANDBOX-010'],
    overrides: onStatus(204, () => ({ status: 200, body: {} }), ['deleteSandboxUser']),
  },
  'deleted-user-takes-all-verifications-along': {
    title: 'A tester who deletes one test user loses the verifications of all users.',
    breaks: ['KYC-034'],
    overrides: replacing('users', {
      remove(state, command) {
        const { state: after, events } = userRules.remove(state, command);
        return { state: { ...after, kycRecords: [] }, events };
      },
    }),
  },
  'deleted-user-takes-the-person-along': {
    title: 'Deleting a test user also deletes the person.',
    breaks: ['SANDBOX-011', 'SANDBOX-012'],
    overrides: replacing('users', {
      remove(state, command) {
        const { personId } = findRecord(state.users, command.userId).user;
        const { state: after, events } = userRules.remove(state, command);
        return { state: { ...after, persons: after.persons.filter(({ id }) => id !== personId) }, events };
      },
    }),
  },
  'deleted-user-takes-other-users-along': {
    title: 'Deleting a test user also deletes all other users.',
    breaks: ['USER-010'],
    overrides: replacing('users', {
      remove: (state, command) => ({
        state: { ...userRules.remove(state, command).state, users: [] },
        events: [],
      }),
    }),
  },
  'deleted-user-not-invited-again': {
    title: 'A tester who has deleted a user cannot invite the person again.',
    breaks: ['SANDBOX-012'],
    overrides: refusingOrphans,
  },
  'rejection-decides-both-components': {
    title: 'A tester who rejects the address rejects the identity as well.',
    breaks: ['SANDBOX-005', 'KYC-019'],
    overrides: decide({
      reviewed: (_, { component, verdict }) => (verdict === 'rejected' ? componentNames : [component]),
    }),
  },
  'review-answers-200': {
    title: 'A client that expects no body after a review has to read one.',
    breaks: ['SANDBOX-004'],
    overrides: onStatus(204, () => ({ status: 200, body: {} }), ['reviewKyc']),
  },
  'review-before-submission-refused': {
    title: 'A review before any submission is rejected.',
    breaks: ['SANDBOX-006'],
    overrides: refusingReviews((status) => (status === undefined ? notFound() : undefined)),
  },
  'review-of-a-decided-component-refused': {
    title: 'A tester who has approved a user cannot go on to test a rejection.',
    breaks: ['SANDBOX-006', 'KYC-017', 'KYC-018'],
    overrides: refusingReviews((status) =>
      status === 'approved' || status === 'rejected' ? invalidState('The component is decided') : undefined,
    ),
  },
  'review-takes-any-action-for-a-rejection': {
    title: 'A review with a misspelt action rejects the user.',
    breaks: ['SANDBOX-008', 'ERR-002'],
    overrides: { rules: overlooking('action') },
  },
  'review-of-an-unknown-component-answers-204': {
    title: 'A review of an unknown component returns 204.',
    breaks: ['SANDBOX-008', 'ERR-002'],
    overrides: {
      rules: {
        ...overlooking('type'),
        kyc: {
          review: (state, command, context) =>
            command.input.type === 'identity' || command.input.type === 'address'
              ? kycRules.review(state, command, context)
              : { state, events: [] },
        },
      },
    },
  },
  'invalid-review-answers-404': {
    title: 'A review with a misspelt action returns 404, as if the user did not exist.',
    breaks: ['SANDBOX-008', 'ERR-002'],
    overrides: refusedAt(400, notFound(), 'reviewKyc'),
  },
  'auto-approve-ignored': {
    title: 'A sentinel for approval has no effect.',
    breaks: ['SANDBOX-015', 'KYC-012', 'SANDBOX-016', 'SANDBOX-017', 'SANDBOX-018'],
    overrides: writtenAs(),
  },
  'auto-approve-needs-a-front-file': {
    title: 'The sentinel for approval works only with an uploaded file.',
    breaks: ['SANDBOX-016', 'SANDBOX-015'],
    overrides: submitting(['submit', 'resubmit'], (input) => {
      if (asksForApproval(input) && input.idDetails?.frontFileId === undefined) throw notFound();
      return input;
    }),
  },
  'auto-approve-in-small-letters-only': {
    title: 'The sentinel for approval works only in lower case.',
    breaks: ['SANDBOX-017', 'KYC-012'],
    overrides: writtenAs('auto-approve'),
  },
  'auto-approve-in-one-case-only': {
    title: 'The sentinel for approval does not work in mixed case.',
    breaks: ['SANDBOX-017', 'KYC-012'],
    overrides: writtenAs('auto-approve', 'AUTO-APPROVE'),
  },
  'auto-approve-ignored-when-resubmitted': {
    title: 'The sentinel for approval has no effect in a resubmission.',
    breaks: ['SANDBOX-018', 'KYC-033'],
    overrides: replacing('kyc', {
      resubmit: (state, command, context) =>
        kycRules.resubmit(state, command, { ...context, environment: 'production' }),
    }),
  },
  'emoji-answers-500': {
    title: 'A deposit with an emoji in its description fails with 500.',
    breaks: ['ERR-007'],
    subtle: ['non-ascii'],
    overrides: failsOn('createBusinessDeposit', (_, body) => /\p{Extended_Pictographic}/u.test(body)),
  },
  'deposit-credited-twice': {
    title: 'A deposit is credited twice.',
    breaks: ['SANDBOX-001'],
    overrides: deposit((state, command, context) => {
      const { state: credited, events } = walletRules.deposit(state, command, context);
      const money = positiveAmount(command.input.value, 'value');
      const movement = { from: 'outside', to: 'wallet', money, cause: command.depositId } as const;
      return { state: move(credited, movement, context.now), events };
    }),
  },
  'deposit-not-credited': {
    title: 'A deposit is accepted but not credited.',
    breaks: ['SANDBOX-001', 'PAYROLL-026'],
    subtle: ['half-applied'],
    overrides: deposit((state, command, context) => {
      const { state: credited, events } = walletRules.deposit(state, command, context);
      const { wallets } = credited;
      const known = new Set(state.wallets.map(({ id }) => id));
      const opened = wallets.filter(({ id }) => !known.has(id));
      const empty = opened.map((wallet) => ({ ...wallet, balance: { ...wallet.balance, amount: 0 } }));
      return { state: { ...credited, wallets: [...state.wallets, ...empty] }, events };
    }),
  },
  'deposit-replaces-balance': {
    title: 'A second deposit erases the first.',
    breaks: ['SANDBOX-001'],
    subtle: ['second-time'],
    overrides: deposit((state, command, context) => {
      const currency = command.input.value?.currency;
      const emptied = state.wallets.map((wallet) =>
        wallet.balance.currency === currency
          ? { ...wallet, balance: { ...wallet.balance, amount: 0 } }
          : wallet,
      );
      return walletRules.deposit({ ...state, wallets: emptied }, command, context);
    }),
  },
  'deposit-lost-while-a-payment-is-under-way': {
    title: 'A deposit does not reach the wallet while a payment is under way.',
    breaks: ['SANDBOX-001'],
    subtle: ['coincidence'],
    overrides: deposit((before, command, context) => {
      const { state, events } = walletRules.deposit(before, command, context);
      const isPaying = before.transactions.some(({ transaction: { status } }) => status === 'initiated');
      return { state: isPaying ? { ...state, wallets: before.wallets } : state, events };
    }),
  },
  'invalid-deposit-accepted': {
    title: 'A deposit without an amount succeeds.',
    breaks: ['SANDBOX-002', 'ERR-002'],
    overrides: acceptsAnyBody('createBusinessDeposit'),
  },
  'invalid-deposit-answers-500': {
    title: 'A deposit with an invalid body fails with 500.',
    breaks: ['SANDBOX-002', 'ERR-002'],
    overrides: refusedAt(400, unexpected, 'createBusinessDeposit'),
  },
  'deposit-reaches-default-business': {
    title: 'Test funds for one business are credited to the default business of the platform.',
    breaks: ['SANDBOX-003', 'SANDBOX-001', 'AUTH-006'],
    overrides: {
      request: async (request) =>
        request.operation === 'createBusinessDeposit'
          ? { ...request, business: request.caller.business }
          : request,
    },
  },
  'deposit-through-a-float': {
    title: 'Large deposits lose their last units, because they are kept as floating-point numbers.',
    breaks: ['SANDBOX-001', 'PAYROLL-026'],
    subtle: ['rounding'],
    overrides: depositing((amount) => {
      const rounded = Math.fround(amount);
      return rounded > amount ? amount - 1 : rounded;
    }),
  },
  'odd-deposit-loses-a-unit': {
    title: 'Every deposit of an odd amount arrives one unit short.',
    breaks: ['SANDBOX-001', 'PAYROLL-026'],
    subtle: ['rounding'],
    overrides: depositing((amount) => Math.max(1, amount - (amount % 2))),
  },
  'deposit-reaches-the-first-created-business': {
    title: 'Test funds for the second business of a platform are credited to the first.',
    breaks: ['SANDBOX-003', 'SANDBOX-001', 'AUTH-006'],
    subtle: ['second-business'],
    overrides: {
      async request(request, { store }) {
        if (request.operation !== 'createBusinessDeposit' || request.business.kind !== 'created')
          return request;
        const [first] = await store.transaction((transaction) =>
          transaction.list('businesses', { kind: 'created' }),
        );
        return { ...request, business: first ?? request.business };
      },
    },
  },
  'simultaneous-deposits-lose-one': {
    title: 'Only one of two simultaneous deposits is credited.',
    breaks: ['SANDBOX-001', 'PAYROLL-026'],
    subtle: ['concurrency'],
    overrides: lookingBefore('createBusinessDeposit', (looks) => ({
      wallets: {
        deposit(state, command, context) {
          const seen = looks(state.business.id);
          const { wallets } = (seen.length > 1 && seen[0]) || state;
          return walletRules.deposit({ ...state, wallets }, command, context);
        },
      },
    })),
  },
  'review-served-in-production': {
    title: 'A production key can approve users without a verification.',
    breaks: ['SANDBOX-009'],
    environment: 'production',
    overrides: { serves: ({ id }) => id === 'reviewKyc' },
  },
  'deposits-served-in-production': {
    title: 'A production key can deposit test funds.',
    breaks: ['SANDBOX-021'],
    environment: 'production',
    overrides: { serves: ({ id }) => id === 'createBusinessDeposit' },
  },
  'past-payroll-completed-in-production': {
    title: 'In production, a payroll that is approved after its date is completed without being paid.',
    breaks: ['SANDBOX-022'],
    environment: 'production',
    overrides: replacing('payrolls', {
      approve: (state, command, context) =>
        createPayrollRules().approve(state, command, { ...context, environment: 'sandbox' }),
    }),
  },
  'sentinel-works-in-production': {
    title: 'The sentinel for approval works in production.',
    breaks: ['SANDBOX-023'],
    environment: 'production',
    overrides: decide({
      sentinel: (component, submission, context) =>
        kycDecisions.sentinel(component, submission, { ...context, environment: 'sandbox' }),
    }),
  },
  'tax-id-approves-in-production': {
    title: 'The tax identification number of the sandbox gets a business verified in production.',
    breaks: ['SANDBOX-023'],
    environment: 'production',
    overrides: replacing('kyb', {
      submit: (state, submission, context) =>
        kybRules.submit(state, submission, { ...context, environment: 'sandbox' }),
    }),
  },
  'identification-approves-an-account-in-production': {
    title: 'The number of the sandbox opens an account in production without a review by the bank.',
    breaks: ['SANDBOX-023'],
    environment: 'production',
    overrides: replacing('virtualAccounts', {
      create: (state, command, context) =>
        virtualAccountRules.create(state, command, { ...context, environment: 'sandbox' }),
    }),
  },
  'production-verification-pending': {
    title: 'A user in production waits for a result that never arrives.',
    breaks: ['KYC-003'],
    environment: 'production',
    overrides: decide({ pendingAt: ({ now }) => now + 60 }),
  },
  'production-result-not-stored': {
    title: 'The result of a verification in production is not stored.',
    breaks: ['KYC-015'],
    subtle: ['half-applied'],
    environment: 'production',
    overrides: replacing('kyc', { conclude: onlyAnnounced(kycRules.conclude) }),
  },
  'production-result-not-announced': {
    title: 'A consumer is not notified of the result of a verification in production.',
    breaks: ['KYC-016'],
    subtle: ['event-missing'],
    environment: 'production',
    overrides: decide({ announced: quietly('result') }),
  },
});
