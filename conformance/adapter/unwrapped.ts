import type { OperationId } from '../../openapi/description.ts';
import { isRecord } from '../../openapi/is-record.ts';

/** Reads whose shape the document does not show, and a field by which the resource is recognised. */
const tellingField: Readonly<Partial<Record<OperationId, string>>> = {
  readPayroll: 'status',
  readPayout: 'status',
  readPerson: 'id',
};

/** The resource that such a read returns, perhaps within an object of the response (interpretation 311). */
export function unwrapped(id: OperationId, json: unknown): unknown {
  const field = tellingField[id];
  if (field === undefined || !isRecord(json) || field in json) return json;
  const [only, ...others] = Object.values(json).filter((inner) => isRecord(inner) && field in inner);
  return only !== undefined && others.length === 0 ? only : json;
}
