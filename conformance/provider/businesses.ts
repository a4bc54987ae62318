import { CaseEnded } from '../engine/outcome.ts';
import type { Tenant } from './tenant.ts';

/**
 * The businesses that a run opens. Each case gets a new one until the limit is reached, or the target refuses one more;
 * then cases take turns with those that are there.
 */
export class Businesses {
  readonly #most: number;
  #opened = 0;
  #isClosed = false;
  readonly #free: Tenant[] = [];
  #inUse = 0;
  readonly #waiting: ((tenant: Tenant) => void)[] = [];

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
    if (this.#opened >= this.#most)
      throw new CaseEnded(`The run opens no more than ${this.#most} businesses.`);
    this.#opened += 1;
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
  leave(tenant: Tenant): void {
    const next = this.#waiting.shift();
    if (next !== undefined) {
      next(tenant);
      return;
    }
    this.#inUse -= 1;
    this.#free.push(tenant);
  }

  /**
   * A business that an earlier case has left, the one that was left longest ago.
   *
   * @param mayWait whether to wait for one that is in use
   * @throws CaseEnded if there is none
   */
  async take(mayWait: boolean): Promise<Tenant> {
    const [tenant] = this.#free.splice(0, 1);
    if (tenant !== undefined) {
      this.use();
      return tenant;
    }
    if (!mayWait || this.#inUse === 0)
      throw new CaseEnded('The run opens no more businesses, and none is free for this case.');
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
