/** Writes reports of a run that could not start, so that the reports of an earlier run are not mistaken for its own. */
import { allChecks } from '../../../conformance/all-checks.ts';
import { ConformanceError, messageOf } from '../../../conformance/engine/errors.ts';
import type { TargetSummary } from '../../../conformance/engine/events.ts';
import type { EngineOptions } from '../../../conformance/engine/run.ts';
import type { Check } from '../../../conformance/provider/check.ts';
import { failedRun } from '../../../conformance/provider/failed-run.ts';
import { collectResults } from '../../collect-results.ts';
import type { RunFlags, RunSettings } from '../../config/settings.ts';
import { tool } from '../../tool.ts';
import { exitCodeOfError, exitCodes } from '../exit-codes.ts';
import { createTerminal } from '../terminal.ts';
import { createEventFile } from './event-file.ts';
import { holdsReport, type OwnedFolder, ownFolder } from './owned-folder.ts';
import { publishReports } from './report-folder.ts';
import { planReports, type ReportFlags, type ReportPlan, runFormats } from './report-plan.ts';

/** The state of a run when it failed. */
export interface Begun {
  settings?: RunSettings;
  checks?: readonly Check[];
  scale?: Partial<EngineOptions>;
  plan?: ReportPlan;
  /** The report folder, once it is locked. */
  owned?: OwnedFolder;
  /** Whether the reports are already taken care of, by the run itself or by an earlier failure. */
  isSettled?: boolean;
}

function summaryOf({ baseUrl }: RunFlags, settings: RunSettings | undefined): TargetSummary {
  const { kind, environment, access, baseUrl: resolved } = settings?.target ?? {};
  return {
    baseUrl: resolved ?? baseUrl ?? 'embedded server',
    kind: kind ?? (resolved === undefined && baseUrl === undefined ? 'reference' : 'live'),
    environment: environment ?? 'sandbox',
    ...(access !== undefined && { access }),
    capabilities: [],
  };
}

/** The folder of the run's reports; undefined when it is not known. */
function folderOf({ out }: RunFlags, { settings }: Begun): string | undefined {
  const usual = 'conformance-report';
  return settings?.out ?? out ?? (holdsReport(usual) ? usual : undefined);
}

const codeOf = (error: unknown) =>
  error instanceof ConformanceError ? exitCodeOfError(error) : exitCodes.error;

const reasonOf = (error: unknown) =>
  error instanceof ConformanceError ? error.message : `An internal error: ${messageOf(error)}`;

async function write(
  error: unknown,
  options: RunFlags & ReportFlags,
  begun: Begun,
  out: string,
): Promise<void> {
  const { settings, checks = allChecks, scale } = begun;
  const plan = begun.plan ?? (await planReports({}, runFormats(process.env), process.env));
  const events = failedRun(new Error(reasonOf(error)), {
    checks,
    summary: summaryOf(options, settings),
    secrets: settings?.target.credentials ?? {},
    seed: settings?.seed ?? options.seed ?? 0,
    profile: settings?.profile ?? options.profile ?? 'standard',
    concurrency: 1,
    tool,
    ...scale,
  });
  const eventFile = createEventFile(out);
  const results = await collectResults(events, eventFile.handle);
  const { reason = 'The run could not start.' } = results;
  const ended = { ...results, exit: { code: codeOf(error), reason } };
  await publishReports(out, ended, plan, createTerminal({ color: false }).writeTrusted);
}

/**
 * Replaces the reports of an earlier run with those of the failed one. After wrong usage, writes only where a report already is;
 * never writes into a folder that another run holds.
 */
export async function reportFailedRun(
  error: unknown,
  options: RunFlags & ReportFlags,
  begun: Begun,
): Promise<void> {
  const out = folderOf(options, begun);
  if (out === undefined || begun.isSettled) return;
  begun.isSettled = true;
  const { owned } = begun;
  if (codeOf(error) === exitCodes.usage && !(owned?.hadReport ?? holdsReport(out))) return;
  try {
    using _ = owned === undefined ? ownFolder(out) : undefined;
    await write(error, options, begun, out);
  } catch {
    // The error that ended the run is printed even if its reports cannot be written.
  }
}
