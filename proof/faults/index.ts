/** The deliberate faults with which the self-test proves the suite. */

import { chooseFault, type FaultEntry } from '../../src/config/fault-catalogue.ts';
import { authenticationFaults } from './authentication.ts';
import { beneficiaryFaults } from './beneficiaries.ts';
import { businessFaults } from './businesses.ts';
import { complianceFaults } from './compliance.ts';
import { contractFaults } from './contracts.ts';
import { conventionFaults, errorFaults } from './conventions.ts';
import { deliveryFaults, retryFaults } from './deliveries.ts';
import { externalAccountFaults } from './external-accounts.ts';
import { type Fault, subtletiesOf } from './fault.ts';
import { classOf } from './fault-class.ts';
import { invoiceFaults } from './invoices.ts';
import { kybFaults } from './kyb.ts';
import { kycFaults } from './kyc.ts';
import { kycExpiryFaults } from './kyc-expiry.ts';
import { payoutFaults } from './payouts.ts';
import { payrollPhaseFaults } from './payroll-phases.ts';
import { payrollStateFaults } from './payroll-states.ts';
import { payrollFaults } from './payrolls.ts';
import { personLifecycleFaults } from './person-lifecycle.ts';
import { personFaults } from './persons.ts';
import { reimbursementFaults } from './reimbursements.ts';
import { sandboxFaults } from './sandbox.ts';
import { sentinelFaults } from './sentinels.ts';
import { taxFaults } from './tax.ts';
import { transactionEventFaults } from './transaction-events.ts';
import { transactionMoveFaults } from './transaction-moves.ts';
import { transactionFaults } from './transactions.ts';
import { userFaults } from './users.ts';
import { depositFaults, virtualAccountFaults } from './virtual-accounts.ts';
import { webhookFaults } from './webhooks.ts';

export const faults: readonly Fault[] = [
  ...authenticationFaults,
  ...businessFaults,
  ...kybFaults,
  ...personFaults,
  ...personLifecycleFaults,
  ...userFaults,
  ...sandboxFaults,
  ...sentinelFaults,
  ...kycFaults,
  ...kycExpiryFaults,
  ...payrollFaults,
  ...payrollStateFaults,
  ...payrollPhaseFaults,
  ...beneficiaryFaults,
  ...payoutFaults,
  ...virtualAccountFaults,
  ...contractFaults,
  ...invoiceFaults,
  ...reimbursementFaults,
  ...taxFaults,
  ...transactionFaults,
  ...transactionEventFaults,
  ...transactionMoveFaults,
  ...depositFaults,
  ...externalAccountFaults,
  ...complianceFaults,
  ...conventionFaults,
  ...errorFaults,
  ...webhookFaults,
  ...deliveryFaults,
  ...retryFaults,
];

/** @throws ConformanceError with code `CONFIGURATION_INVALID` that suggests ids like the unknown one */
export const faultById = (id: string): Fault => chooseFault(faults, id);

/** What the commands are given of the faults. */
export const catalogue: readonly FaultEntry[] = faults.map((fault) => ({
  ...fault,
  class: classOf(fault),
  subtle: subtletiesOf(fault),
  module: import.meta.url,
}));
