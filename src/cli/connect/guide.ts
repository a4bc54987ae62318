/** What the steps of `connect` share: the trial of the files as they are now. */
import type { Survey, TriedLine } from '../../../conformance/engine/survey.ts';
import { accessOf, type Target } from '../../../conformance/target/target.ts';
import { visibleLine } from '../../../markup/visible-text.ts';
import { allOperations } from '../../../openapi/description.ts';
import { forgetModules } from '../../config/import-module.ts';
import { type RunSettings, resolveRun } from '../../config/settings.ts';
import { loadConfig } from '../config-file.ts';
import type { Terminal } from '../terminal.ts';
import { type Diagnosis, diagnose } from './diagnose.ts';
import { seedOfTrial } from './inspect.ts';
import { lookAtTarget } from './look-at-target.ts';
import { showStep } from './progress.ts';
import type { Prompts } from './prompts.ts';

/** What every step has at hand. */
export interface Guide {
  readonly prompts: Prompts;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

export const maySendWrites = (target: Target) =>
  accessOf(target) === 'read-write' && target.environment !== 'production';

/** The target of the files as they are now, its survey with the trial of each line, and what a run exercises at the most. */
export interface TriedFiles {
  readonly target: Target;
  readonly survey: Survey;
  readonly diagnosis: Diagnosis;
}

/** The settings of the files as they are now. */
export async function settingsOfFiles(): Promise<RunSettings> {
  forgetModules();
  return resolveRun({ control: true }, await loadConfig(undefined), process.env, () => seedOfTrial);
}

export async function tryFiles({ terminal, signal }: Guide): Promise<TriedFiles> {
  using _step = showStep('Trying the lines of the adapter', terminal);
  const settings = await settingsOfFiles();
  const tries = (target: Target) => (maySendWrites(target) ? 'lines' : 'nothing');
  return await lookAtTarget(settings.target, tries, signal, ({ target, survey, absent }) => {
    const known = { ...target, absentOperations: [...target.absentOperations, ...absent] };
    return { target: known, survey, diagnosis: diagnose(known) };
  });
}

function requestOf(line: string): string {
  const own = allOperations.find(({ id }) => line === `operations.${id}`);
  return own === undefined ? 'its effect can be seen' : `${own.method.toUpperCase()} ${own.path}`;
}

/** What the target did beside what is expected. */
export function showLine({ line: name, outcome, why }: TriedLine, { line }: Terminal): void {
  line(`  ${outcome}: ${name}`);
  line(`    expected: ${requestOf(name)}`);
  line(`    the server: ${visibleLine(why)}`);
}
