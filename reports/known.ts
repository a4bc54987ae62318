/** What is wrong with a list of known failures, in words. */
import type { KnownFailureResult } from '../conformance/engine/known.ts';
import type { Results } from '../conformance/engine/results.ts';
import { visibleLine } from '../markup/visible-text.ts';

const listNames = { 'known-failures': 'a known failure', flaky: 'flaky' } as const;

function problem({
  requirement,
  check,
  list,
  reason,
  expires,
  status,
}: KnownFailureResult): string | undefined {
  const what = check === undefined ? requirement : `${check}/${requirement}`;
  const why = visibleLine(reason);
  switch (status) {
    case 'passed':
      return list === 'flaky'
        ? undefined
        : `${what} is listed as ${listNames[list]} and passes: take it off the list (${why})`;
    case 'expired':
      return `${what} was listed as ${listNames[list]} until ${expires}: repair it, or set another day (${why})`;
    case 'failing':
    case 'not-exercised':
      return undefined;
  }
  return status satisfies never;
}

/** Each entry that should not be there any more. Of a shard nothing is said: another one may see more of it. */
export function knownProblems({ knownFailures = [], run }: Results): string[] {
  return run.shard === undefined ? knownFailures.flatMap((entry) => problem(entry) ?? []) : [];
}

/** `known: why`, or nothing of what is new. */
export function knownNote({
  known,
}: {
  readonly known?: { readonly list: string; readonly reason: string };
}): string {
  return known === undefined ? '' : `${known.list === 'flaky' ? 'flaky' : 'known'}: ${known.reason}`;
}
