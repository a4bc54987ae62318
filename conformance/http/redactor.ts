/** Keeps secrets out of everything that leaves the process. */

/** Replaces every occurrence of known secret values by the name of the environment variable that holds them. */
export class Redactor {
  readonly #names = new Map<string, string>();

  /** @param name what the value is shown as, such as `CONFORMANCE_PLATFORM_TOKEN`. */
  add(value: string | undefined, name: string): void {
    if (value !== undefined && value !== '') this.#names.set(value, `$${name}`);
  }

  redact(text: string): string {
    let result = text;
    for (const [value, name] of this.#names) result = result.replaceAll(value, name);
    return result;
  }

  /** Redacts every text inside of a plain value. */
  redactAll<T>(value: T): T {
    return this.#redactDeep(value) as T;
  }

  #redactDeep(value: unknown): unknown {
    if (typeof value === 'string') return this.redact(value);
    if (Array.isArray(value)) return value.map((entry) => this.#redactDeep(entry));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, this.#redactDeep(entry)]));
  }
}
