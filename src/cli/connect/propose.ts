/** The proposals of `connect`: each line is tried, and kept if its trial or a check shows that it works. */
import { ConformanceError } from '../../../conformance/engine/errors.ts';
import { visibleLine } from '../../../markup/visible-text.ts';
import { plural } from '../../../reports/wording.ts';
import type { GuessedLine } from '../../discovery/adapter-text.ts';
import { diagnose } from './diagnose.ts';
import { adapterFile, type FirstFiles } from './first-files.ts';
import { type Guide, showLine, type TriedFiles, tryFiles } from './guide.ts';
import { settle } from './settle.ts';
import { takeBack, type Work, writeAdapter } from './work.ts';

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
        `If you trust the server with such a key, set ${variable} to it and remove the // of every block that names it.`,
    );
  return isAllowed;
}

/** Uses lines, tries them, and takes back those that are wrong or take requirements away. */
async function accept(lines: readonly string[], before: TriedFiles, work: Work): Promise<TriedFiles> {
  const { terminal } = work.guide;
  for (const line of lines) work.lines.add(line);
  writeAdapter(work);
  try {
    const after = await tryFiles(work.guide);
    const tried = (after.survey.lines ?? []).filter(({ line }) => lines.includes(line));
    const works = tried.filter(({ outcome }) => outcome === 'works').length;
    if (lines.length > 1) terminal.line(`  ${works} of ${plural(lines.length, 'line')} work.`);
    for (const each of tried) if (lines.length === 1 || each.outcome !== 'works') showLine(each, terminal);
    if (after.diagnosis.exercisable.length < before.diagnosis.exercisable.length) {
      takeBack(lines, () => 'a run would exercise less with it', work);
      return before;
    }
    const bad = tried.filter(({ outcome }) => outcome !== 'works' && outcome !== 'not tried');
    const names = bad.map(({ line }) => line);
    takeBack(names, (line) => bad.find((each) => each.line === line)?.why ?? '', work);
    for (const { line, outcome } of tried) if (outcome === 'not tried') work.open.add(line);
    if (bad.length === lines.length) return before;
    return bad.length === 0 ? after : await tryFiles(work.guide);
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
  const { prompts, terminal } = work.guide;
  const lines = (now.survey.lines ?? []).filter(({ envelope }) => envelope !== undefined);
  const [name, ...others] = new Set(lines.map(({ envelope }) => envelope));
  if (name === undefined || others.length > 0 || work.first.adapter === undefined) return now;
  terminal.line();
  terminal.line(`unwrap: ${visibleLine(name)}`);
  terminal.line(`  ${plural(lines.length, 'line')} returned everything in this field`);
  if (!(await prompts.confirm(`Write this line into ${adapterFile}?`))) return now;
  work.unwrap = name;
  writeAdapter(work);
  const after = await tryFiles(work.guide);
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
    if (guess.requires.length > 0) {
      terminal.line();
      terminal.line(`not proposed: ${guess.line}`);
      terminal.line(
        `  The server requires ${visibleLine(guess.requires.join(', '))}: complete its line in ${adapterFile}.`,
      );
      continue;
    }
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
 * Proposes what the description leaves to the user, and leaves as comments what does not work.
 *
 * @returns the documented requirements that fail with the lines that are kept
 */
export async function propose(first: FirstFiles, now: TriedFiles, guide: Guide): Promise<readonly string[]> {
  const work: Work = {
    ...{ first, guide },
    ...{ lines: new Set(), keys: new Set(), open: new Set(), asked: new Map() },
  };
  const opened = await proposeEnvelope(now, work);
  const after = await proposeGuesses(await proposeControls(opened, work), work);
  return await settle(now, after, work);
}
