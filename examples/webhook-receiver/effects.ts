/**
 * Counts how often the receiver carried out each event. A real receiver would write a database row. The probe of
 * `conformance webhook` reads the counts to see the effect of a duplicate.
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
