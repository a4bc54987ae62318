/** Keeps secrets out of everything that leaves the process. */
import { cutMark, Traces } from './traces.ts';

/** A secret that a search in a message found. */
export type FoundSecret =
  /** Replaced everywhere. */
  | { readonly type: 'value'; readonly value: string }
  /** Replaced between these texts only. */
  | { readonly type: 'place'; readonly before: string; readonly value: string; readonly after: string };

/** Shorter texts occur by chance in texts that are not secret. */
const shortestTrace = 8;

/** Printable ASCII as JSON and URLs may write it. */
const escaped = /(?<!\\)\\u00([2-7][0-9a-f])|(?<!\\)\\(\/)|%([2-7][0-9a-f])/gi;

function withoutEscapes(text: string): string {
  return text.replace(escaped, (whole, json?: string, slash?: string, url?: string) => {
    const character = slash ?? String.fromCharCode(Number.parseInt(json ?? url ?? '', 16));
    // Quotes and backslashes of JSON stay, because bodies are parsed again to be displayed.
    return character === '"' || character === '\\' ? whole : character;
  });
}

/** The Base64 text of a value for each of the three offsets at which it may begin, whether or not more text follows. */
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

/** The forms in which a server may return a secret that was sent to it. */
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

/** How many characters of the form the text ends with, if they are enough to recognise it. */
function beginningAtEnd(form: string, text: string): number {
  const least = Math.min(shortestTrace, Math.ceil(form.length / 2));
  if (!form.includes(text.slice(-least))) return 0;
  for (let length = Math.min(form.length - 1, text.length); length >= least; length -= 1)
    if (text.endsWith(form.slice(0, length))) return length;
  return 0;
}

/**
 * Replaces known secrets by the name of the environment variable that holds them: as they are, in JSON, URLs, Base64 and
 * hexadecimal, the beginning of one at the end of a truncated text, and every trace of one that has at least 12 letters and
 * digits ({@link Traces}). A shorter secret is only replaced as a whole.
 */
export class Redactor {
  readonly #names = new Map<string, string>();
  /** Longest first: if one secret begins like another, the rest of the longer one would stay readable. */
  #longestFirst: readonly (readonly [form: string, shown: string])[] = [];
  #isSorted = true;
  readonly #traces = new Traces();

  /** @param name shown in place of the value, such as `CONFORMANCE_PLATFORM_TOKEN`. */
  add(value: string | undefined, name: string): void {
    for (const form of formsOf(value ?? '')) this.#add(form, name);
    this.#traces.add(value ?? '', name);
  }

  /**
   * Adds one of many secrets that a target issued for a case. It is searched for as a whole, as it is and in Base64, because all
   * forms of all of them would take much memory.
   */
  addIssued(value: string, name: string): void {
    this.#add(value, name);
    // The traces of a shorter one are not searched for.
    if (value.length < 16)
      for (const form of inBase64(value)) if (form.length >= shortestTrace) this.#add(form, name);
    this.#traces.add(value, name, 'usual');
  }

  /** Whether a value is replaced as a whole. */
  knows(value: string): boolean {
    return this.#names.has(value);
  }

  /** Adds what a search in a message found, unless the value is known under another name. */
  addFound(found: FoundSecret, name: string): void {
    if (found.type === 'value') {
      if (!this.knows(found.value)) this.addIssued(found.value, name);
      return;
    }
    const { before, value, after } = found;
    const quote = /[\s:]$/.test(before) ? '"' : '';
    this.#names.set(before + value + after, `${before}${quote}$${name}${quote}${after}`);
    this.#isSorted = false;
  }

  /** Forgets an issued or found secret. */
  forget(value: string): void {
    this.#names.delete(value);
    if (value.length < 16) for (const form of inBase64(value)) this.#names.delete(form);
    this.#traces.forget(value);
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
    return this.#redactTraces(this.#redactCut(result));
  }

  /** Replaces what the search for whole forms left, in whatever encoding. */
  #redactTraces(text: string): string {
    const traces = this.#traces.in(text);
    if (traces.length === 0) return text;
    const parts: string[] = [];
    let done = 0;
    for (const { start, end, name } of traces) {
      parts.push(text.slice(done, start), `$${name}`);
      done = end;
    }
    // The padding of Base64 would show that there was one.
    return parts.join('') + text.slice(done).replace(/^=+/, '');
  }

  /** Replaces the beginning of a secret at the end of a truncated text. */
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
