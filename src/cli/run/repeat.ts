/** `run --repeat N`: tells findings that come and go from those that stay. */
import { join } from 'node:path';
import type { Finding } from '../../../conformance/engine/finding.ts';
import { visibleLine } from '../../../markup/visible-text.ts';
import { plural } from '../../../reports/wording.ts';
import { type Ending, type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { attempt, writeWhole } from './report-folder.ts';
import { decidesVerdict } from './scale-options.ts';

/** The findings of one requirement by one check, and in how many of the runs they were there. */
interface Recurrence extends Pick<Finding, 'requirement' | 'check'> {
  readonly runs: number;
}

/** Those that decide a verdict, the most frequent first. */
function recurrences(runs: readonly Ending['results'][]): readonly Recurrence[] {
  // A run reports a requirement once for each check.
  const same = Map.groupBy(
    runs.flatMap(({ findings }) => findings.filter(decidesVerdict)),
    ({ id }) => id,
  );
  return [...same.values()]
    .flatMap(([first, ...others]) => (first === undefined ? [] : [{ ...first, runs: others.length + 1 }]))
    .toSorted((left, right) => right.runs - left.runs);
}

/** As `--flaky` reads it; JSON is YAML, too. */
const listOf = (passing: readonly Recurrence[], of: number) =>
  `${JSON.stringify(
    passing.map(({ requirement, check, runs }) => {
      return { requirement, check, reason: `Failed in ${runs} of ${of} runs.` };
    }),
    undefined,
    2,
  )}\n`;

/** A run that could not start, or was stopped, is not repeated. */
const isOver = ({ code, results: { verdict } }: Ending) =>
  code === exitCodes.usage || verdict === 'error' || verdict === 'incomplete';

const worst = (codes: readonly ExitCode[]): ExitCode =>
  codes.find((code) => code === exitCodes.nonConformant) ??
  codes.find((code) => code !== exitCodes.success) ??
  exitCodes.success;

/**
 * Runs several times with the same seed. The first report is in the folder of the run, each further one in a folder below
 * it, and the findings that were not there every time are in flaky.json.
 *
 * @param once runs and reports into a folder
 */
export async function repeatRun(
  times: number,
  out: string,
  terminal: Terminal,
  once: (out: string) => Promise<Ending>,
): Promise<ExitCode> {
  const endings: Ending[] = [];
  for (let run = 1; run <= times; run += 1) {
    const ending = await once(run === 1 ? out : join(out, `repeat-${run}`));
    endings.push(ending);
    if (isOver(ending)) break;
  }
  const code = worst(endings.map((ending) => ending.code));
  const of = endings.length;
  if (of < times) terminal.warn(`Ended after ${of} of ${times} runs.`);
  if (of < 2) return code;
  const all = recurrences(endings.map(({ results }) => results));
  const passing = all.filter(({ runs }) => runs < of);
  const staying = plural(all.length - passing.length, 'finding');
  terminal.line(
    `\n${of} runs: ${all.length === 0 ? 'no finding' : `${staying} in each, ${passing.length} in some`}`,
  );
  for (const { requirement, check, runs } of all)
    terminal.line(`  ${runs} of ${of}  ${visibleLine(`${requirement}  ${check}`)}`);
  const file = join(out, 'flaky.json');
  const { failures } = await attempt(file, async () => writeWhole(file, listOf(passing, of)));
  for (const failure of failures) terminal.warn(`error: ${failure}`);
  if (failures.length > 0) return code === exitCodes.success ? exitCodes.unwritten : code;
  if (passing.length > 0) terminal.line(`Those are in ${file}, for --flaky.`);
  return code;
}
