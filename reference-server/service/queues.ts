/** The outstanding deliveries of one business to one endpoint, and when the next one is due. */
export interface Queue {
  readonly businessId: string;
  readonly endpointId: string;
}

export const keyOf = ({ businessId, endpointId }: Queue): string => `${businessId}/${endpointId}`;

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

  /** Resolves with the result of the last run, once a run that began after this call is over. */
  run(key: string, work: () => Promise<Result>): Promise<Result> {
    const running = this.#running.get(key);
    if (running !== undefined) {
      running.again = true;
      return running.over;
    }
    const { promise, resolve } = Promise.withResolvers<Result>();
    const runner: Runner<Result> = { again: false, over: promise };
    this.#running.set(key, runner);
    resolve(this.#loop(key, runner, work));
    return promise;
  }

  async #loop(key: string, runner: Runner<Result>, work: () => Promise<Result>): Promise<Result> {
    try {
      for (;;) {
        runner.again = false;
        const result = await work();
        if (!runner.again) return result;
      }
    } finally {
      this.#running.delete(key);
    }
  }
}
