/**
 * Finds what is left of secrets in a text, whatever it was encoded with. Compares skeletons: only letters and digits, in lower
 * case. So case, spaces, characters without width, NUL bytes, padding and the signs of URL-safe Base64 make no difference. Escapes
 * are resolved first, as further views of the same text.
 */

/** A shorter run of letters and digits occurs by chance in texts that are not secret. */
const shortestRun = 12;

/** How often escapes are resolved, one within the other. */
const mostViews = 3;

/** A form of a text, such as without its escapes. Each character has its place in the original, by default its own. */
interface View {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

export interface Trace {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** The end of a truncated text. */
export const cutMark = '…';

const skeletonOf = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

const named: Readonly<Record<string, string>> = {
  lowbar: '_',
  plus: '+',
  sol: '/',
  equals: '=',
  period: '.',
};

/** Percent-encoding, JSON, HTML, quoted-printable with its soft breaks, and the octal escapes of `printf`. */
const escapes =
  /%([0-9a-f]{2})|\\u\{?([0-9a-f]{4,6})\}?|\\x([0-9a-f]{2})|&#x0*([0-9a-f]{1,6});?|&#0*(\d{1,7});?|&([a-z]+);|=\r?\n|=([0-9a-f]{2})|\\0([0-7]{3})|\\[nrtbf/]/gi;

function decoded(match: RegExpExecArray): string {
  const [, url, json, byte, hex, decimal, name, quoted, octal] = match;
  if (name !== undefined) return named[name.toLowerCase()] ?? '';
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
  const code =
    decimal === undefined
      ? Number.parseInt(url ?? json ?? byte ?? hex ?? quoted ?? '20', 16)
      : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** The text with one layer of escapes resolved; undefined if there is none. */
function unescaped({ text, starts, ends }: View): View | undefined {
  const parts: string[] = [];
  const [from, to]: [number[], number[]] = [[], []];
  let done = 0;
  const copy = (until: number) => {
    parts.push(text.slice(done, until));
    for (let at = done; at < until; at += 1) {
      from.push(starts[at] ?? at);
      to.push(ends[at] ?? at + 1);
    }
  };
  for (const match of text.matchAll(escapes)) {
    copy(match.index);
    const plain = decoded(match);
    parts.push(plain);
    done = match.index + match[0].length;
    for (let unit = 0; unit < plain.length; unit += 1) {
      from.push(starts[match.index] ?? match.index);
      to.push(ends[done - 1] ?? done);
    }
  }
  if (done === 0) return undefined;
  copy(text.length);
  return { text: parts.join(''), starts: from, ends: to };
}

/** The letters and digits of a text. */
function skeletonView({ text, starts, ends }: View): View {
  const kept: string[] = [];
  const [from, to]: [number[], number[]] = [[], []];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isDigit = code >= 0x30 && code <= 0x39;
    const isLetter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
    if (!isDigit && !isLetter) continue;
    kept.push(String.fromCharCode(isDigit ? code : code | 0x20));
    from.push(starts[at] ?? at);
    to.push(ends[at] ?? at + 1);
  }
  return { text: kept.join(''), starts: from, ends: to };
}

function viewsOf(text: string): View[] {
  const views: View[] = [];
  let chars: View | undefined = { text, starts: [], ends: [] };
  for (let layer = 0; layer < mostViews && chars !== undefined; layer += 1) {
    views.push(skeletonView(chars));
    chars = unescaped(chars);
  }
  return views;
}

/** The Base64 text of bytes at each of the three offsets, without the characters that neighbours share. */
function base64Of(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    const text = padded.toString('base64').replace(/=+$/, '');
    return text.slice(Math.ceil((before * 4) / 3), Math.floor((padded.length * 4) / 3));
  });
}

function utf16Of(value: string): Buffer[] {
  const little = Buffer.from(value, 'utf16le');
  return [little, Buffer.from(little).swap16()];
}

/** The encoded forms of a secret. */
function encodingsOf(value: string, effort: 'all' | 'usual'): string[] {
  const bytes = Buffer.from(value);
  const once = base64Of(bytes);
  if (effort === 'usual') return once;
  const wide = utf16Of(value);
  return [
    ...once,
    ...once.flatMap((text) => base64Of(Buffer.from(text))),
    // With its padding, as a whole: the neighbours of the middle are known then.
    ...base64Of(Buffer.from(bytes.toString('base64'))),
    ...wide.flatMap(base64Of),
    ...[bytes, ...wide].map((each) => each.toString('hex')),
  ];
}

interface Place {
  readonly form: string;
  readonly at: number;
  readonly name: string;
  /** Shortest part of the form that counts. */
  readonly least: number;
}

/** Words are not secret: a run of letters from the middle of a key, such as `platform`, says nothing. */
const isTelling = (run: string) => /\d/.test(run);

/** The number of letters of the words that a key begins with: 9 of `sk_sandbox_Xa3…`. They stay readable. */
function lettersOfWords(value: string): number {
  const parts = value.split(/[_-]/);
  const other = parts.findIndex((part) => !/^([a-z]{1,14}|[A-Z]{1,14})$/.test(part));
  return parts.slice(0, other === -1 ? undefined : other).join('').length;
}

export class Traces {
  readonly #places = new Map<string, Place>();
  readonly #runs = new Map<string, readonly string[]>();

  /** @param effort `usual`: for one of many secrets, only complete ones, as they are and in Base64 */
  add(value: string, name: string, effort: 'all' | 'usual' = 'all'): void {
    const plain = skeletonOf(value);
    if (plain.length < shortestRun || this.#runs.has(value)) return;
    const runs: string[] = [];
    const keep = (form: string, at: number, least: number) => {
      const run = form.slice(at, at + shortestRun);
      if (this.#places.has(run)) return;
      this.#places.set(run, { form, at, name, least });
      runs.push(run);
    };
    const learn = (form: string, isEncoded: boolean, words = 0) => {
      if (form.length < shortestRun) return;
      if (effort === 'usual') return keep(form, 0, form.length);
      for (let at = 0; at + shortestRun <= form.length; at += 1) {
        const end = at + shortestRun;
        const isEnd = (at === 0 || end === form.length) && end > words;
        const isTold = isEncoded || isEnd || isTelling(form.slice(at, end));
        if (isTold || at === 0) keep(form, at, isTold ? shortestRun : form.length);
      }
    };
    learn(plain, false, lettersOfWords(value));
    if (effort === 'all') learn([...plain].reverse().join(''), false);
    for (const form of encodingsOf(value, effort)) learn(skeletonOf(form), true);
    this.#runs.set(value, runs);
  }

  forget(value: string): void {
    for (const run of this.#runs.get(value) ?? []) this.#places.delete(run);
    this.#runs.delete(value);
  }

  /** The places of the original text, in order; none overlaps another. */
  in(text: string): Trace[] {
    if (this.#places.size === 0 || text.length < shortestRun) return [];
    const found = viewsOf(text).flatMap((view) => this.#inView(view, text));
    const ordered = found.toSorted((a, b) => a.start - b.start || b.end - a.end);
    const joined: Trace[] = [];
    for (const next of ordered) {
      const last = joined.at(-1);
      if (last === undefined || next.start > last.end) joined.push(next);
      else if (next.end > last.end) joined[joined.length - 1] = { ...last, end: next.end };
    }
    return joined;
  }

  #inView({ text, starts, ends }: View, original: string): Trace[] {
    const traces: Trace[] = [];
    for (let at = 0; at + shortestRun <= text.length; at += 1) {
      const place = this.#places.get(text.slice(at, at + shortestRun));
      if (place === undefined) continue;
      const { form, name, least } = place;
      let [first, last] = [at, at + shortestRun];
      for (let left = place.at; left > 0 && first > 0 && form[left - 1] === text[first - 1]; left -= 1)
        first -= 1;
      for (let right = place.at + shortestRun; right < form.length && form[right] === text[last]; right += 1)
        last += 1;
      const [start, end] = [starts[first] ?? 0, ends[last - 1] ?? 0];
      // A truncated text ends in the middle of a form.
      if (last - first < least && !original.startsWith(cutMark, end)) continue;
      traces.push({ start, end, name });
      at = last - 1;
    }
    return traces;
  }
}
