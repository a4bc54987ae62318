/** Problems of a list of known failures. */
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
  const what = visibleLine(check === undefined ? requirement : `${check}/${requirement}`);
  const why = visibleLine(reason);
  switch (status) {
    case 'passed':
      return list === 'flaky'
        ? undefined
        : `${what} is listed as ${listNames[list]} but now passes: remove it from the list (${why})`;
    case 'expired':
      return `${what} was listed as ${listNames[list]} until ${expires}: fix the failure, or set a later date (${why})`;
    case 'failing':
    case 'not-exercised':
      return undefined;
  }
  return status satisfies never;
}

/** Entries that should be removed. Empty for a shard, because another shard may see the failure. */
export function knownProblems({ knownFailures = [], run }: Results): string[] {
  return run.shard === undefined ? knownFailures.flatMap((entry) => problem(entry) ?? []) : [];
}

/** `known: why`, or nothing for a new finding. */
export function knownNote({
  known,
}: {
  readonly known?: { readonly list: string; readonly reason: string };
}): string {
  return known === undefined
    ? ''
    : visibleLine(`${known.list === 'flaky' ? 'flaky' : 'known'}: ${known.reason}`);
}
