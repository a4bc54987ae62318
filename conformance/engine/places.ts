/**
 * The places of the checks that are at work. A check that waits makes room for another one, so that waiting costs a run
 * little time as long as others are left.
 */

export class Places {
  #free: number;
  readonly #queue: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Takes a place, once one is free. */
  async take(): Promise<Place> {
    await this.#take();
    return new Place({ take: () => this.#take(), leave: () => this.#leave() });
  }

  async #take(): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#queue.push(resolve));
  }

  #leave(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}

/** The place of one check. */
export class Place {
  readonly #places: { readonly take: () => Promise<void>; readonly leave: () => void };
  #isTaken = true;

  constructor(places: { readonly take: () => Promise<void>; readonly leave: () => void }) {
    this.#places = places;
  }

  leave(): void {
    if (this.#isTaken) this.#places.leave();
    this.#isTaken = false;
  }

  async #return(): Promise<void> {
    if (this.#isTaken) return;
    this.#isTaken = true;
    await this.#places.take();
  }

  /** Lets another check work while this one waits for something. */
  async whileAway<T>(wait: () => Promise<T>): Promise<T> {
    this.leave();
    try {
      return await wait();
    } finally {
      await this.#return();
    }
  }
}
