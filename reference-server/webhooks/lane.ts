/** Work that runs one at a time and once more when it was asked for while it ran. */
export class Lane {
  readonly #work: () => Promise<void>;
  #again = false;
  #running: Promise<void> | undefined;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** Resolves when a run that began after this call is over. */
  run(): Promise<void> {
    this.#again = true;
    this.#running ??= this.#loop();
    return this.#running;
  }

  async #loop(): Promise<void> {
    try {
      while (this.#again) {
        this.#again = false;
        await this.#work();
      }
    } finally {
      this.#running = undefined;
    }
  }
}
