/** The first configuration and adapter of a target, from its survey and its description. */
import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { messageOf } from '../../../conformance/engine/errors.ts';
import type { Survey } from '../../../conformance/engine/survey.ts';
import type { Transport } from '../../../conformance/http/transport.ts';
import type { SurveyTries } from '../../../conformance/provider/survey/survey.ts';
import type { Target } from '../../../conformance/target/target.ts';
import type { OperationId } from '../../../openapi/description.ts';
import { refuse } from '../../config/refuse.ts';
import type { TargetFlags } from '../../config/run-flags.ts';
import { resolveTarget } from '../../config/settings.ts';
import type { Agreed } from '../../discovery/adapter-text.ts';
import { type Source, source } from '../../discovery/source-text.ts';
import { diagnose } from './diagnose.ts';
import { type FirstAdapter, firstAdapter } from './first-adapter.ts';
import { firstConfig, type KeyVariables } from './first-config.ts';
import { lookAtTarget } from './look-at-target.ts';
import { probeSpellings } from './probe-spellings.ts';
import { findDescription, type ReadDescription } from './read-description.ts';
import { dataLines } from './refused-values.ts';

export const file = 'conformance.config.ts';
export const adapterFile = 'adapter.ts';

export function refuseToOverwrite(names: readonly string[]): void {
  const there = names.find((name) => existsSync(name));
  if (there !== undefined) {
    throw refuse(`${there} already exists and is not overwritten: edit it, or move it away first`);
  }
}

/** Whether a file in the current folder can import the package. */
function isInstalledHere(): boolean {
  try {
    createRequire(resolve('any.js')).resolve('workforce-conformance');
    return true;
  } catch {
    return false;
  }
}

/** @param flag `w` for a file that this process has written */
function write(name: string, text: Source, flag: 'wx' | 'w' = 'wx'): void {
  try {
    writeFileSync(name, text, { flag });
  } catch (cause) {
    throw refuse(`${name} cannot be written: ${messageOf(cause)}`, cause);
  }
}

/** Appends the path prefix of the target's description, because the suite sends paths without it. */
function withPrefix(baseUrl: string, prefix: string): string {
  const address = baseUrl.replace(/\/+$/, '');
  return prefix === '' || address.endsWith(prefix) ? baseUrl : `${address}${prefix}`;
}

/** Takes off what the adapter puts in front of every path. */
function withoutPrefix(baseUrl: string, pathPrefix = ''): string {
  const address = baseUrl.replace(/\/+$/, '');
  return pathPrefix !== '' && address.endsWith(pathPrefix) ? address.slice(0, -pathPrefix.length) : baseUrl;
}

/** An adapter from the target's own description, if the target serves one. */
async function ownAdapter(
  { credentials, kind }: Target,
  transport: Transport,
  typed: boolean,
  signal: AbortSignal,
): Promise<FirstAdapter | undefined> {
  if (kind !== 'live') return undefined;
  const token = credentials.orgToken ?? credentials.platformToken;
  const found = await findDescription(transport, token, signal);
  return found && firstAdapter(found, typed);
}

/** How many documented requirements a run exercises at the most. */
export const reachOf = (target: Target, absent: readonly OperationId[]): number =>
  diagnose({ ...target, absentOperations: [...target.absentOperations, ...absent] }).exercisable.length;

/** What is known of a target, and the files that say it. */
export interface FirstFiles {
  readonly target: Target;
  readonly survey: Survey;
  readonly adapter?: FirstAdapter;
  /** Assumed operations that were not found at our own paths. */
  readonly absent: readonly OperationId[];
  /** Those that are under another path. */
  readonly found: ReadonlyMap<OperationId, string>;
  /** Without the adapter. */
  readonly reach: number;
  /** Of the files. */
  readonly names: readonly string[];
  /** Writes the files, which must not be there yet. */
  writeAll(): void;
  /** Writes the adapter again, with what the user has agreed to. */
  rewriteAdapter(agreed: Agreed): void;
  /** Writes the configuration again, so that it does not use the adapter. */
  writeWithoutAdapter(): void;
}

/** Where and how a first look goes. */
export interface FirstLook {
  /** The description of the target; otherwise it is looked for. */
  readonly given: ReadDescription | undefined;
  /** How much may be written. */
  readonly tries: (target: Target) => SurveyTries;
  /** Variables that hold the keys. @defaultValue the usual ones */
  readonly variables?: KeyVariables;
}

/** @throws ConformanceError as `lookAtTarget` does, and when a file is already there */
export async function inspectFirst(
  flags: Pick<TargetFlags, 'target' | 'environment' | 'readOnly' | 'allowWrites'> & {
    readonly baseUrl: string;
  },
  { given, tries, variables = {} }: FirstLook,
  signal: AbortSignal,
): Promise<FirstFiles> {
  const typed = isInstalledHere();
  const described = given && firstAdapter(given, typed);
  if (described !== undefined) refuseToOverwrite([adapterFile]);
  const { prefix = '', pathPrefix } = described ?? {};
  const baseUrl = withoutPrefix(withPrefix(flags.baseUrl, prefix), pathPrefix);
  const credentials = Object.fromEntries(Object.entries(variables).map(([name, env]) => [name, { env }]));
  const known = pathPrefix === undefined ? {} : { adapter: { pathPrefix } };
  const settings = resolveTarget(
    { control: true, ...flags, baseUrl },
    { credentials, ...known },
    process.env,
  );
  return await lookAtTarget(settings, tries, signal, async (look) => {
    const { target, survey, found: seen, absent, transport } = look;
    const adapter = described ?? (await ownAdapter(target, transport, typed, signal));
    if (adapter !== undefined) refuseToOverwrite([adapterFile]);
    const isUnknown = adapter === undefined && target.kind === 'live';
    const found = isUnknown
      ? await probeSpellings(target, transport, signal)
      : new Map<OperationId, string>();
    const data = [
      // Without it, a reference server would be used as one again.
      ...(flags.target === 'live' ? [source`  target: 'live',`] : []),
      ...(survey.accepts === undefined ? [] : dataLines(survey.accepts)),
    ];
    const config = (used?: string) => firstConfig(target, absent, found, used, data, typed, variables);
    return {
      ...{ target, survey, absent, found, reach: reachOf(target, absent) },
      ...(adapter && { adapter }),
      names: [file, ...(adapter === undefined ? [] : [adapterFile])],
      writeAll() {
        if (adapter !== undefined) write(adapterFile, adapter.textWith(seen));
        write(file, config(adapter && `./${adapterFile}`));
      },
      rewriteAdapter: (agreed) => {
        if (adapter !== undefined) write(adapterFile, adapter.textWith(seen, agreed), 'w');
      },
      writeWithoutAdapter: () => write(file, config(), 'w'),
    };
  });
}
