import { isRecord } from '../../openapi/is-record.ts';
import { CaseEnded } from '../engine/outcome.ts';
import type { Caller, OperationInput } from '../http/message.ts';
import { Beside } from './beside.ts';
import { Doubtful } from './doubtful.ts';
import { Newcomers } from './newcomers.ts';

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
  #inUse = 0;
  readonly #waiting: ((business: UsedBusiness) => void)[] = [];
  /** The ids of those that were submitted for verification, which many targets take only once. */
  readonly #submitted = new Set<string | undefined>();

  /** @param most businesses that the run opens at the most */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  /** Whether no more are opened. */
  get isFull(): boolean {
    return this.#isClosed || this.#opened >= this.#most;
  }

  /** Counts one that is about to be opened. @throws CaseEnded beyond the limit */
  count(): void {
    if (this.#opened >= this.#most) throw this.#limitReached();
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
   * @returns whether it counts one that was not counted before
   * @throws CaseEnded for a request that is not to be sent
   */
  admit(idempotencyKey: unknown, isAboutThem: boolean): boolean {
    if (!this.isLimited || (isAboutThem && this.#requested.has(idempotencyKey))) return false;
    const isNew = this.#admitted === 0;
    if (isNew && !isAboutThem) throw this.#limitReached();
    if (isNew) this.count();
    this.#admitted -= 1;
    this.#requested.add(idempotencyKey);
    return isNew;
  }

  /** One that was counted was not opened: it was rejected, or its answer did not come. */
  discount(): void {
    this.#opened -= 1;
  }

  #limitReached(): CaseEnded {
    return new CaseEnded(`The run opens no more than ${this.#most} businesses.`);
  }

  /** The target refused one more. @returns whether there are others, which cases share from now on */
  close(): boolean {
    this.#isClosed = this.#free.length + this.#inUse > 0;
    return this.#isClosed;
  }

  /** To be called with each business that a case has opened for itself, and will leave. */
  use(): void {
    this.#inUse += 1;
  }

  /** Leaves a business to the next case. */
  leave(business: UsedBusiness): void {
    const next = this.#waiting.shift();
    if (next !== undefined) {
      next(business);
      return;
    }
    this.#inUse -= 1;
    this.#free.push(business);
  }

  /** Leaves one that was opened before the first case. */
  leaveNew(business: UsedBusiness): void {
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
   * @param isAboutKyb whether the case submits it
   * @throws CaseEnded if there is none
   */
  async take(mayWait: boolean, isAboutKyb = false): Promise<UsedBusiness> {
    const fits = this.#free.findIndex(({ businessId }) => this.#submitted.has(businessId) !== isAboutKyb);
    const [business] = this.#free.splice(Math.max(0, fits), 1);
    if (business !== undefined) {
      this.use();
      return business;
    }
    if (!mayWait || this.#inUse === 0)
      throw new CaseEnded('The run opens no more businesses, and none is free for this case.');
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
