interface Lane<Result> {
  again: boolean;
  over: Promise<Result>;
}

/** Work by key: for each key one run at a time, and one more when it was asked for while it ran. */
export class Lanes<Result = void> {
  readonly #running = new Map<string, Lane<Result>>();

  isRunning(key: string): boolean {
    return this.#running.has(key);
  }

  /** Resolves with what the last run says when one that began after this call is over. */
  run(key: string, work: () => Promise<Result>): Promise<Result> {
    const running = this.#running.get(key);
    if (running !== undefined) {
      running.again = true;
      return running.over;
    }
    const { promise, resolve } = Promise.withResolvers<Result>();
    const lane: Lane<Result> = { again: false, over: promise };
    this.#running.set(key, lane);
    resolve(this.#loop(key, lane, work));
    return promise;
  }

  async #loop(key: string, lane: Lane<Result>, work: () => Promise<Result>): Promise<Result> {
    try {
      for (;;) {
        lane.again = false;
        const result = await work();
        if (!lane.again) return result;
      }
    } finally {
      this.#running.delete(key);
    }
  }
}
