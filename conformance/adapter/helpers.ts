/** Helpers for adapters: ids and lists from responses, files in JSON, other names, requests in steps. */

import type { OperationId } from '../../openapi/description.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { percentDecoded } from '../../openapi/percent-decoded.ts';
import { CaseEnded } from '../engine/outcome.ts';
import type { FormFile } from '../http/message.ts';
import { type Fields, type Names, take, toOurNames, toTheirNames } from './names.ts';
import type { OperationAnswer } from './operation-types.ts';
import type { Key, OwnAnswer, Send } from './send.ts';

/** The value of a response at a path such as `run.ref` or `items.0.id`; undefined if there is none. */
export const valueAt = ({ json }: Pick<OwnAnswer, 'json'>, place: string): unknown =>
  take(json, place.split('.'));

/** Whoever called the function shows a rejected answer itself. */
function missing(what: string, place: string, { status, json }: OwnAnswer): Error {
  const shown = isRecord(json) ? `an object of ${Object.keys(json).join(', ')}` : typeof json;
  return new Error(`the answer (${status}, ${shown}) holds no ${what} at ${place}`);
}

/** @throws Error that names the place if it has no text or number */
export function textAt(answer: OwnAnswer, place: string): string {
  const found = valueAt(answer, place);
  if ((typeof found === 'string' && found !== '') || typeof found === 'number') return String(found);
  throw missing('text', place, answer);
}

/** @throws Error that names the place if it has no number */
export function numberAt(answer: OwnAnswer, place: string): number {
  const found = valueAt(answer, place);
  const number = typeof found === 'string' && found !== '' ? Number(found) : found;
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  throw missing('number', place, answer);
}

/**
 * The objects of a list. Without a place, the response itself is the list.
 *
 * @throws Error that names the place if it has no list
 */
export function listAt(answer: OwnAnswer, place?: string): readonly Fields[] {
  const found = place === undefined ? answer.json : valueAt(answer, place);
  if (Array.isArray(found)) return found.filter(isRecord);
  throw missing('list', place ?? 'its top', answer);
}

/** The id at the end of the `Location` header; undefined if there is no such header. */
export function idInLocation({ headers }: Pick<OwnAnswer, 'headers'>): string | undefined {
  const base = 'http://target.invalid';
  const { pathname } = URL.parse(headers.location ?? '', base) ?? new URL(base);
  const id = pathname.split('/').findLast((part) => part !== '');
  return id === undefined ? undefined : percentDecoded(id);
}

/**
 * The id at the end of the `Location` header.
 *
 * @throws Error if there is no such header
 */
export function idFromLocation(answer: Pick<OwnAnswer, 'status' | 'headers'>): string {
  const id = idInLocation(answer);
  if (id !== undefined) return id;
  throw new Error(
    `the answer (${answer.status}) has no Location header that ends in an id: read the id from the response, as with textAt(answer, 'id')`,
  );
}

/**
 * Sends a POST that creates something. Its id is in the response, or at the end of its `Location` header.
 *
 * @param place of the id in the response, such as `data.file_id`
 * @throws Error that names the place if the id is in neither
 */
export async function created(
  send: Send,
  path: string,
  body?: unknown,
  place = 'id',
): Promise<{ readonly id: string }> {
  const answer = await send({ method: 'POST', path, body });
  const inBody = valueAt(answer, place);
  const id = typeof inBody === 'string' && inBody !== '' ? inBody : idInLocation(answer);
  if (id !== undefined) return { id };
  const { message } = missing('text', place, answer);
  throw new Error(
    `${message} and has no Location header that ends in an id: name the field of the id, such as 'data.id', or return the id from a function`,
  );
}

const turns = new Map<string, Promise<unknown>>();

/**
 * Runs work one after the other, for a server that cannot tell concurrent calls apart, such as two calls of "sign next".
 *
 * @param about the key of the queue, such as the id of a contract
 */
export function inTurn<T>(about: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(about) ?? Promise.resolve();
  const mine = before.then(work, work);
  turns.set(
    about,
    mine.catch(() => {}),
  );
  return mine;
}

/** Some fields of an object, for a server that rejects others. */
export const only = <T extends object, Name extends keyof T>(
  value: T,
  ...names: readonly Name[]
): Pick<T, Name> =>
  // Each name is one of its own.
  Object.fromEntries(names.filter((name) => name in value).map((name) => [name, value[name]])) as Pick<
    T,
    Name
  >;

/**
 * Changes some fields by a `PUT` that also requires the unchanged ones.
 *
 * @param places `from`: path that the current values are read from; `to`: path of the `PUT`; `names` of the fields that
 * every `PUT` must contain
 */
export async function putWithTheRest(
  send: Send,
  places: { readonly from: string; readonly to: string; readonly names: readonly string[] },
  changes: object | undefined,
): Promise<void> {
  const { from, to, names } = places;
  const there = await send({ path: from });
  const rest = Object.fromEntries(names.map((name) => [name, valueAt(there, name)]));
  await send({ method: 'PUT', path: to, body: { ...rest, ...changes } });
}

/**
 * Finds an item by its id in a list, page by page, for a server without a read of single items.
 *
 * @throws CaseEnded if no page has it; what the case needed it for is not exercised
 */
export async function itemOf(send: Send, path: string, id: string, key?: Key): Promise<Fields> {
  const page = await send({ path, ...(key && { key }) });
  const found = listAt(page, 'data').find((item) => item.id === id);
  if (found !== undefined) return found;
  const next = valueAt(page, 'node.next');
  if (typeof next !== 'string') return notOffered(`${path} holds no ${id}.`);
  return itemOf(send, `${path.split('?')[0]}?cursor=${encodeURIComponent(next)}`, id, key);
}

/** A file for a JSON body. */
export const base64 = ({ content }: FormFile): string => Buffer.from(content).toString('base64');

interface FileNames {
  readonly name?: string;
  readonly contentType?: string;
  readonly content: string;
  /** Place of the id in the response. Without it, the end of the `Location` header is the id. @defaultValue `id` */
  readonly id?: string;
}

/**
 * Uploads a file as JSON.
 *
 * @param names of the fields that hold the parts of the file, and the id of the uploaded file
 */
export const fileInJson =
  (path: string, names: FileNames) =>
  ({ form: { file } }: { readonly form: { readonly file: FormFile } }, { send }: { readonly send: Send }) =>
    created(
      send,
      path,
      {
        ...(names.name !== undefined && { [names.name]: file.name }),
        ...(names.contentType !== undefined && { [names.contentType]: file.contentType }),
        [names.content]: base64(file),
      },
      names.id,
    );

/**
 * Renames the fields of a target's response: `{ id: 'ref', data: 'items', 'data.balance': 'held' }`. Unnamed fields keep
 * their names; `$` is the whole response.
 */
export const renamed = <Id extends OperationId>(json: unknown, names: Names): OperationAnswer<Id> =>
  // Its content is up to the target, and is checked when it is used.
  toOurNames(json, names) as OperationAnswer<Id>;

/** A body in the target's names: `{ 'address.line1': 'street' }`. */
export const inTheirNames = (body: unknown, names: Names): Fields => {
  const named = toTheirNames(body, names);
  return isRecord(named) ? named : {};
};

/**
 * Ends a case that cannot continue on this server, such as a signature out of turn if there is only "sign next". What the
 * case tests is then not exercised, with this reason.
 */
export function notOffered(why: string): never {
  throw new CaseEnded(why);
}

/**
 * Makes a control that advances a clock in steps, because the server limits a single step.
 *
 * @param mostSeconds of one step
 * @param move moves the clock by some seconds and returns the new time, in Unix seconds; gets what the call is about
 */
export const inSteps = <About>(
  mostSeconds: number,
  move: (send: Send, seconds: number, about: About) => Promise<number>,
) =>
  async function advance(send: Send, businessId: string, seconds: number, about: About): Promise<number> {
    const step = Math.min(seconds, mostSeconds);
    const now = await move(send, step, about);
    return step === seconds ? now : advance(send, businessId, seconds - step, about);
  };

interface Parts {
  /** Our fields that the first request sends. @defaultValue all */
  readonly first?: readonly string[];
  /** Our fields that the second request sends. @defaultValue none */
  readonly last?: readonly string[];
  /** Additional fields of the first request. */
  readonly usual?: object;
}

const some = (body: object, names: readonly string[]) =>
  only({ ...body } as Record<string, unknown>, ...names);

/**
 * An operation that a server splits into two requests: prepare and confirm.
 *
 * @param draft path of the `POST` that prepares
 * @param conclude path segment after the id of the draft, such as `confirm`
 */
export const inTwoSteps =
  (draft: string, conclude: string, { first, last, usual }: Parts = {}) =>
  async ({ body }: { readonly body: object }, { send }: { readonly send: Send }) => {
    const { id } = await created(send, draft, { ...usual, ...(first ? some(body, first) : body) });
    return created(send, `${draft}/${id}/${conclude}`, last && some(body, last));
  };
