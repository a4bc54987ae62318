/** The reports of a run that could not be made, so that those of an earlier one are not taken for them. */
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

/** How far a run had come when it failed. */
export interface Begun {
  settings?: RunSettings;
  checks?: readonly Check[];
  scale?: Partial<EngineOptions>;
  plan?: ReportPlan;
  /** The folder, once it is ours. */
  owned?: OwnedFolder;
  /** What the reports say is decided: by the run itself, once it goes on, or by what kept it from being made. */
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

/** Where the run would have reported; undefined when that is not known. */
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
  const { reason = 'The run could not be made.' } = results;
  const ended = { ...results, exit: { code: codeOf(error), reason } };
  await publishReports(out, ended, plan, createTerminal({ color: false }).write);
}

/**
 * Replaces the reports of an earlier run by what this one came to. Where wrong usage kept it from beginning, nothing is written into
 * a folder that has no report; into one that another run has, never.
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
    // What ended the run is told on standard error, whatever becomes of its reports.
  }
}
