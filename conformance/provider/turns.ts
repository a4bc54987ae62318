/** Lets a case run alone if it advances a shared clock; other cases run in parallel. */

/** `alone`: no other case runs at the same time; `beside others`: other cases may run, but none alone. */
export type TurnKind = 'alone' | 'beside others';

/** Turns come in the order in which they were asked for. */
export class Turns {
  /** Ends with the last turn that is alone. */
  #alone: Promise<unknown> = Promise.resolve();
  /** The turns that were given since, which end in any order. */
  #beside: Promise<void>[] = [];

  /** @returns what ends the turn, as soon as it has come */
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
