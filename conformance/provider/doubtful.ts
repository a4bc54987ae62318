/** Resources that hold values which a target may accept or reject: lists show them to every case of their business. */
import { type OperationId, operation } from '../../openapi/description.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { isSuccess } from '../http/is-success.ts';
import type { OperationInput } from '../http/message.ts';
import { idsIn } from './endpoints.ts';
import type { ApiResponse } from './response.ts';

export class Doubtful {
  readonly #ids = new Set<string>();

  /** To be called with the response to each body of such values. */
  note(id: OperationId, { path = {} }: OperationInput, { status, json }: ApiResponse): void {
    if (!isSuccess(status)) return;
    const ids = operation(id).method === 'post' ? idsIn(json) : Object.values(path);
    for (const each of ids) this.#ids.add(each);
  }

  /** Whether a place of a response is in such a resource of a list. */
  isIn({ json }: ApiResponse, [list, index]: readonly string[] = []): boolean {
    if (list !== 'data' || !isRecord(json) || !Array.isArray(json.data)) return false;
    const item: unknown = json.data[Number(index)];
    return isRecord(item) && typeof item.id === 'string' && this.#ids.has(item.id);
  }
}
