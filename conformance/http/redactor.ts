/** Keeps secrets out of everything that leaves the process. */

/** Replaces every occurrence of known secret values by the name of the environment variable that holds them. */
export class Redactor {
  readonly #names = new Map<string, string>();
  /** One secret may begin like another, and what is left of it would be readable. */
  #longestFirst: readonly (readonly [value: string, shown: string])[] = [];

  /** @param name what the value is shown as, such as `CONFORMANCE_PLATFORM_TOKEN`. */
  add(value: string | undefined, name: string): void {
    if (value === undefined || value === '') return;
    this.#names.set(value, `$${name}`);
    this.#longestFirst = [];
  }

  redact(text: string): string {
    if (this.#longestFirst.length !== this.#names.size) {
      this.#longestFirst = [...this.#names].toSorted(([a], [b]) => b.length - a.length);
    }
    let result = text;
    for (const [value, shown] of this.#longestFirst) result = result.replaceAll(value, () => shown);
    return result;
  }
}
