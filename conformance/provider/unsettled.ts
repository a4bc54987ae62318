/** The writes of a case that reads may not show yet, and whether a read shows them. */
import { type OperationId, operation } from '../../openapi/description.ts';
import { isRecord } from '../../openapi/is-record.ts';
import type { Lag } from '../engine/survey.ts';
import { type Caller, callerHeaders, type OperationInput } from '../http/message.ts';
import { idIn } from './answers.ts';
import type { ApiResponse } from './response.ts';

/** Writes that no read shows. */
const unread: readonly OperationId[] = ['calculateTax', 'exchangeJwt', 'createUserToken', 'uploadFile'];

/** Creations on which nothing else depends until it names them. */
const independent: readonly OperationId[] = [
  ...(['createBusiness', 'createPerson', 'createBeneficiary', 'createPayroll'] as const),
  ...(['createCustomField', 'createContract'] as const),
];

/** A request of a case. */
export interface Asked {
  readonly id: OperationId;
  readonly caller: Caller;
  readonly input: OperationInput;
}

interface Write {
  readonly at: number;
  /** Of its operation; empty for a control. */
  readonly path: string;
  /** Ids of the resources that it names or creates. */
  readonly ids: readonly string[];
  /** Those that it creates, if nothing else depends on it. */
  readonly created: readonly string[];
}

const keyOf = ({ id, caller, input }: Asked): string =>
  JSON.stringify([id, input.path, input.query, callerHeaders(caller)]);

const isOfOne = (path: string) => path.endsWith('}');

const isNamedIn = ({ ids }: Write, { path = {} }: OperationInput): boolean =>
  Object.values(path).some((named) => ids.includes(named));

function concerns(write: Write, { id, input }: Asked): boolean {
  const { path } = write;
  const read = operation(id).path;
  if (isNamedIn(write, input)) return true;
  return !read.includes('{') && (path === read || path.startsWith(`${read}/`));
}

function idsIn(response: ApiResponse): readonly string[] {
  const { json } = response;
  const fields = isRecord(json) ? Object.entries(json) : [];
  const ids = fields.flatMap(([name, value]) => (/id$/i.test(name) ? [value] : []));
  return [idIn(response, 'id'), ...ids].filter((id) => typeof id === 'string');
}

export class Unsettled {
  readonly #lag: Lag;
  /** The latest last. */
  #writes: Write[] = [];
  /** The last response to each read, and the last write before it. */
  readonly #seen = new Map<string, { readonly text: string; readonly after: Write | undefined }>();

  /** @param lag how long after a write the reads show it at the latest */
  constructor(lag: Lag) {
    this.#lag = lag;
  }

  /** Notes a write about these resources, of which it is unknown what else it changes. */
  note(ids: readonly string[], path = ''): void {
    this.#add({ at: performance.now(), path, ids, created: [] });
  }

  /** Notes a write that was carried out. */
  noteWrite(id: OperationId, { path: named = {} }: OperationInput, response: ApiResponse): void {
    if (unread.includes(id)) return;
    const created = idsIn(response);
    this.#add({
      at: performance.now(),
      path: operation(id).path,
      ids: [...Object.values(named), ...created],
      created: independent.includes(id) ? created : [],
    });
  }

  /** How long after a write every read shows it. */
  get lagMillis(): number {
    return Math.max(this.#lag.listMillis, this.#lag.readMillis);
  }

  #add(write: Write): void {
    const millis = this.lagMillis;
    if (millis > 0) this.#writes = [...this.#writes.filter((each) => left(each, millis) > 0), write];
  }

  /** Notes that every read shows every write. */
  settled(): void {
    this.#writes = [];
  }

  /** How long until a write can rely on those before it about the same resources. */
  millisBeforeWrite(input: OperationInput): number {
    const isOfSame = (each: Write) => each.created.length === 0 && isNamedIn(each, input);
    return longest(this.#writes.filter(isOfSame), this.#lag.readMillis);
  }

  /** How long until it can rely on all of them. */
  get millisBeforeAnyWrite(): number {
    const isOther = ({ created }: Write) => created.length === 0;
    return longest(this.#writes.filter(isOther), this.#lag.readMillis);
  }

  /** How long until a rejected write can rely on the new resources that it names; 0 if it names none. */
  millisAfterRefusal({ path, body }: OperationInput): number {
    const text = JSON.stringify([path, body]);
    const isNamed = ({ created }: Write) => created.some((id) => text.includes(id));
    return longest(this.#writes.filter(isNamed), this.#lag.readMillis);
  }

  #lagOf({ id }: Asked): number {
    const { listMillis, readMillis } = this.#lag;
    const { path } = operation(id);
    if (isOfOne(path)) return readMillis;
    return path.includes('{') ? Math.max(listMillis, readMillis) : listMillis;
  }

  /** How long until a read shows every write about its resources. */
  millisBefore(read: Asked): number {
    return longest(
      this.#writes.filter((write) => concerns(write, read)),
      this.#lagOf(read),
    );
  }

  /** How long until a read shows every write that may concern it in some way. */
  millisBeforeAny(read: Asked): number {
    return longest(
      this.#writes.filter((write) => concerns(write, read) || write.created.length === 0),
      this.#lagOf(read),
    );
  }

  noteRead(read: Asked, { text }: ApiResponse): void {
    this.#seen.set(keyOf(read), { text, after: this.#writes.at(-1) });
  }

  /** Whether a response shows the writes about its resources, as far as can be seen. */
  isShownIn(read: Asked, { status, text }: ApiResponse): boolean {
    // An error of the server says nothing about lateness.
    if (status >= 500) return true;
    if (status === 404) return false;
    const { path } = operation(read.id);
    const before = this.#seen.get(keyOf(read));
    const since = before?.after === undefined ? 0 : this.#writes.indexOf(before.after) + 1;
    const news = this.#writes.slice(since).filter((write) => concerns(write, read));
    if (news.length <= 1 && before !== undefined && before.text !== text) return true;
    return news.every(({ created, path: to }) =>
      created.some((id) => isOfOne(path) || to !== path || text.includes(id)),
    );
  }
}

const left = ({ at }: Write, millis: number): number => at + millis - performance.now();

const longest = (writes: readonly Write[], millis: number): number =>
  Math.max(0, ...writes.map((write) => left(write, millis)));
