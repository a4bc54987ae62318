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

/** A read of a case. */
export interface Read {
  readonly id: OperationId;
  readonly caller: Caller;
  readonly input: OperationInput;
}

const isOfOne = ({ id }: Pick<Read, 'id'>) => operation(id).path.endsWith('}');

const keyOf = ({ id, caller, input }: Read): string =>
  JSON.stringify([id, input.path, input.query, callerHeaders(caller)]);

export class Unsettled {
  readonly #lag: Lag;
  /** Of the last write. */
  #at = Number.NEGATIVE_INFINITY;
  #writes = 0;
  /** Ids of independent creations, with the paths that they were sent to. */
  readonly #created = new Map<string, string>();
  /** Whether there is a write other than independent creations. */
  #isAnyDependent = false;
  /** The last response to each read, and the number of writes before it. */
  readonly #seen = new Map<string, { readonly text: string; readonly writes: number }>();

  /** @param lag how long after a write the reads show it at the latest */
  constructor(lag: Lag) {
    this.#lag = lag;
  }

  /** Notes a write of which it is unknown what it changes. */
  note(): void {
    this.#begin();
    this.#isAnyDependent = true;
  }

  /** Notes a write that was carried out. */
  noteWrite(id: OperationId, response: ApiResponse): void {
    if (unread.includes(id)) return;
    const { json } = response;
    const ids = isRecord(json) ? Object.entries(json).filter(([name]) => /id$/i.test(name)) : [];
    const created = [idIn(response, 'id'), ...ids.map(([, value]) => value)].filter(
      (each) => typeof each === 'string',
    );
    if (!independent.includes(id) || created.length === 0) {
      this.note();
      return;
    }
    this.#begin();
    for (const each of created) this.#created.set(each, operation(id).path);
  }

  /** Notes that every read shows every write. */
  settled(): void {
    this.#created.clear();
    this.#isAnyDependent = false;
    this.#at = Number.NEGATIVE_INFINITY;
  }

  #begin(): void {
    const { listMillis, readMillis } = this.#lag;
    if (this.#left(Math.max(listMillis, readMillis)) <= 0) this.settled();
    this.#at = performance.now();
    this.#writes += 1;
  }

  #left(millis: number): number {
    return this.#at + millis - performance.now();
  }

  /** How long until a write can rely on the writes before it. */
  get millisBeforeWrite(): number {
    return this.#isAnyDependent ? this.#left(this.#lag.readMillis) : 0;
  }

  /** How long until a rejected write can rely on the new resources that it names; 0 if it names none. */
  millisAfterRefusal({ path, body }: OperationInput): number {
    const text = JSON.stringify([path, body]);
    const isNew = [...this.#created.keys()].some((id) => text.includes(id));
    return isNew ? this.#left(this.#lag.readMillis) : 0;
  }

  /** How long until a read shows every write that it may show. */
  millisBefore(read: Read): number {
    if (!this.#concerns(read)) return 0;
    const { listMillis, readMillis } = this.#lag;
    const { path } = operation(read.id);
    if (isOfOne(read)) return this.#left(readMillis);
    return this.#left(path.includes('{') ? Math.max(listMillis, readMillis) : listMillis);
  }

  #concerns({ id, input }: Read): boolean {
    if (this.#isAnyDependent) return true;
    const named = Object.values(input.path ?? {});
    return [...this.#created].some(([each, to]) => named.includes(each) || operation(id).path === to);
  }

  noteRead(read: Read, { text }: ApiResponse): void {
    this.#seen.set(keyOf(read), { text, writes: this.#writes });
  }

  /** Whether a response shows the writes that it may show, as far as can be seen. */
  isShownIn(read: Read, { status, text }: ApiResponse): boolean {
    // An error of the server says nothing about lateness.
    if (status >= 500) return true;
    if (status === 404) return false;
    const before = this.#seen.get(keyOf(read));
    if (before?.writes === this.#writes) return true;
    if (before?.writes === this.#writes - 1 && before.text !== text) return true;
    if (this.#isAnyDependent) return false;
    const { path } = operation(read.id);
    return isOfOne(read) || [...this.#created].every(([id, to]) => to !== path || text.includes(id));
  }
}
