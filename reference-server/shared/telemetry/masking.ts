/** Removes possible secrets and personal data from texts before they are logged. */

const mask = '[masked]';

/** The shapes of our own secrets, and of those of others that callers send. */
const secretShapes = [
  // Signing secrets, tenant keys and tokens: a kind, an underscore and random characters.
  /\b(?:whsec|tk|platform|org|user|ut|rt|jwt|sk|pk)_[\w+/=-]{8,}/g,
  // Signatures of webhooks.
  /\bv1,[\w+/=-]{16,}/g,
  // JSON Web Tokens.
  /\beyJ[\w-]+(?:\.[\w-]*){1,2}/g,
  /\b(?:Bearer|Basic)\s+\S+/gi,
  // The password in an address such as that of a database.
  /(?<=:\/\/)[^\s/@]+@/g,
];

/** Bank accounts and numbers of documents: IBANs and long numbers that are no part of an id. */
const numberShapes = [/\b[A-Z]{2}\d{2}[A-Z\d]{8,30}\b/g, /(?<![\w-])\d{6,}(?![\w-])/g];

export type Mask = (text: string) => string;

/** @param secrets texts to remove everywhere, such as chosen keys. */
export function createMask(secrets: readonly string[] = []): Mask {
  const chosen = secrets.filter((secret) => secret !== '');
  return (text) => {
    let masked = text;
    for (const secret of chosen) masked = masked.replaceAll(secret, mask);
    for (const shape of secretShapes) masked = masked.replace(shape, mask);
    for (const shape of numberShapes) masked = masked.replace(shape, mask);
    return masked;
  };
}

const mostRemembered = 200;

/** The same mask with a cache of the latest texts. */
export function remembering(mask: Mask): Mask {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= mostRemembered) known.clear();
    const masked = mask(text);
    known.set(text, masked);
    return masked;
  };
}

const plainSegment = /^(?:v\d|_?[a-z]{1,24}(?:-[a-z]{1,24}){0,3}|[a-z]{1,12}[A-Z][A-Za-z]{1,24})$/;
export const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const mostSegments = 12;

/** A path of which only plain words and UUIDs are left: it may contain a pasted key. */
export function maskPath(path: string): string {
  const segments = path.split('/', mostSegments);
  return segments
    .map((one) => (one === '' || plainSegment.test(one) || uuid.test(one) ? one : '…'))
    .join('/');
}

/** The facts of an error that a log shows. */
export interface ErrorFacts {
  readonly name: string;
  readonly code?: string;
  readonly message: string;
  /** The places in the code, one a line. */
  readonly stack?: string;
  readonly cause?: ErrorFacts;
}

const deepestCause = 3;

/**
 * Errors of libraries quote their input: a parser the text, a database the row. All quotations are removed, and only
 * the code of their other fields is read.
 */
const withoutQuotations = (text: string) =>
  text.replace(/"(?:[^"\\]|\\.)*"?|'[^']*'|`[^`]*`/g, '"…"').replace(/[{[].*[}\]]/gs, '{…}');

const placesIn = (stack: string) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
    .join('\n');

/** The facts of an error without its data. */
export function factsOf(error: unknown, mask: Mask, depth = 0): ErrorFacts {
  if (!(error instanceof Error))
    return { name: typeof error, message: 'Something else than an error was thrown' };
  const { name, message, stack, cause } = error;
  return {
    name,
    ...('code' in error && typeof error.code === 'string' && { code: mask(error.code) }),
    message: mask(withoutQuotations(message)),
    ...(stack !== undefined && { stack: mask(placesIn(stack)) }),
    ...(cause !== undefined && depth < deepestCause && { cause: factsOf(cause, mask, depth + 1) }),
  };
}
