/**
 * What a receiver does with an event, and how often: in a real one a row of a database, here a count. The probe of
 * `conformance webhook` asks for it, so that what a duplicate does can be seen.
 */
export class Effects {
  readonly #counts = new Map<string, number>();

  /** Carries an event out, which takes a moment. An event that is of no interest is done with here, too. */
  async carryOut(eventId: string): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#counts.set(eventId, this.count(eventId) + 1);
  }

  count(eventId: string): number {
    return this.#counts.get(eventId) ?? 0;
  }
}
