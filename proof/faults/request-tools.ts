/** Helpers for faults in the handling of requests. */
import type { OperationId } from '../../openapi/description.ts';
import type { SchemaViolation } from '../../openapi/validate.ts';
import type { FaultOverrides } from '../../reference-server/fault.ts';
import type { UncheckedRequest } from '../../reference-server/http/exchange.ts';
import { validationRules } from '../../reference-server/resources/validation.ts';
import type { RuleOverrides } from '../../reference-server/service/rules.ts';
import { invalidBody, Refusal } from '../../reference-server/state/refusal.ts';
import { onStatus } from './tools.ts';

/** Refuses requests, all of an operation or only some. */
export const refusing = (
  refusal: Refusal,
  operation: OperationId,
  refuses: (request: UncheckedRequest) => boolean = () => true,
): FaultOverrides => ({
  async request(request) {
    if (request.operation === operation && refuses(request)) throw refusal;
    return request;
  },
});

/** How a server answers that stumbles. */
export const unexpected = new Refusal(500, 'internal_error', 'Unexpected error; retry later');

/** Stumbles over some requests of one operation. */
export const failsOn = (
  operation: OperationId,
  stumbles: (request: UncheckedRequest, body: string) => boolean,
): FaultOverrides =>
  refusing(unexpected, operation, (request) => stumbles(request, JSON.stringify(request.body) ?? ''));

/** Refuses what a list is asked for by a certain number. */
export const refusingNumber = (operation: OperationId, name: 'page' | 'limit', number: number) =>
  refusing(
    invalidBody({ [name]: `must be > ${number}` }),
    operation,
    ({ query }) => Number(query[name]) === number,
  );

/** Answers with a refusal in place of what has one status, in every operation or only in some. */
export const refusedAt = (status: number, refusal: Refusal, ...operations: OperationId[]): FaultOverrides =>
  onStatus(
    status,
    () => ({ status: refusal.status, body: refusal.body }),
    operations.length > 0 ? operations : undefined,
  );

/** Overlooks some violations of the query of one operation. */
export const overlookingInQuery = (
  id: OperationId,
  overlooks: (violation: SchemaViolation, values: Readonly<Record<string, unknown>>) => boolean,
): RuleOverrides => ({
  validation: {
    ofParameters: (operation, place, values) =>
      validationRules
        .ofParameters(operation, place, values)
        .filter((violation) => operation.id !== id || !overlooks(violation, values)),
  },
});

/** Overlooks some violations of the body of one operation. */
export const overlookingInBody = (
  id: OperationId,
  overlooks: (violation: SchemaViolation) => boolean,
): RuleOverrides => ({
  validation: {
    ofBody: (operation, body) =>
      validationRules
        .ofBody(operation, body)
        .filter((violation) => operation.id !== id || !overlooks(violation)),
  },
});

/** Finds nothing wrong with the bodies of one operation; what the rules would make of them is not the point. */
export const acceptsAnyBody = (id: OperationId): FaultOverrides =>
  onStatus(400, () => ({ status: 200, body: {} }), [id]);

/** Reads the first record of a business, whichever is asked for. */
export const readingTheFirst = (
  operation: OperationId,
  collection: 'payouts' | 'invoices',
  parameter: string,
): FaultOverrides => ({
  async request(request, { store }) {
    if (request.operation !== operation) return request;
    const where = { businessId: request.business.id };
    const [first] = await store.transaction((transaction) => transaction.list(collection, where));
    return first ? { ...request, path: { ...request.path, [parameter]: first.id } } : request;
  },
});
