/** Lets a case run alone if it advances a shared clock; other cases run in parallel. */

/** `alone`: no other case runs at the same time; `beside others`: other cases may run, but none alone. */
export type TurnKind = 'alone' | 'beside others';

/** Turns are granted in the order of the requests. */
export class Turns {
  /** Settles with the last turn of kind `alone`. */
  #alone: Promise<unknown> = Promise.resolve();
  /** The turns granted since then, which end in any order. */
  #beside: Promise<void>[] = [];

  /** @returns a function that ends the turn, once the turn is granted */
  async take(kind: TurnKind): Promise<() => void> {
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const before = this.#alone;
    if (kind === 'beside others') {
      this.#beside.push(over);
      await before;
      return end;
    }
    const beside = this.#beside;
    this.#beside = [];
    const begin = Promise.all([before, ...beside]);
    this.#alone = begin.then(() => over);
    await begin;
    return end;
  }
}
