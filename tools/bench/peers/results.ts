/** The tools of the comparison, and their measurements as they are stored: a file for each. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Comparison } from './comparison-page.ts';
import sample from './sample.json' with { type: 'json' };
import type { Tool } from './tool.ts';
import { dredd } from './tools/dredd.ts';
import { portman } from './tools/portman.ts';
import { prism } from './tools/prism.ts';
import { schemathesis } from './tools/schemathesis.ts';
import { specmatic } from './tools/specmatic.ts';
import { suite } from './tools/suite.ts';
import type { Measured, Sampled } from './trial.ts';

const fileOf = (tool: string) => new URL(`./results/${tool}.json`, import.meta.url);

/** @param cache the folder that the peers are installed in */
export const toolsIn = (cache: string): readonly Tool[] => [
  suite,
  portman(cache),
  dredd(cache),
  prism,
  schemathesis(cache),
  specmatic(cache),
];

/**
 * Each tool has a file, trial by trial, so that an interrupted run goes on where it was.
 *
 * @returns undefined when the tool has never been run
 */
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

/** All that was measured. */
export function readComparison(): Comparison {
  const tools = toolsIn('');
  return { tools, sample: sample as Sampled[], measured: tools.flatMap(({ id }) => readMeasured(id) ?? []) };
}
