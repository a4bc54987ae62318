/** Runs the suite against one blind fault. */
import { allChecks } from '../../conformance/all-checks.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import { collectResults } from '../../src/collect-results.ts';
import { tool } from '../../src/tool.ts';
import type { BlindFault } from './fault.ts';
import { stageFault } from './stage.ts';

export interface BlindOutcome {
  readonly fault: string;
  /** `inert`: nothing that the suite did made the fault show itself. */
  readonly status: 'caught' | 'missed' | 'inert' | 'broken';
  /** The first documented finding, if the fault is caught. */
  readonly requirement?: string;
  readonly check?: string;
  /** Findings of other levels, and errors. */
  readonly remarks?: readonly string[];
}

/** @param check the only one to be run, where it is known which one catches the fault */
export async function tryFault(fault: BlindFault, check?: string): Promise<BlindOutcome> {
  await using staged = await stageFault(fault);
  const checks = check === undefined ? allChecks : allChecks.filter(({ id }) => id === check);
  const { findings, verdict, reason } = await collectResults(
    runConformance({
      ...{ target: staged.target, checks, seed: 1, profile: 'standard', concurrency: 4, tool },
      endAt: ({ level }) => level === 'documented',
    }),
  );
  const { changes, mistakes } = staged.deeds;
  const first = findings.find(({ level }) => level === 'documented');
  const remarks = [
    ...new Set([
      ...mistakes,
      ...findings.filter((each) => each !== first).map(({ id, level }) => `${level}: ${id}`),
      ...(['error', 'incomplete'].includes(verdict) && first === undefined ? [`${verdict}: ${reason}`] : []),
    ]),
  ];
  const rest = remarks.length > 0 ? { remarks } : {};
  if (first !== undefined)
    return { fault: fault.id, status: 'caught', requirement: first.requirement, check: first.check, ...rest };
  if (mistakes.length > 0 && changes === 0) return { fault: fault.id, status: 'broken', ...rest };
  return { fault: fault.id, status: changes === 0 ? 'inert' : 'missed', ...rest };
}
