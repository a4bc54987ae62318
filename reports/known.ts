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

/** `known: why`, or nothing for a finding that decides the verdict. */
export function knownNote({
  known,
}: {
  readonly known?: { readonly list: string; readonly reason: string };
}): string {
  if (known === undefined) return '';
  const names: Readonly<Record<string, string>> = { flaky: 'flaky', outside: 'not counted' };
  return visibleLine(`${names[known.list] ?? 'known'}: ${known.reason}`);
}
