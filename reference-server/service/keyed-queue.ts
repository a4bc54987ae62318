interface Runner<Result> {
  again: boolean;
  over: Promise<Result>;
}

/** Work by key: for each key one run at a time, and one more when it was asked for while it ran. */
export class KeyedQueue<Result = void> {
  readonly #running = new Map<string, Runner<Result>>();

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
    const lane: Runner<Result> = { again: false, over: promise };
    this.#running.set(key, lane);
    resolve(this.#loop(key, lane, work));
    return promise;
  }

  async #loop(key: string, lane: Runner<Result>, work: () => Promise<Result>): Promise<Result> {
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
