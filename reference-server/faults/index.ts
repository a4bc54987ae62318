/** The deliberate deviations with which the conformance suite proves that it finds what it claims to find. */
import { authenticationFaults } from './authentication.ts';
import { businessFaults } from './businesses.ts';
import { errorFaults } from './errors.ts';
import type { Fault } from './fault.ts';
import { payrollFieldFaults } from './payroll-fields.ts';
import { payrollStateFaults } from './payroll-states.ts';
import { personFaults } from './persons.ts';
import { retryFaults } from './retries.ts';
import { sandboxFaults } from './sandbox.ts';
import { webhookFaults } from './webhooks.ts';

export const faults: readonly Fault[] = [
  ...authenticationFaults,
  ...businessFaults,
  ...personFaults,
  ...payrollFieldFaults,
  ...payrollStateFaults,
  ...errorFaults,
  ...sandboxFaults,
  ...webhookFaults,
  ...retryFaults,
];

const byId = new Map(faults.map((fault) => [fault.id, fault]));

/** Looks a fault up by an id that may come from outside, such as the command line. */
export function findFault(id: string): Fault | undefined {
  return byId.get(id);
}
