/** What `doctor` finds out about a target: its survey, what a run exercises, and what to connect next. */
import { allChecks } from '../../../conformance/all-checks.ts';
import { ConformanceError } from '../../../conformance/engine/errors.ts';
import type { RunEvent } from '../../../conformance/engine/events.ts';
import type { Results } from '../../../conformance/engine/results.ts';
import type { Survey } from '../../../conformance/engine/survey.ts';
import { isSuccess } from '../../../conformance/http/is-success.ts';
import { runConformance } from '../../../conformance/provider/run.ts';
import type { AdapterAudit } from '../../../conformance/target/adapter-audit.ts';
import { accessOf, type Opening, type Target } from '../../../conformance/target/target.ts';
import type { OperationId } from '../../../openapi/description.ts';
import { collectResults } from '../../collect-results.ts';
import type { RunSettings } from '../../config/settings.ts';
import { openingOf } from '../../targets/open-target.ts';
import { tool } from '../../tool.ts';
import { type Diagnosis, diagnose, diagnoseResults } from './diagnose.ts';
import { lookAtTarget } from './look-at-target.ts';
import { type Offered, offeredBy } from './offered.ts';

/** The same target, with its adapter watched. */
const watched = (opening: Opening, audit: AdapterAudit): Opening => ({
  ...opening,
  open: async (signal) => {
    const opened = await opening.open(signal);
    return { ...opened, target: audit.watch(opened.target), close: () => opened.close() };
  },
});

interface Trial {
  readonly audit: AdapterAudit;
  /** Sees the events of the trial. */
  readonly onEvent?: (event: RunEvent) => void;
}

/** So that two trials of a server send the same. */
export const seedOfTrial = 1;

/** Sends what a run would send until it knows which requirements it exercises. */
async function tryTarget(
  { target, concurrency, rate, maxBusinesses, maxRequests }: RunSettings,
  { audit, onEvent }: Trial,
  signal: AbortSignal,
): Promise<Results> {
  const results = await collectResults(
    runConformance({
      target: watched(await openingOf(target), audit),
      checks: allChecks,
      seed: seedOfTrial,
      profile: 'standard',
      concurrency,
      ...(rate !== undefined && { rate }),
      ...(maxBusinesses !== undefined && { maxBusinesses }),
      ...(maxRequests !== undefined && { maxRequests }),
      tool,
      signal,
      tries: 'lines',
      looksFor: 'reach',
    }),
    onEvent,
  );
  signal.throwIfAborted();
  const { verdict, reason = '', code, survey } = results;
  const isAdapterWrong = survey !== undefined && hasWrongLine(survey);
  if (verdict === 'error' && code !== undefined && !isAdapterWrong) throw new ConformanceError(code, reason);
  return results;
}

const isMade = ({ verdict }: Results) => verdict !== 'error' && verdict !== 'incomplete';

/** Operations that the target has: it carried out a request, or was found to have them. */
function answeredIn(results: Results | undefined, found: readonly OperationId[]): ReadonlySet<string> {
  const operations = Object.entries(results?.coverage.operations ?? {});
  const carriedOut = operations.filter(([, statuses]) =>
    Object.keys(statuses).some((each) => isSuccess(Number(each))),
  );
  return new Set([...found, ...carriedOut.map(([id]) => id)]);
}

export const hasWrongLine = ({ lines = [] }: Survey): boolean =>
  lines.some(({ outcome }) => outcome === 'wrong');

export interface Inspection {
  /** Without the operations that were not found. */
  readonly target: Target;
  readonly survey: Survey;
  readonly absent: readonly OperationId[];
  readonly diagnosis: Diagnosis;
  readonly offered: Offered;
  /** Of the trial, if there was one. */
  readonly results?: Results;
}

/**
 * @param isTried whether to send what a run would send; never in production, where records cannot be removed
 * @throws ConformanceError as `lookAtTarget` does
 */
export async function inspectTarget(
  settings: RunSettings,
  { isTried, ...trial }: Trial & { readonly isTried: boolean },
  signal: AbortSignal,
): Promise<Inspection> {
  return await lookAtTarget(
    settings.target,
    () => 'nothing',
    signal,
    async ({ target, survey: read, found, absent }) => {
      const isTriable =
        accessOf(target) === 'read-write' && target.environment !== 'production' && target.kind !== 'prism';
      const tried = isTried && isTriable ? await tryTarget(settings, trial, signal) : undefined;
      const survey = {
        ...read,
        ...tried?.survey,
        operations: { ...read.operations, ...tried?.survey?.operations, absent },
      };
      const results = tried !== undefined && isMade(tried) ? tried : undefined;
      // An operation that was not found cannot be exercised, even if the configuration does not list it as absent.
      const known = { ...target, absentOperations: [...target.absentOperations, ...absent] };
      return {
        target: known,
        survey,
        absent,
        diagnosis: results === undefined ? diagnose(known) : diagnoseResults(results),
        offered: offeredBy(known, survey, answeredIn(results, found)),
        ...(results && { results }),
      };
    },
  );
}
