interface Lane {
  again: boolean;
  over: Promise<void>;
}

/** Work by key: for each key one run at a time, and one more when it was asked for while it ran. */
export class Lanes {
  readonly #running = new Map<string, Lane>();

  /** Resolves when a run that began after this call is over. */
  run(key: string, work: () => Promise<void>): Promise<void> {
    const running = this.#running.get(key);
    if (running !== undefined) {
      running.again = true;
      return running.over;
    }
    const lane: Lane = { again: true, over: Promise.resolve() };
    this.#running.set(key, lane);
    lane.over = this.#loop(key, lane, work);
    return lane.over;
  }

  async #loop(key: string, lane: Lane, work: () => Promise<void>): Promise<void> {
    try {
      while (lane.again) {
        lane.again = false;
        await work();
      }
    } finally {
      this.#running.delete(key);
    }
  }
}
