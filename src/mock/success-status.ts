/** The status of success where the document leaves it open, as the reference server has it: clients see one and the same. */

import type { OperationId } from '../../openapi/description.ts';
import type { Description } from '../../openapi/documented.ts';

/** Operations that create something. */
const created: readonly OperationId[] = [
  'createBeneficiary',
  'createBusiness',
  'createBusinessDeposit',
  'createContract',
  'createCustomField',
  'createPayout',
  'createPayroll',
  'createPerson',
  'createReimbursement',
  'createUserToken',
  'createVirtualAccount',
  'linkExternalAccount',
  'scheduleOffboarding',
  'submitContractorInvoice',
  'submitKyc',
  'uploadFile',
];

/** Operations without a response body, because their resource is gone. */
const withoutBody: readonly OperationId[] = ['cancelOffboarding', 'removeExternalAccount'];

export function successStatus(id: string): '200' | '201' | '204' {
  if (created.some((each) => each === id)) return '201';
  return withoutBody.some((each) => each === id) ? '204' : '200';
}

interface Described {
  readonly operationId?: string;
  responses?: Record<string, unknown>;
}

/** Names the status of success in a description of its own, where it says that any will do. */
export function nameSuccess({ paths = {} }: Description): void {
  const operations = Object.values(paths as Record<string, Record<string, Described>>).flatMap((item) =>
    Object.values(item),
  );
  for (const operation of operations) {
    const { operationId, responses } = operation;
    if (operationId === undefined || responses?.['2XX'] === undefined) continue;
    const { '2XX': any, ...others } = responses;
    operation.responses = { [successStatus(operationId)]: any, ...others };
  }
}
