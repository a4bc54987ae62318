/**
 * Bodies as re-serialised by receivers that verify the signature over parsed JSON: the most common mistake, which looks
 * like a wrong secret.
 */
import { isDeepStrictEqual } from 'node:util';

type Escape = (text: string) => string;

const hex = (code: number) => code.toString(16).padStart(4, '0');
const escapeChars = (text: string, chars: RegExp, upper = false) =>
  text.replace(
    chars,
    (char) => `\\u${upper ? hex(char.charCodeAt(0)).toUpperCase() : hex(char.charCodeAt(0))}`,
  );

/** Characters that libraries escape although JSON does not require it. */
const escapes = {
  nothing: (text: string) => text,
  'beyond ASCII': (text: string) => escapeChars(text, /[\u0080-\uffff]/g),
  'beyond ASCII, and slashes': (text: string) => escapeChars(text, /[\u0080-\uffff]/g).replaceAll('/', '\\/'),
  slashes: (text: string) => text.replaceAll('/', '\\/'),
  'for HTML': (text: string) => escapeChars(text, /[<>&\u2028\u2029]/g),
  'for HTML, with quotes': (text: string) => escapeChars(text, /[<>&='\u2028\u2029]/g),
  'beyond ASCII, and for HTML in capitals': (text: string) =>
    escapeChars(text, /[<>&'+`\u0080-\uffff]/g, true).replace(/\\(.)/g, (pair, char) =>
      char === '"' ? '\\u0022' : pair,
    ),
} satisfies Readonly<Record<string, Escape>>;

interface Form {
  /** The libraries that write this form. */
  readonly name: string;
  readonly item: string;
  readonly colon: string;
  readonly sorted: boolean;
  readonly escape: Escape;
}

const form = (
  name: string,
  escaped: keyof typeof escapes,
  { spaced = false, sorted = false }: { readonly spaced?: boolean; readonly sorted?: boolean } = {},
): Form => ({
  name,
  item: spaced ? ', ' : ',',
  colon: spaced ? ': ' : ':',
  sorted,
  escape: escapes[escaped],
});

/** The most common first; if several write a body in the same way, the first is named. */
const forms: readonly Form[] = [
  form('json.dumps of Python', 'beyond ASCII', { spaced: true }),
  form('json.dumps of Python with sorted keys', 'beyond ASCII', { spaced: true, sorted: true }),
  form('json.dumps of Python with ensure_ascii=False', 'nothing', { spaced: true }),
  form('json.dumps of Python with ensure_ascii=False and sorted keys', 'nothing', {
    spaced: true,
    sorted: true,
  }),
  form('JSON.stringify, JSON.generate of Ruby or Jackson of Java', 'nothing'),
  form('json.dumps of Python with compact separators', 'beyond ASCII'),
  form('json.dumps of Python or json.Marshal of Go, compact with sorted keys', 'nothing', { sorted: true }),
  form('json.Marshal of Go', 'for HTML', { sorted: true }),
  form('json.dumps of Python with compact separators and sorted keys', 'beyond ASCII', { sorted: true }),
  form('to_json of Rails or json.Marshal of Go', 'for HTML'),
  form('Gson of Java', 'for HTML, with quotes'),
  form('json_encode of PHP', 'beyond ASCII, and slashes'),
  form('json_encode of PHP with JSON_UNESCAPED_UNICODE', 'slashes'),
  form('System.Text.Json of C#', 'beyond ASCII, and for HTML in capitals'),
];

function write(value: unknown, form: Form): string {
  if (Array.isArray(value)) return `[${value.map((each) => write(each, form)).join(form.item)}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    const inOrder = form.sorted ? entries.toSorted(([a], [b]) => (a < b ? -1 : 1)) : entries;
    const members = inOrder.map(([key, each]) => `${write(key, form)}${form.colon}${write(each, form)}`);
    return `{${members.join(form.item)}}`;
  }
  return typeof value === 'string' ? form.escape(JSON.stringify(value)) : JSON.stringify(value);
}

export interface Reserialised {
  /** Such as `json.dumps of Python`. */
  readonly name: string;
  readonly body: Uint8Array;
}

/** Every re-serialisation of a body that differs from it in its bytes, each once. */
export function reserialisations(body: Uint8Array): readonly Reserialised[] {
  const value: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
  const seen = [Buffer.from(body)];
  return forms.flatMap((each) => {
    const text = write(value, each);
    const written = Buffer.from(text);
    if (seen.some((other) => other.equals(written)) || !isDeepStrictEqual(JSON.parse(text), value)) return [];
    seen.push(written);
    return [{ name: each.name, body: written }];
  });
}

/** The message for a receiver that accepts a signature over the re-serialised body. */
export const reserialisesLike = (name: string): string =>
  `it verifies re-serialised JSON, written as by ${name}; use the raw bytes of the body, as they came`;
