/**
 * Resources that hold values which a target may accept or reject: lists show them to every case of their business, and
 * to later runs.
 */
import {
  allOperations,
  type OperationId,
  operation,
  resolveSchema,
  type Schema,
} from '../../openapi/description.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { isSuccess } from '../http/is-success.ts';
import type { OperationInput } from '../http/message.ts';
import { idsIn } from './channels.ts';
import { type ApiResponse, valueAt } from './response.ts';
import type { Evaluation } from './shape.ts';

/** The names of all fields of a schema, at any depth. */
function* namesIn(schema: Schema | boolean | undefined): Generator<string> {
  if (typeof schema !== 'object') return;
  const { properties = {}, items, additionalProperties } = resolveSchema(schema);
  for (const [name, each] of Object.entries(properties)) {
    yield name;
    yield* namesIn(each);
  }
  yield* namesIn(items);
  yield* namesIn(additionalProperties);
}

const written = new Map<OperationId, ReadonlySet<string>>();

/** The fields that the requests to the resources of a list have, and those below them. */
function writtenIn(id: OperationId): ReadonlySet<string> {
  const { path } = operation(id);
  const names =
    written.get(id) ??
    new Set(
      allOperations
        .filter((each) => each.path.startsWith(path))
        .flatMap(({ requestBody }) => [...namesIn(requestBody)]),
    );
  written.set(id, names);
  return names;
}

const isValue = (value: unknown) => value !== undefined && value !== null && value !== '';

/** A place of a response, as the names and indices on the way to it. */
type Place = readonly string[];

/** Whether two places are the same field, or one around it, of different items of a list. */
const isSameFieldElsewhere = (place: Place, other: Place) =>
  other[1] !== place[1] && other.every((name, at) => at === 1 || name === place[at]);

export class Doubtful {
  readonly #ids = new Set<string>();
  /** The ids in the responses to what the run has created. */
  readonly #own = new Set<string>();

  /** To be called with the response to each body of such values. */
  note(id: OperationId, { path = {} }: OperationInput, { status, json }: ApiResponse): void {
    if (!isSuccess(status)) return;
    const ids = operation(id).method === 'post' ? idsIn(json) : Object.values(path);
    for (const each of ids) this.#ids.add(each);
  }

  /** To be called with each response. */
  noteOwn(id: OperationId, { status, json }: ApiResponse): void {
    if (operation(id).method !== 'post' || !isSuccess(status)) return;
    for (const each of idsIn(json)) this.#own.add(each);
  }

  /**
   * Whether what is wrong at a place of a list may be what a client has sent: in such a resource, or in one that the run
   * has not created, in a field of its requests that other items of the list have as it should be.
   *
   * @param right where in the list the same rule holds
   */
  excuses(
    id: OperationId,
    { json }: ApiResponse,
    place: Place,
    right: readonly Pick<Evaluation, 'at'>[],
  ): boolean {
    const [list, index] = place;
    if (list !== 'data' || !isRecord(json) || !Array.isArray(json.data)) return false;
    const item: unknown = json.data[Number(index)];
    if (!isRecord(item) || typeof item.id !== 'string') return false;
    if (this.#ids.has(item.id)) return true;
    const field = place.findLast((name) => !/^\d+$/.test(name)) ?? '';
    return (
      !this.#own.has(item.id) &&
      writtenIn(id).has(field) &&
      right.some(({ at }) => isSameFieldElsewhere(place, at) && isValue(valueAt(json, at)))
    );
  }
}
