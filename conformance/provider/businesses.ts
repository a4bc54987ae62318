import { isRecord } from '../../openapi/is-record.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { isSuccess } from '../http/is-success.ts';
import type { Caller, OperationInput } from '../http/message.ts';
import { textIn } from './answers.ts';
import { Beside } from './beside.ts';
import { Doubtful } from './doubtful.ts';
import { Newcomers } from './newcomers.ts';
import type { ApiResponse } from './response.ts';

/** A business and how to act for it. */
export interface Tenant {
  readonly caller: Caller;
  /** Absent if only an org token is known and not its business; clocks and endpoints then cannot be used. */
  readonly businessId?: string;
  /** The tenant key in events of this business; absent like businessId. */
  readonly tenantKey?: string;
}

/** A business that is known as a whole. */
export type OwnTenant = Required<Pick<Tenant, 'caller' | 'businessId' | 'tenantKey'>>;

/** A business that more than one case works in. Each takes it for one that others use too, so its tenant key is not said. */
export interface UsedBusiness {
  readonly caller: Caller;
  readonly businessId: string;
}

export const idempotencyKeyOf = ({ body }: OperationInput): unknown =>
  isRecord(body) ? body.idempotencyKey : undefined;

/**
 * The businesses that a run opens. Each case gets a new one until the limit is reached, or the target refuses one more;
 * then cases take turns with those that are there.
 */
export class Businesses {
  readonly newcomers = new Newcomers();
  /** The writes that cases make with the keys of the run. */
  readonly beside = new Beside();
  readonly doubtful = new Doubtful();
  readonly #most: number;
  #opened = 0;
  /** Counted, and not yet requested. */
  #admitted = 0;
  /** The idempotencyKeys of those that were requested. */
  readonly #requested = new Set<unknown>();
  #isClosed = false;
  readonly #free: UsedBusiness[] = [];
  /** Those that a case has left without a write: as good as new. */
  readonly #unused: OwnTenant[] = [];
  /** The tenant keys of those in which something was written, by an operation or a control. */
  readonly #written = new Set<string>();
  /** How many new ones are kept for the checks that need such, by check. */
  readonly #kept = new Map<string, number>();
  #inUse = 0;
  readonly #waiting: ((business: UsedBusiness) => void)[] = [];
  /** The ids of those that were submitted for verification, which many targets take only once. */
  readonly #submitted = new Set<string | undefined>();

  /** @param most businesses that the run opens at the most */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  /**
   * Keeps new ones for the checks that need such; the others have a quarter for themselves.
   *
   * @param needed how many each check needs, those first that come first
   */
  keepFor(needed: ReadonlyMap<string, number>): void {
    if (!this.isLimited) return;
    for (const [checkId, count] of needed) if (count > 0) this.#kept.set(checkId, count);
  }

  /** How many are kept for other checks: for those before it, if it needs new ones itself. */
  #keptFromOthers(checkId: string): number {
    if (!this.isLimited) return 0;
    const entries = [...this.#kept];
    const place = entries.findIndex(([id]) => id === checkId);
    const others = place === -1 ? entries : entries.slice(0, place);
    const kept = others.reduce((sum, [, count]) => sum + count, 0);
    return place === -1 ? Math.min(kept, this.#most - Math.ceil(this.#most / 4)) : kept;
  }

  /** Whether a case of the check may have a new one; without one to share, every case may. */
  hasNewFor(checkId: string): boolean {
    const left = this.#unused.length + (this.#isClosed ? 0 : this.#most - this.#opened);
    const isFirst = this.#free.length + this.#inUse === 0;
    return left > (isFirst ? 0 : this.#keptFromOthers(checkId));
  }

  /** One that was opened earlier, and in which nothing was written. */
  takeUnused(checkId: string): OwnTenant | undefined {
    const business = this.#unused.shift();
    if (business === undefined) return undefined;
    this.#noteNew(checkId);
    this.use();
    return business;
  }

  #noteNew(checkId: string): void {
    const kept = this.#kept.get(checkId) ?? 0;
    if (kept > 0) this.#kept.set(checkId, kept - 1);
  }

  /** Counts one that is about to be opened for a check. @throws CaseEnded beyond the limit */
  count(checkId: string): void {
    if (this.#opened >= this.#most || (!this.#isClosed && !this.hasNewFor(checkId)))
      throw this.#limitReached();
    this.#noteNew(checkId);
    this.#opened += 1;
    this.#admitted += 1;
  }

  /** Whether the run may not open as many as its cases want. */
  get isLimited(): boolean {
    return this.#most !== Number.POSITIVE_INFINITY;
  }

  /** How many it opens at the most, if cases share businesses for that reason. */
  get limit(): number | undefined {
    return this.isLimited && !this.#isClosed ? this.#most : undefined;
  }

  /**
   * To be called with each request that may open a business. Under a limit, those that only try the operation are not sent
   * by other checks than those that are about it, because the other cases need the businesses more.
   *
   * @param checkId of the check that sends it
   * @returns whether it counts one that was not counted before
   * @throws CaseEnded for a request that is not to be sent
   */
  admit(idempotencyKey: unknown, isAboutThem: boolean, checkId: string): boolean {
    if (!this.isLimited || (isAboutThem && this.#requested.has(idempotencyKey))) return false;
    const isNew = this.#admitted === 0;
    if (isNew && !isAboutThem) throw this.#limitReached();
    if (isNew) this.count(checkId);
    this.#admitted -= 1;
    this.#requested.add(idempotencyKey);
    return isNew;
  }

  /** To be called with the response to each request that `admit` has counted. Later cases have the business. */
  noteResponse(caller: Caller, response: ApiResponse): void {
    const [businessId, tenantKey] = [textIn(response, 'businessId'), textIn(response, 'tenantKey')];
    if (!isSuccess(response.status)) this.discount();
    else if (businessId !== undefined && tenantKey !== undefined)
      this.leaveNew({ caller: { ...caller, tenantKey }, businessId, tenantKey });
  }

  /** One that was counted was not opened: it was rejected, or its answer did not come. */
  discount(): void {
    this.#opened -= 1;
  }

  #limitReached(): CaseEnded {
    return new CaseEnded(`The run opens no more than ${this.#most} businesses.`);
  }

  /** How many there are, in use or not. */
  get there(): number {
    return this.#free.length + this.#unused.length + this.#inUse;
  }

  /** Whether the target has refused one more. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The target refused one more. @returns whether there are others, which cases share from now on */
  close(): boolean {
    this.#isClosed = this.there > 0;
    return this.#isClosed;
  }

  /** To be called with each business that a case has opened for itself, and will leave. */
  use(): void {
    this.#inUse += 1;
  }

  /** To be called when something may have been written in a business. */
  noteWrite(tenantKey: string | undefined): void {
    if (tenantKey !== undefined) this.#written.add(tenantKey);
  }

  /** Leaves a business to the next case. Its tenant key is given if the case has opened it. */
  leave(business: UsedBusiness | OwnTenant): void {
    const { caller, businessId } = business;
    this.#inUse -= 1;
    if (
      (this.isLimited || this.#isClosed) &&
      'tenantKey' in business &&
      !this.#written.has(business.tenantKey)
    )
      this.#unused.push(business);
    else this.#free.push({ caller, businessId });
    // The last one goes to whoever waits: nothing else would end the waiting.
    const mayTakeUnused = this.#inUse === 0 || this.hasNewFor('');
    const from = this.#free.length > 0 || !mayTakeUnused ? this.#free : this.#unused;
    const [next] = this.#waiting.length > 0 ? from.splice(0, 1) : [];
    if (next === undefined) return;
    this.use();
    this.#waiting.shift()?.({ caller: next.caller, businessId: next.businessId });
  }

  /** Leaves one that no case has for itself. */
  leaveNew(business: UsedBusiness | OwnTenant): void {
    this.use();
    this.leave(business);
  }

  /** To be called when a business was submitted for verification. */
  noteSubmitted(businessId: string | undefined): void {
    this.#submitted.add(businessId);
  }

  /**
   * A business that an earlier case has left, the one that was left longest ago. Those that were not yet submitted for
   * verification are kept for the cases that do it, as far as there are others.
   *
   * @param mayWait whether to wait for one that is in use
   * @param isAboutKyb whether the case submits it, and a target may reject it the second time
   * @throws CaseEnded if there is none
   */
  async take(mayWait: boolean, isAboutKyb = false): Promise<UsedBusiness> {
    const fits = this.#free.findIndex(({ businessId }) => this.#submitted.has(businessId) !== isAboutKyb);
    const [business] = fits === -1 && isAboutKyb ? [] : this.#free.splice(Math.max(0, fits), 1);
    if (business !== undefined) {
      this.use();
      return business;
    }
    if (!mayWait || isAboutKyb || this.#inUse === 0)
      throw new CaseEnded('The run opens no more businesses, and none is free for this case.');
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
