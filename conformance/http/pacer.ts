/** Spaces requests evenly. */
export class Pacer {
  readonly #intervalMillis: number;
  #next = 0;

  /** @param perSecond requests that may leave in a second */
  constructor(perSecond: number) {
    this.#intervalMillis = 1000 / perSecond;
  }

  /**
   * Takes the next free slot.
   *
   * @param now milliseconds of a monotonic clock
   * @returns how long to wait for the slot, in milliseconds
   */
  reserve(now: number): number {
    const at = Math.max(now, this.#next);
    this.#next = at + this.#intervalMillis;
    return at - now;
  }
}
