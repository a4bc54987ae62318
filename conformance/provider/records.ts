/** The records that a request and its response show, for adapters that need more of one than its id. */
import { type OperationId, operation } from '../../openapi/description.ts';
import { isRecord } from '../../openapi/is-record.ts';
import type { Fields } from '../adapter/names.ts';
import type { OperationInput } from '../http/message.ts';

/** Fields of each record, by its id. */
export type Records = readonly (readonly [id: string, fields: Fields])[];

/** The name of the id in the response of a creation, where it is not `id`. */
const idNames: Readonly<Partial<Record<OperationId, string>>> = {
  createBusiness: 'businessId',
  createPayroll: 'payrollId',
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * @param json a success response, in our names
 * @returns the record that was created or read, with the fields that it was created with, or those of a list
 */
export function recordsIn(id: OperationId, { path = {}, body }: OperationInput, json: unknown): Records {
  if (!isRecord(json)) return [];
  if (Array.isArray(json.data))
    return json.data.filter(isRecord).flatMap((each) => (isText(each.id) ? [[each.id, each] as const] : []));
  const described = operation(id);
  const named = described.path.endsWith('}') ? Object.values(path).at(-1) : undefined;
  const own = json[idNames[id] ?? 'id'] ?? named;
  const sent = described.method === 'post' && isRecord(body) ? body : {};
  return isText(own) ? [[own, { ...sent, ...json }]] : [];
}
