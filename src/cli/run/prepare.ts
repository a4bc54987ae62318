/** The preparation of a run before its first request. */
import { randomInt } from 'node:crypto';
import { allChecks } from '../../../conformance/all-checks.ts';
import type { Check } from '../../../conformance/provider/check.ts';
import { afterTrial, tryAdapter } from '../../../conformance/provider/try-adapter.ts';
import { type LoadFaults, namedFault } from '../../config/fault-catalogue.ts';
import { selectById } from '../../config/select-by-id.ts';
import { type RunFlags, type RunSettings, resolveRun, type TargetSettings } from '../../config/settings.ts';
import type { OpenTarget } from '../../targets/embedded-target.ts';
import { openTarget } from '../../targets/open-target.ts';
import { loadConfig } from '../config-file.ts';

/** The options of the command that decide which checks run and how; plain data. */
export interface RunOptions extends RunFlags {
  readonly config?: string;
  readonly adapter?: string;
  /** False: skip the trial of the adapter and run the checks even if a line of it is wrong. */
  readonly try: boolean;
  readonly checks?: readonly string[];
}

/** @throws ConformanceError with code `CONFIGURATION_INVALID` */
export async function resolveSettings(options: RunOptions): Promise<RunSettings> {
  const config = await loadConfig(options.config, options.adapter);
  return resolveRun(options, config, process.env, () => randomInt(2 ** 31));
}

/** @throws ConformanceError with code `CONFIGURATION_INVALID` when a pattern selects nothing */
export const selectChecks = ({ checks = [] }: RunOptions): readonly Check[] =>
  selectById(allChecks, checks, 'check');

/** Opens the target, and tries the adapter unless that is turned off. */
export async function openForRun(
  options: RunOptions,
  settings: TargetSettings,
  signal: AbortSignal,
  loadFaults: LoadFaults,
): Promise<OpenTarget> {
  const opened = await openTarget(settings, signal, await namedFault(settings.fault, loadFaults));
  if (!options.try) return opened;
  try {
    const target = afterTrial(opened.target, await tryAdapter(opened.target, signal));
    return { target, close: opened.close };
  } catch (error) {
    await opened.close();
    throw error;
  }
}
