/** Passes cases to a check as they arrive. */
export class Feed<Case> {
  /** Undefined when the check has ended, or no more cases come. */
  #controller: ReadableStreamDefaultController<Case> | undefined;
  readonly cases: AsyncIterable<Case>;

  constructor() {
    this.cases = new ReadableStream<Case>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        cancel: () => {
          this.#controller = undefined;
        },
      },
      { highWaterMark: Number.POSITIVE_INFINITY },
    );
  }

  push(next: Case): void {
    this.#controller?.enqueue(next);
  }

  end(): void {
    this.#controller?.close();
    this.#controller = undefined;
  }
}
