/** The proposals of `connect`: each line is tried, and kept if its trial or a check shows that it works. */
import { allChecks } from '../../../conformance/all-checks.ts';
import { ConformanceError } from '../../../conformance/engine/errors.ts';
import type { RequirementResult } from '../../../conformance/engine/requirement-results.ts';
import { visibleLine } from '../../../markup/visible-text.ts';
import { documentedFigures, plural } from '../../../reports/wording.ts';
import type { GuessedLine } from '../../discovery/adapter-text.ts';
import { runAndReport } from '../run/run.ts';
import { diagnose, needing } from './diagnose.ts';
import { adapterFile, type FirstFiles } from './first-files.ts';
import { type Guide, settingsOfFiles, showLine, type TriedFiles, tryFiles } from './guide.ts';

/** The proposals, and what became of them so far. */
interface Work {
  readonly first: FirstFiles;
  readonly guide: Guide;
  /** What the adapter is written with. */
  readonly lines: Set<string>;
  readonly keys: Set<string>;
  /** Lines whose trial has shown nothing, so that the checks decide at the end. */
  readonly open: Set<string>;
  readonly asked: Map<string, boolean>;
  /** The field that holds each response, as the trial of the lines has shown. */
  unwrap?: string;
}

/** Whether a key may be sent, which is asked once. */
async function maySend(variable: string, { asked, keys, first, guide }: Work): Promise<boolean> {
  const known = asked.get(variable);
  if (known !== undefined) return known;
  const { prompts, terminal } = guide;
  const { baseUrl } = first.target;
  const isSet = Boolean(process.env[variable]);
  const isAllowed = isSet && (await prompts.confirmKey(variable, baseUrl));
  asked.set(variable, isAllowed);
  if (isAllowed) keys.add(variable);
  terminal.line();
  if (isAllowed) terminal.line(`Sends the key in ${variable} to ${baseUrl}, for the lines that ask for it.`);
  else
    terminal.line(
      `The lines that ask for the key in ${variable} stay comments: ${isSet ? 'it is not sent' : 'it is not set'}. ` +
        `If you trust the server with such a key, set ${variable} to it and take the // away.`,
    );
  return isAllowed;
}

function write({ first, lines, keys, unwrap }: Work): void {
  first.rewriteAdapter({ lines, keys, ...(unwrap !== undefined && { unwrap }) });
}

function takeBack(lines: readonly string[], why: (line: string) => string, work: Work): void {
  for (const line of lines) {
    work.lines.delete(line);
    work.open.delete(line);
    work.guide.terminal.line(`  taken back: ${line}: ${visibleLine(why(line))}`);
  }
  write(work);
}

/** Runs the checks of requirements, and says how they ended. */
async function runChecks(
  requirements: readonly string[],
  { terminal, signal, loadFaults }: Guide,
): Promise<readonly RequirementResult[]> {
  const checks = allChecks
    .filter(({ covers }) => covers.some((id) => requirements.includes(id)))
    .map(({ id }) => id);
  if (checks.length === 0) return [];
  const settings = await settingsOfFiles();
  const flags = { control: true, try: true, quiet: true, color: false, profile: 'smoke', checks } as const;
  const silent = { ...terminal, write: () => {}, line: () => {}, writeTrusted: () => {} };
  const { results } = await runAndReport(flags, settings, loadFaults, silent, signal);
  const { passed, failed } = documentedFigures(results);
  terminal.line();
  terminal.line(
    `Checks of what was added: ${passed} requirements passed, ${failed} failed (${settings.out})`,
  );
  return results.requirements;
}

/** Uses lines, tries them, and takes back those that are wrong or take requirements away. */
async function accept(lines: readonly string[], before: TriedFiles, work: Work): Promise<TriedFiles> {
  const { terminal, signal } = work.guide;
  for (const line of lines) work.lines.add(line);
  write(work);
  try {
    const after = await tryFiles(signal);
    const tried = (after.survey.lines ?? []).filter(({ line }) => lines.includes(line));
    const works = tried.filter(({ outcome }) => outcome === 'works').length;
    if (lines.length > 1) terminal.line(`  ${works} of ${plural(lines.length, 'line')} work.`);
    for (const each of tried) if (lines.length === 1 || each.outcome !== 'works') showLine(each, terminal);
    if (after.diagnosis.exercisable.length < before.diagnosis.exercisable.length) {
      takeBack(lines, () => 'a run would exercise less with it', work);
      return before;
    }
    const bad = tried.filter(({ outcome }) => outcome === 'wrong' || outcome === 'unusable');
    const names = bad.map(({ line }) => line);
    takeBack(names, (line) => bad.find((each) => each.line === line)?.why ?? '', work);
    for (const { line, outcome } of tried)
      if (outcome === 'refused' || outcome === 'not tried') work.open.add(line);
    if (bad.length === lines.length) return before;
    return bad.length === 0 ? after : await tryFiles(signal);
  } catch (error) {
    if (!(error instanceof ConformanceError) || error.code !== 'CONFIGURATION_INVALID') throw error;
    const { message } = error;
    takeBack(lines, () => message, work);
    return before;
  }
}

/** How many requirements a run could exercise in addition, if a guess is right. */
function worthOf({ line }: GuessedLine, { target, diagnosis }: TriedFiles): number {
  const [kind, name = ''] = line.split('.');
  const own = kind === 'controls' ? { [name]: async () => undefined } : {};
  const controls = Object.assign({}, target.controls, own);
  const absentOperations = target.absentOperations.filter((id) => line !== `operations.${id}`);
  const reach = diagnose({ ...target, controls, absentOperations }).exercisable.length;
  return reach - diagnosis.exercisable.length;
}

const countWorking = ({ survey: { lines = [] } }: TriedFiles) =>
  lines.filter(({ outcome }) => outcome === 'works').length;

/** Proposes `unwrap` if the same field held what each line has to return, and keeps it if more lines work with it. */
async function proposeEnvelope(now: TriedFiles, work: Work): Promise<TriedFiles> {
  const { prompts, terminal, signal } = work.guide;
  const lines = (now.survey.lines ?? []).filter(({ envelope }) => envelope !== undefined);
  const [name, ...others] = new Set(lines.map(({ envelope }) => envelope));
  if (name === undefined || others.length > 0 || work.first.adapter === undefined) return now;
  terminal.line();
  terminal.line(`unwrap: ${visibleLine(name)}`);
  terminal.line(`  ${plural(lines.length, 'line')} returned everything in this field`);
  if (!(await prompts.confirm(`Write this line into ${adapterFile}?`))) return now;
  work.unwrap = name;
  write(work);
  const after = await tryFiles(signal);
  if (countWorking(after) > countWorking(now)) {
    terminal.line(`  works: ${countWorking(after)} instead of ${plural(countWorking(now), 'line')}`);
    return after;
  }
  delete work.unwrap;
  takeBack(['unwrap'], () => 'no further line works with it', work);
  return now;
}

/** Proposes the controls that are sure and wait only for their key. */
async function proposeControls(now: TriedFiles, work: Work): Promise<TriedFiles> {
  const { variable, lines } = work.first.adapter?.keyedControls ?? {};
  if (variable === undefined || lines === undefined || !(await maySend(variable, work))) return now;
  const { prompts, terminal } = work.guide;
  terminal.line(`  ${lines.join(', ')}`);
  if (!(await prompts.confirm(`Write these ${plural(lines.length, 'line')} into ${adapterFile}?`)))
    return now;
  return await accept(lines, now, work);
}

/** Proposes each guess of the description, the one that adds most first. */
async function proposeGuesses(now: TriedFiles, work: Work): Promise<TriedFiles> {
  const { prompts, terminal } = work.guide;
  let tried = now;
  let left = work.first.adapter?.guesses ?? [];
  while (left.length > 0) {
    const [best, ...others] = left
      .map((guess) => ({ guess, worth: worthOf(guess, tried) }))
      .toSorted((a, b) => b.worth - a.worth);
    if (best === undefined) break;
    const { guess, worth } = best;
    left = others.map((other) => other.guess);
    if (guess.variable !== undefined && !(await maySend(guess.variable, work))) continue;
    terminal.line();
    terminal.line(`+${worth}  ${guess.line}`);
    terminal.line(`  expected: ${guess.expected}`);
    terminal.line(`  the description: ${visibleLine(guess.found)}`);
    for (const text of guess.text) terminal.line(`  ${visibleLine(text)}`);
    if (await prompts.confirm(`Write this line into ${adapterFile}?`))
      tried = await accept([guess.line], tried, work);
  }
  return tried;
}

/**
 * Runs the checks of what the proposals have added. Keeps a line whose trial has shown nothing only if a requirement that
 * needs it passes, and none fails.
 */
async function settle(before: TriedFiles, after: TriedFiles, work: Work): Promise<void> {
  const had = new Set(before.diagnosis.exercisable);
  const added = after.diagnosis.exercisable.filter((id) => !had.has(id));
  const needs = new Map(
    [...work.open].map((line) => [line, needing(after.target, line).filter((id) => !had.has(id))] as const),
  );
  const results = await runChecks(added, work.guide);
  const statuses = (line: string) =>
    results.flatMap(({ id, status }) => (needs.get(line)?.includes(id) ? [status] : []));
  const isBroken = (line: string) => statuses(line).includes('failed');
  const useless = [...needs.keys()].filter((line) => isBroken(line) || !statuses(line).includes('passed'));
  const why = (line: string) =>
    isBroken(line)
      ? 'its trial has shown nothing, and a requirement that needs it fails'
      : 'neither its trial nor a check has shown that it works';
  takeBack(useless, why, work);
}

/** Proposes what the description leaves to the user, and leaves as comments what does not work. */
export async function propose(first: FirstFiles, now: TriedFiles, guide: Guide): Promise<void> {
  const work: Work = {
    ...{ first, guide },
    ...{ lines: new Set(), keys: new Set(), open: new Set(), asked: new Map() },
  };
  const opened = await proposeEnvelope(now, work);
  const after = await proposeGuesses(await proposeControls(opened, work), work);
  await settle(now, after, work);
}
