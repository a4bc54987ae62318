/** The measurements, in the form in which they are stored. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Outcome } from './trial.ts';

/** The part of a fault's outcome that the same judgements reproduce. */
export interface FaultResult extends Pick<Outcome, 'found'> {
  readonly fault: string;
  /** Why the trial failed. */
  readonly failed?: string;
}

export interface Results {
  readonly date: string;
  readonly machine: string;
  readonly seconds: number;
  /** The traffic of the sound server. */
  readonly requests: number;
  readonly deliveries: number;
  /** Findings on the sound server; each would be a false alarm. */
  readonly falseAlarms: readonly string[];
  readonly faults: readonly FaultResult[];
}

const file = new URL('./results.json', import.meta.url);

/** One fault per line, so that changes can be read. */
export function writeResults({ faults, ...rest }: Results): void {
  const head = JSON.stringify(rest, null, 2).slice(0, -2);
  const lines = faults.map((fault) => `    ${JSON.stringify(fault)}`);
  writeFileSync(file, `${head},\n  "faults": [\n${lines.join(',\n')}\n  ]\n}\n`);
}

/** @throws Error when nothing was measured yet */
export function readResults(): Results {
  if (!existsSync(file)) throw new Error('Nothing was measured yet: npm run task -- watching');
  // Written above.
  return JSON.parse(readFileSync(file, 'utf8')) as Results;
}
