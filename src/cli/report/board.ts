/** `conformance board`: one page about the runs of several servers. */
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { Command } from 'commander';
import { renderBadge } from '../../../reports/badge.ts';
import { renderBoard } from '../../../reports/board.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { colorOption, teach } from '../options.ts';
import { attempt, prepareFolder, writeWhole } from '../run/report-folder.ts';
import { isFolder, readRun, warnOfUnfinished } from '../run/run-files.ts';
import { createTerminal } from '../terminal.ts';

interface Options {
  readonly out: string;
  readonly color: boolean;
}

const folderOf = (path: string) => resolve(isFolder(path) ? path : dirname(path));

/** The longest folder that all are below. */
function commonFolder(folders: readonly string[]): string {
  const parts = folders.map((folder) => folder.split(sep));
  const [first = []] = parts;
  const end = first.findIndex((part, index) => parts.some((other) => other[index] !== part));
  return (end === -1 ? first.slice(0, -1) : first.slice(0, end)).join(sep);
}

/** The folder directly below the common one names the server. */
const serverOf = (folder: string, common: string) =>
  relative(common, folder).split(sep)[0] || basename(folder);

/** An address of a file beside the page. */
const addressOf = (out: string, path: string) =>
  relative(resolve(out), path).split(sep).map(encodeURIComponent).join('/');

async function board(files: readonly string[], { out, color }: Options): Promise<ExitCode> {
  const terminal = createTerminal({ color });
  const folders = files.map(folderOf);
  const common = commonFolder(folders);
  const runs = files.map((file, index) => {
    const results = readRun(file);
    warnOfUnfinished(results, file, terminal.warn);
    const folder = folders[index] ?? '';
    return { implementation: serverOf(folder, common), results, folder };
  });
  runs.sort((a, b) => a.results.run.startedAt.localeCompare(b.results.run.startedAt));
  prepareFolder(out);
  const written: string[] = [];
  const failures: string[] = [];
  const write = async (name: string, text: string) => {
    const path = join(out, name);
    const outcome = await attempt(path, async () => writeWhole(path, text));
    failures.push(...outcome.failures);
    if (outcome.failures.length === 0) written.push(path);
  };
  const placed = [];
  for (const { implementation, results, folder } of runs) {
    const badge = `${implementation.replaceAll(/[^\w.-]+/g, '-')}.svg`;
    await write(badge, renderBadge(results));
    const report = join(folder, 'index.html');
    placed.push({
      implementation,
      results,
      badge,
      ...(existsSync(report) && { report: addressOf(out, report) }),
    });
  }
  await write('index.html', renderBoard(placed));
  for (const path of new Set(written)) terminal.line(path);
  for (const failure of failures) terminal.warn(`error: ${failure}`);
  return failures.length > 0 ? exitCodes.unwritten : exitCodes.success;
}

export function boardCommand(finish: Finish): Command {
  const command = new Command('board')
    .description('Makes one page about the runs of several servers: areas, trends, claims and findings.')
    .argument('<results...>', 'results.json or results.ndjson of the runs, or their folders')
    .option('--out <folder>', 'folder of the page', 'conformance-board')
    .addOption(colorOption())
    .action(async (files: readonly string[], options: Options) => finish(await board(files, options)));
  return teach(
    command,
    `
Examples:
  conformance board runs/*/results.json
  conformance board runs/vendor-a/2026-11-01 runs/vendor-a/2026-12-01 runs/vendor-b/2026-12-01 --out board

The folder below the one that all runs share names the server: several runs of a server show its trend.

Exit codes:
  0  the page was written
  2  wrong usage, or a file is not the results of a run
  5  a file could not be written`,
  );
}
