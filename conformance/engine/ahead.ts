/** Runs the cases of a check ahead of their turn, in places that nobody else wants: a target that is far away costs less time. */
import type { Place, Places } from './places.ts';

/** More at once would start cases in vain if an early one fails. */
const mostAtOnce = 8;

export class Ahead<Result> {
  readonly #cases: readonly ((place: Place) => Promise<Result>)[];
  readonly #own: Place;
  readonly #started: Promise<Result>[] = [];
  #turn = 0;
  #isOver = false;

  /**
   * @param cases which are independent
   * @param own the place of the check
   */
  constructor(
    cases: readonly ((place: Place) => Promise<Result>)[],
    { own, spare }: { readonly own: Place; readonly spare: Places },
  ) {
    this.#cases = cases;
    this.#own = own;
    for (let workers = Math.min(cases.length - 1, mostAtOnce); workers > 0; workers -= 1)
      void this.#work(spare);
  }

  #start(index: number, place: Place): Promise<Result> | undefined {
    const result = this.#cases[index]?.(place);
    if (result !== undefined) this.#started[index] = result;
    // Whoever takes its turn is told.
    result?.catch(() => {});
    return result;
  }

  async #work(places: Places): Promise<void> {
    const place = await places.takeSpare();
    while (!this.#isOver) {
      let index = this.#turn;
      while (this.#started[index] !== undefined) index += 1;
      const result = this.#start(index, place);
      if (result === undefined) break;
      await Promise.allSettled([result]);
    }
    place.leave();
  }

  /** The result of the next case in turn, which runs now if it was not run ahead. */
  next(): Promise<Result> {
    const index = this.#turn;
    this.#turn += 1;
    const started = this.#started[index];
    if (started !== undefined) return this.#own.whileAway(() => started);
    const result = this.#start(index, this.#own);
    if (result === undefined) throw new Error(`There are ${this.#cases.length} cases, and no other.`);
    return result;
  }

  /** Starts no others, and waits for those that are running. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#own.whileAway(() => Promise.allSettled(this.#started));
  }
}
