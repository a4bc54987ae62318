/** Keeps secrets out of everything that leaves the process. */

/** What is shorter than this occurs by chance in what is no secret. */
const shortestTrace = 8;

/** What ends a text that was cut off; a secret may have been cut with it. */
const cutMark = '…';

/** Printable ASCII as JSON and URLs may write it. */
const escaped = /(?<!\\)\\u00([2-7][0-9a-f])|(?<!\\)\\(\/)|%([2-7][0-9a-f])/gi;

function withoutEscapes(text: string): string {
  return text.replace(escaped, (whole, json?: string, slash?: string, url?: string) => {
    const character = slash ?? String.fromCharCode(Number.parseInt(json ?? url ?? '', 16));
    // Quotes and backslashes of JSON stay, because bodies are parsed again to be displayed.
    return character === '"' || character === '\\' ? whole : character;
  });
}

/** What a text of Base64 has of a value, for each place that it may begin at, with something after it or nothing. */
function inBase64(value: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]);
    // The first and last character may also belong to the text beside it.
    const [start, end] = [Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3)];
    return (['base64', 'base64url'] as const).flatMap((coding) => {
      const text = bytes.toString(coding).replace(/=+$/, '');
      return [text.slice(start), text.slice(start, end)];
    });
  });
}

/** The ways in which a server may give a secret back that it was sent. */
function formsOf(value: string): string[] {
  const hex = Buffer.from(value).toString('hex');
  const quoted = JSON.stringify(value).slice(1, -1);
  const others = [
    hex,
    hex.toUpperCase(),
    quoted,
    encodeURIComponent(value.toWellFormed()),
    ...inBase64(value),
  ];
  return [value, ...others.filter((form) => form.length >= shortestTrace)];
}

const countOf = (form: string, text: string) => text.split(form).length;

/** How much of the form a text ends with, where that is enough to tell. */
function beginningAtEnd(form: string, text: string): number {
  const least = Math.min(shortestTrace, Math.ceil(form.length / 2));
  if (!form.includes(text.slice(-least))) return 0;
  for (let length = Math.min(form.length - 1, text.length); length >= least; length -= 1)
    if (text.endsWith(form.slice(0, length))) return length;
  return 0;
}

/**
 * Replaces every occurrence of known secret values by the name of the environment variable that holds them: as they
 * are, as JSON, URLs, Base64 and hexadecimal numbers write them, and what is left of them where a text was cut off.
 */
export class Redactor {
  readonly #names = new Map<string, string>();
  /** One secret may begin like another, and what is left of it would be readable. */
  #longestFirst: readonly (readonly [form: string, shown: string])[] = [];
  #isSorted = true;

  /** @param name what the value is shown as, such as `CONFORMANCE_PLATFORM_TOKEN`. */
  add(value: string | undefined, name: string): void {
    for (const form of formsOf(value ?? '')) this.#add(form, name);
  }

  /**
   * One of many that a target has issued for a case, and that are gone with it: looked for as it is, because the other
   * forms of all of them would take long to look for.
   */
  addIssued(value: string, name: string): void {
    this.#add(value, name);
  }

  /** Forgets one that was issued. */
  forget(value: string): void {
    this.#names.delete(value);
    this.#isSorted = false;
  }

  redact(text: string): string {
    if (!this.#isSorted) {
      this.#longestFirst = [...this.#names].toSorted(([a], [b]) => b.length - a.length);
      this.#isSorted = true;
    }
    const plain = withoutEscapes(text);
    // If no escape hid a secret, the escapes stay unchanged.
    const hidden =
      plain !== text && this.#longestFirst.some(([form]) => countOf(form, plain) > countOf(form, text));
    let result = hidden ? plain : text;
    for (const [form, shown] of this.#longestFirst) result = result.replaceAll(form, () => shown);
    return this.#redactCut(result);
  }

  /** What stands before the mark of a cut may be the beginning of a secret. */
  #redactCut(text: string): string {
    if (!text.includes(cutMark)) return text;
    const parts = text.split(cutMark);
    return parts
      .map((part, index) => (index === parts.length - 1 ? part : this.#withoutBeginning(part)))
      .join(cutMark);
  }

  #add(form: string, name: string): void {
    if (form === '') return;
    this.#names.set(form, `$${name}`);
    this.#isSorted = false;
  }

  #withoutBeginning(text: string): string {
    for (const [form, shown] of this.#longestFirst) {
      const length = beginningAtEnd(form, text);
      if (length > 0) return text.slice(0, -length) + shown;
    }
    return text;
  }
}
