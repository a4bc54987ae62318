/**
 * Scores a tool by its reports: its failed test cases, or its exit code where it leaves no JUnit file. A report counts only if the
 * tool never gave it on the sound servers of the baseline. A fault is found if a new report comes from a run in which the fault
 * changed something. A new report from any other run is a false alarm: that server behaved as a sound one does.
 */
import { convert } from 'xmlbuilder2';
import { isRecord } from '../../openapi/is-record.ts';
import type { BenchmarkServer } from './servers.ts';

export interface Trial {
  readonly server: Pick<BenchmarkServer, 'id' | 'kind'>;
  readonly reports: readonly string[];
  /** Whether the fault changed anything that the tool could see. */
  readonly isShown: boolean;
  readonly isCut: boolean;
  readonly seconds: number;
}

type Json = Readonly<Record<string, unknown>>;

/** Without what differs from run to run: ids, addresses, numbers and times. */
const withoutChance = (text: string) =>
  text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '‹id›')
    .replaceAll(/127\.0\.0\.1:\d+/g, '‹server›')
    .replaceAll(/\d{6,}/g, '‹number›')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 300);

/** The failed test cases of a JUnit file, each with the message of its failure. An `error` is of the tool, which could not test. */
function failingCases(junit: string): readonly string[] {
  const reports = new Set<string>();
  const visit = (node: unknown, test: Json): void => {
    if (!isRecord(node)) return;
    for (const [name, inner] of Object.entries(node))
      for (const each of [inner].flat())
        if (name === 'failure') {
          const message = isRecord(each) ? each['@message'] : undefined;
          reports.add(withoutChance([test['@classname'], test['@name'], message].join(' | ')));
        } else visit(each, name === 'testcase' && isRecord(each) ? each : test);
  };
  visit(convert(junit, { format: 'object' }), {});
  return [...reports];
}

/** @param junit what the tool has left in the file for its report */
export function reportsOf(
  { code, isCut }: { readonly code: number | undefined; readonly isCut: boolean },
  junit?: string,
): readonly string[] {
  // A file without its end is of a tool that did not stop in time.
  if (junit?.trimEnd().endsWith('>')) return failingCases(junit);
  // Whoever was interrupted ends with another code, whatever it has found.
  return isCut || code === 0 ? [] : [`exit code ${code}`];
}

export interface Score {
  /** Ids of the faults. */
  readonly found: string[];
  /** Faults that changed a response, a delivery or what the server holds, found or not. */
  readonly shown: number;
  /** Ids of sound servers, of benign variants, and of faults that changed nothing. */
  readonly falseAlarms: string[];
  /** Kinds of reports on the sound servers of the baseline. */
  readonly onSound: number;
  /** Runs that the limit has cut. */
  readonly cut: number;
  /** Mean of a run. */
  readonly seconds: number;
}

export function score(baseline: readonly Trial[], trials: readonly Trial[]): Score {
  const known = new Set(baseline.flatMap(({ reports }) => reports));
  const isNew = ({ reports }: Trial) => reports.some((report) => !known.has(report));
  const idsOf = (wrong: boolean) =>
    trials
      .filter((trial) => trial.isShown === wrong && isNew(trial))
      .map(({ server }) => server.id)
      .toSorted();
  const all = [...baseline, ...trials];
  return {
    found: idsOf(true),
    shown: trials.filter(({ isShown }) => isShown).length,
    falseAlarms: idsOf(false),
    onSound: known.size,
    cut: all.filter(({ isCut }) => isCut).length,
    seconds: Math.round(all.reduce((sum, { seconds }) => sum + seconds, 0) / all.length),
  };
}
