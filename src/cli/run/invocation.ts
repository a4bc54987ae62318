/** The command line of a run, so that reports can print commands to paste into a shell. */
import { join } from 'node:path';
import type { Invocation } from '../../../conformance/engine/invocation.ts';
import { thisProgram } from '../program-name.ts';
import { eventFileName } from './event-file.ts';
import type { ReportPlan } from './report-plan.ts';

type Value = string | number | boolean | readonly string[] | undefined;

const wordsOf = (value: Exclude<Value, undefined>): readonly string[] => {
  if (typeof value === 'boolean') return [];
  return typeof value === 'object' ? value : [String(value)];
};

/** The file that `conformance replay` reads; the events are always written. */
export const recordOf = (out: string, { formats }: ReportPlan): string =>
  join(out, formats.includes('json') ? 'results.json' : eventFileName);

/**
 * @param out folder of the report
 * @param options by their long name without dashes; none of them a secret. False is a switch that was not given.
 */
export function describeInvocation(
  out: string,
  plan: ReportPlan,
  options: Readonly<Record<string, Value>>,
): Invocation {
  const given = Object.entries(options).flatMap(([name, value]) =>
    value === undefined || value === false ? [] : [[name, wordsOf(value)] as const],
  );
  return {
    program: thisProgram(),
    record: recordOf(out, plan),
    options: Object.fromEntries(given),
  };
}
