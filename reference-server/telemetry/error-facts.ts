import type { Mask } from './masking.ts';

/** What a log says of an error. */
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
 * Errors of libraries quote what they were working on: a parser the text, a database the row. All that is quoted is
 * taken out, and none of their own fields but the code is looked at.
 */
const withoutQuotations = (text: string) =>
  text.replace(/"(?:[^"\\]|\\.)*"?|'[^']*'|`[^`]*`/g, '"…"').replace(/[{[].*[}\]]/gs, '{…}');

const placesIn = (stack: string) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
    .join('\n');

/** Says of an error what can be said without its data. */
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
