/**
 * The scenarios of the interface document, as operations and the transitions that each causes. The requests come from
 * the examples of the description, the states that then show from the state machines.
 */
import type { TransitionId } from '../../openapi/catalogue.ts';
import type { OperationId } from '../../openapi/description.ts';

/** Operations of the reference server's control plane, for transitions that only time or a bank causes. */
export type ControlOperation = 'advanceClock';

export interface WorkflowStep {
  readonly operation: OperationId | ControlOperation;
  /** Distinguishes two steps with the same operation. @defaultValue the operation */
  readonly id?: string;
  /** Fields that are not as in the example; undefined ones are left out. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Transitions that it causes. */
  readonly takes?: readonly TransitionId[];
  /** Place of a machine's state in its response, as a JSON pointer. */
  readonly shows?: readonly [machine: string, place: string];
}

export interface Workflow {
  readonly id: string;
  readonly summary: string;
  readonly steps: readonly WorkflowStep[];
}

const day = 86_400;
const pass = (days: number): WorkflowStep => ({ operation: 'advanceClock', body: { seconds: days * day } });
const usd = (amount: number) => ({ amount, currency: 'USD' });
const deposit: WorkflowStep = {
  operation: 'createBusinessDeposit',
  body: { value: usd(10_000_000) },
};
const person: WorkflowStep = { operation: 'createPerson' };
const user: readonly WorkflowStep[] = [person, { operation: 'inviteUser' }];
const contractorPayroll: readonly WorkflowStep[] = [
  person,
  { operation: 'createPayroll', body: { workerType: 'CONTRACTOR' } },
  {
    operation: 'savePayroll',
    body: { payrollDate: '$inputs.payrollDate' },
    takes: ['payroll/save'],
  },
];
const payrollShows: WorkflowStep = { operation: 'readPayroll', shows: ['payroll', '/status'] };

/** Each begins with a business of its own. */
export const workflows: readonly Workflow[] = [
  {
    id: 'tenant-set-up',
    summary: 'A platform creates a business, names a custom field and adds the first person and user',
    steps: [
      { operation: 'readBusiness' },
      { operation: 'createCustomField' },
      { operation: 'updateCustomField' },
      ...user,
      { operation: 'listPersons' },
    ],
  },
  {
    id: 'payroll',
    summary: 'A payroll from draft to completed',
    steps: [
      deposit,
      ...contractorPayroll,
      { operation: 'approvePayroll', takes: ['payroll/approve', 'payroll/collect-funds'] },
      { ...pass(9), takes: ['payroll/start-processing', 'payroll/complete'] },
      payrollShows,
      { operation: 'listPayslips' },
    ],
  },
  {
    id: 'payroll-awaiting-funds',
    summary: 'A payroll that the balance does not cover waits for funds, and is completed once they arrive',
    steps: [
      ...contractorPayroll,
      { operation: 'approvePayroll', takes: ['payroll/approve', 'payroll/await-funds'] },
      { ...payrollShows, id: 'readWaitingPayroll' },
      { ...deposit, takes: ['payroll/funds-arrive'] },
      { ...pass(9), takes: ['payroll/start-processing', 'payroll/complete'] },
      payrollShows,
    ],
  },
  {
    id: 'kyc-resubmission',
    summary: 'A verification that is rejected, resubmitted and approved',
    steps: [
      ...user,
      { operation: 'submitKyc', takes: ['kyc/submit'] },
      { operation: 'reviewKyc', takes: ['kyc/review-reject-processing'] },
      { operation: 'readKyc', id: 'readRejectedKyc', shows: ['kyc', '/identity/status'] },
      { operation: 'resubmitKyc', takes: ['kyc/resubmit'] },
      {
        operation: 'reviewKyc',
        id: 'approveKyc',
        body: { action: 'approve' },
        takes: ['kyc/review-approve-processing'],
      },
      { operation: 'readKyc', shows: ['kyc', '/identity/status'] },
    ],
  },
  {
    id: 'document-renewal',
    summary: 'A document that is about to expire is replaced',
    steps: [
      ...user,
      {
        operation: 'submitKyc',
        body: { idDetails: { number: 'auto-approve', expirationDate: '$inputs.expiresSoon' } },
        takes: ['kyc/submit-approved'],
      },
      { ...pass(1), takes: ['document-expiry/near-expiry'] },
      { operation: 'renewKyc', takes: ['document-expiry/renew-early'] },
      { operation: 'reviewKyc', body: { action: 'approve' }, takes: ['kyc/review-approve-processing'] },
      { operation: 'readKyc', shows: ['kyc', '/identity/status'] },
    ],
  },
  {
    id: 'custom-authentication',
    summary: "A caller's own JWT is exchanged for a redirect token, and that for a token of the user",
    steps: [
      ...user,
      { operation: 'exchangeJwt', body: { jwt: '$inputs.jwt' } },
      { operation: 'createUserToken', body: { redirectToken: '$steps.exchangeJwt.outputs.redirectToken' } },
    ],
  },
  {
    id: 'payout',
    summary: 'A payout to a new beneficiary',
    steps: [
      deposit,
      { operation: 'createBeneficiary' },
      { operation: 'createPayout' },
      { ...pass(2), takes: ['transaction/pass-checks', 'transaction/settle'] },
      { operation: 'readPayout', shows: ['transaction', '/status'] },
      { operation: 'listPayouts' },
    ],
  },
  {
    id: 'invoice',
    summary: 'The invoice of a contractor, from its submission to its payment',
    steps: [
      person,
      { operation: 'submitContractorInvoice' },
      { operation: 'reviewInvoice', body: { reason: undefined }, takes: ['invoice/approve'] },
      { operation: 'recordInvoicePayment', takes: ['invoice/pay'] },
      { operation: 'readInvoice', shows: ['invoice', '/status'] },
    ],
  },
  {
    id: 'external-account',
    summary: 'A bank account is linked, and verified by micro-deposits',
    steps: [
      {
        operation: 'linkExternalAccount',
        body: { accountNumber: '000123459920' },
        takes: ['external-account/link-unverified'],
      },
      {
        operation: 'listExternalAccounts',
        id: 'listUnverifiedAccounts',
        shows: ['external-account', '/data/0/status'],
      },
      pass(3),
      {
        operation: 'verifyExternalAccount',
        body: { amounts: undefined },
        takes: ['external-account/verify'],
      },
      { operation: 'listExternalAccounts', shows: ['external-account', '/data/0/status'] },
    ],
  },
];
