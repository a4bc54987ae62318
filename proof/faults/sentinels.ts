/** Faults of sandbox sentinels. */

import type { FaultOverrides } from '../../reference-server/fault.ts';
import { kybDecisions } from '../../reference-server/resources/kyb/decisions.ts';
import { kycDecisions } from '../../reference-server/resources/kyc/decisions.ts';
import { payoutRules } from '../../reference-server/resources/payouts/rules.ts';
import { Refusal } from '../../reference-server/state/refusal.ts';
import { faultsOf } from './fault.ts';
import { decideKyb } from './kyb.ts';
import { asksForApproval, decide, submitting } from './kyc-tools.ts';
import { replacing, webhooks } from './tools.ts';

const compliance = 'Rejected by compliance';

/** Gives failures of transactions other messages. */
const failingWith = (change: (message: unknown) => string): FaultOverrides =>
  webhooks({
    announced: (events) =>
      events.map((event) =>
        event.eventType === 'transaction.failed'
          ? { ...event, data: { ...event.data, message: change(event.data.message) } }
          : event,
      ),
  });

/** Decides an address by its line2 only in some submissions. */
const decidingAddress = (
  when: (submission: Parameters<typeof kycDecisions.sentinel>[1]) => boolean,
): FaultOverrides =>
  decide({
    sentinel: (component, submission, context) =>
      component === 'address' && !when(submission)
        ? undefined
        : kycDecisions.sentinel(component, submission, context),
  });

export const sentinelFaults = faultsOf('sandbox', {
  'payout-to-a-failing-account-arrives': {
    title: 'A tester who wants to see a payout fail sees it arrive.',
    breaks: ['SANDBOX-013', 'SANDBOX-014'],
    overrides: replacing('payouts', {
      create(state, command, context) {
        const beneficiaries = state.beneficiaries.map((record) => {
          const { paymentDetails = {}, ...beneficiary } = record.beneficiary;
          const bank = { ...paymentDetails.bank, accountName: beneficiary.name ?? '' };
          return { ...record, beneficiary: { ...beneficiary, paymentDetails: { ...paymentDetails, bank } } };
        });
        const created = payoutRules.create({ ...state, beneficiaries }, command, context);
        return { ...created, state: { ...created.state, beneficiaries: state.beneficiaries } };
      },
    }),
  },
  'first-beneficiary-decides-all-payouts': {
    title:
      'A tester sees a payout arrive that should fail, because an earlier beneficiary has an ordinary account.',
    breaks: ['SANDBOX-013', 'SANDBOX-014'],
    subtle: ['second-time'],
    overrides: replacing('payouts', {
      create(state, command, context) {
        const [first] = state.beneficiaries;
        const beneficiaries = state.beneficiaries.map((record) => ({
          ...record,
          beneficiary: first?.beneficiary ?? record.beneficiary,
        }));
        const created = payoutRules.create({ ...state, beneficiaries }, command, context);
        return { ...created, state: { ...created.state, beneficiaries: state.beneficiaries } };
      },
    }),
  },
  'payout-failures-all-by-compliance': {
    title: 'Every simulated payout failure has the message of a rejection by compliance.',
    breaks: ['SANDBOX-013'],
    overrides: failingWith(() => compliance),
  },
  'compliance-rejection-without-its-message': {
    title: 'A simulated rejection by compliance lacks its message.',
    breaks: ['SANDBOX-014', 'SANDBOX-013'],
    overrides: failingWith((message) => (message === compliance ? 'The payout failed' : String(message))),
  },
  'address-sentinel-ignored': {
    title: 'The address sentinels have no effect.',
    breaks: ['SANDBOX-019', 'SANDBOX-020', 'KYC-012'],
    overrides: decidingAddress(() => false),
  },
  'address-sentinel-in-small-letters-only': {
    title: 'The address sentinels work only in lower case.',
    breaks: ['SANDBOX-019'],
    overrides: decidingAddress(({ address }) => address?.line2 === address?.line2?.toLowerCase()),
  },
  'address-sentinel-ignored-when-resubmitted': {
    title: 'The address sentinels work in POST, but not in PATCH.',
    breaks: ['SANDBOX-019'],
    overrides: submitting('resubmit', ({ address: { line2: _, ...address } = {}, ...input }) => ({
      ...input,
      address,
    })),
  },
  'address-sentinel-ignored-beside-that-of-identity': {
    title: 'With two sentinels, only the one for the identity has an effect.',
    breaks: ['SANDBOX-020'],
    subtle: ['coincidence'],
    overrides: decidingAddress((submission) => !asksForApproval(submission)),
  },
  'principal-preset-ignored': {
    title: 'The principal sentinels have no effect.',
    breaks: ['KYB-008'],
    overrides: decideKyb({
      byPrincipal: (submission) => kybDecisions.byTaxId(submission) && kybDecisions.byPrincipal(submission),
    }),
  },
  'principal-presets-all-reject': {
    title: 'Every principal sentinel rejects the business.',
    breaks: ['KYB-008'],
    overrides: decideKyb({
      byPrincipal: (submission) => kybDecisions.byPrincipal(submission) && { outcome: 'rejected' },
    }),
  },
  'auto-approve-tax-id-wins-over-a-preset': {
    title: 'Combining the tax ID sentinel with a principal sentinel is accepted.',
    breaks: ['KYB-009', 'KYB-010'],
    overrides: decideKyb({ byBoth: () => ({ outcome: 'completed' }) }),
  },
  'preset-of-one-of-several-principals-overlooked': {
    title: 'A preset excludes the auto-approve tax ID only if every principal has it.',
    breaks: ['KYB-009'],
    overrides: decideKyb({
      byBoth: (submission) =>
        new Set(submission.principals?.map(({ ssn }) => ssn)).size > 1
          ? { outcome: 'completed' }
          : kybDecisions.byBoth(submission),
    }),
  },
  'preset-of-the-second-principal-overlooked': {
    title: 'The combination of two sentinels is rejected only if the first principal has the second one.',
    breaks: ['KYB-009'],
    overrides: decideKyb({
      byBoth: (submission) =>
        kybDecisions.byPrincipal({ principals: submission.principals?.slice(0, 1) ?? [] })
          ? kybDecisions.byBoth(submission)
          : { outcome: 'completed' },
    }),
  },
  'combined-kyb-sentinels-answer-409': {
    title: 'The combination of two sentinels is rejected with 409 instead of 400.',
    breaks: ['KYB-009'],
    overrides: decideKyb({
      byBoth() {
        throw new Refusal(
          409,
          'invalid_state',
          'The auto-approve tax ID cannot be combined with auto-feedback principal presets',
        );
      },
    }),
  },
  'combined-kyb-sentinels-refused-without-a-reason': {
    title: 'The combination of two sentinels is rejected without the documented message.',
    breaks: ['KYB-010'],
    overrides: decideKyb({
      byBoth() {
        throw new Refusal(400, 'invalid_request_body', 'The request body provided is not valid');
      },
    }),
  },
});
