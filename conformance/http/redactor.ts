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
}
