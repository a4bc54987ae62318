/**
 * The places of the checks that are at work. A check that waits makes room for another one, so that waiting costs a run
 * little time as long as others are left.
 */

type Grant = () => void;

export class Places {
  readonly #count: () => number;
  #taken = 0;
  readonly #queue: Grant[] = [];
  /** Those that take what nobody else wants. */
  readonly #spareQueue: Grant[] = [];

  /** @param count asked again whenever a place becomes free */
  constructor(count: () => number) {
    this.#count = count;
  }

  /** Takes a place, once one is free. */
  take(): Promise<Place> {
    return this.#takeFrom(this.#queue);
  }

  /** Takes a place, once one is free that nobody else waits for. */
  takeSpare(): Promise<Place> {
    return this.#takeFrom(this.#spareQueue);
  }

  async #takeFrom(queue: Grant[]): Promise<Place> {
    await this.#wait(queue);
    return new Place({ take: () => this.#wait(this.#queue), leave: () => this.#leave() });
  }

  async #wait(queue: Grant[]): Promise<void> {
    await new Promise<void>((resolve) => {
      queue.push(resolve);
      this.#grant();
    });
  }

  #leave(): void {
    this.#taken -= 1;
    this.#grant();
  }

  #grant(): void {
    while (this.#taken < this.#count()) {
      const next = this.#queue.shift() ?? this.#spareQueue.shift();
      if (next === undefined) return;
      this.#taken += 1;
      next();
    }
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
