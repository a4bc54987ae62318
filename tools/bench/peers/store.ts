/** The files that the comparison is kept in, one for each tool and trial by trial, so that an interrupted run goes on where it was. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Measured } from './trial.ts';

const fileOf = (tool: string) => new URL(`./results/${tool}.json`, import.meta.url);

/** @returns undefined when the tool has never been run */
export function readMeasured(tool: string): Measured | undefined {
  const file = fileOf(tool);
  // Written below.
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Measured) : undefined;
}

/** One trial per line, so that changes can be read. */
export function writeMeasured({ trials, ...rest }: Measured): void {
  mkdirSync(new URL('./results/', import.meta.url), { recursive: true });
  const head = JSON.stringify(rest, null, 2).slice(0, -2);
  const lines = trials.map((trial) => `    ${JSON.stringify(trial)}`);
  writeFileSync(fileOf(rest.tool), `${head},\n  "trials": [\n${lines.join(',\n')}\n  ]\n}\n`);
}
