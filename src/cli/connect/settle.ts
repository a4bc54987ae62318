/** The end of `connect`'s proposals: the checks of what they have added decide which lines stay. */
import type { Results } from '../../../conformance/engine/results.ts';
import { documentedFigures, plural } from '../../../reports/wording.ts';
import { findCulprits } from './blame.ts';
import { needing } from './diagnose.ts';
import type { TriedFiles } from './guide.ts';
import { idsWith, runChecks } from './run-checks.ts';
import { takeBack, type Work, writeAdapter } from './work.ts';

/** Takes back the lines whose trial has shown nothing, unless a requirement that needs them passes, and none fails. */
function takeBackUnshown(
  { requirements }: Pick<Results, 'requirements'>,
  needs: ReadonlyMap<string, readonly string[]>,
  work: Work,
): void {
  const statuses = (line: string) =>
    requirements.flatMap(({ id, status }) => (needs.get(line)?.includes(id) ? [status] : []));
  const isBroken = (line: string) => statuses(line).includes('failed');
  const useless = [...needs.keys()].filter((line) => isBroken(line) || !statuses(line).includes('passed'));
  const why = (line: string) =>
    isBroken(line)
      ? 'its trial has shown nothing, and a requirement that needs it fails'
      : 'neither its trial nor a check has shown that it works';
  takeBack(useless, why, work);
}

/** The kept lines that the exchanges of findings name, by their operation or by the address of a control. */
function suspectsIn({ findings }: Pick<Results, 'findings'>, { first }: Work): ReadonlySet<string> {
  const exchanges = findings
    .filter(({ level }) => level === 'documented')
    .flatMap(({ steps }) => steps.flatMap((step) => step.exchanges));
  return new Set(
    exchanges.flatMap(({ operation, request }) => {
      const { pathname } = new URL(request.url);
      const named = (first.adapter?.routes ?? []).filter(({ pattern }) => pattern.test(pathname));
      return [
        ...(operation === undefined ? [] : [`operations.${operation}`]),
        ...named.map(({ line }) => line),
      ];
    }),
  );
}

/** Takes back every line that makes a documented requirement fail. @returns the requirements that still fail */
async function takeBackCulprits(results: Results, work: Work): Promise<readonly string[]> {
  const failing = idsWith(results, 'failed');
  const { first, guide, lines } = work;
  if (failing.length === 0 || lines.size === 0) return failing;
  const sure = (first.adapter?.keyedControls?.lines ?? []).filter((line) => lines.has(line));
  const guesses = [...lines].filter((line) => !sure.includes(line));
  const all = [...lines];
  const keep = (some: readonly string[]) => {
    lines.clear();
    for (const line of some) lines.add(line);
    writeAdapter(work);
  };
  guide.terminal.line();
  guide.terminal.line(`Looking for the lines with which ${failing.join(', ')} fail.`);
  try {
    const { culprits } = await findCulprits(
      { sure, guesses },
      failing,
      suspectsIn(results, work),
      async (some, requirements) => {
        keep(some);
        const what = `Checking ${plural(requirements.length, 'requirement')} with ${plural(some.length, 'line')}`;
        const found = await runChecks(requirements, what, guide);
        return { failed: idsWith(found, 'failed'), passed: idsWith(found, 'passed') };
      },
    );
    keep(all);
    takeBack(
      [...culprits.keys()],
      (line) => `only with it, these requirements fail: ${culprits.get(line)?.join(', ')}`,
      work,
    );
    const blamed = new Set([...culprits.values()].flat());
    return failing.filter((id) => !blamed.has(id));
  } finally {
    if (guide.signal.aborted) keep(all);
  }
}

/**
 * Runs the checks of what the proposals have added, and takes back what they show to be wrong.
 *
 * @returns the documented requirements that fail with the lines that are kept
 */
export async function settle(before: TriedFiles, after: TriedFiles, work: Work): Promise<readonly string[]> {
  const had = new Set(before.diagnosis.exercisable);
  const added = after.diagnosis.exercisable.filter((id) => !had.has(id));
  const needs = new Map(
    [...work.open].map((line) => [line, needing(after.target, line).filter((id) => !had.has(id))] as const),
  );
  const { terminal } = work.guide;
  const results = await runChecks(added, 'Checking what was added', work.guide);
  if (results !== undefined) {
    const { passed, failed } = documentedFigures(results);
    terminal.line();
    terminal.line(`Checks of what was added: ${passed} requirements passed, ${failed} failed`);
  }
  const failing = results === undefined ? [] : await takeBackCulprits(results, work);
  const isKept = ([line]: readonly [string, readonly string[]]) => work.lines.has(line);
  takeBackUnshown(results ?? { requirements: [] }, new Map([...needs].filter(isKept)), work);
  return failing;
}
