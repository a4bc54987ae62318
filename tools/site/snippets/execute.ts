/** Executes the snippets that a page marks as executable, in a folder that is removed afterwards. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseConfig } from '../../../src/config/parse-config.ts';
import { type Package, sourcesOf } from './check-typescript.ts';
import type { Problem, Snippet } from './fences.ts';

/** A snippet that takes longer than this hangs; on a busy machine, a trial of a server takes minutes. */
const timeoutMillis = 900_000;

function exitOf({ flags }: Snippet): number {
  const [, code] = flags.map((flag) => /^exits=(\d)$/.exec(flag)).find((match) => match !== null) ?? [];
  return Number(code ?? 0);
}

interface Ended {
  readonly status: number;
  readonly output: string;
}

function run(
  program: string,
  args: readonly string[],
  cwd: string,
  variables: Readonly<Record<string, string>> = {},
): Ended {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    timeout: timeoutMillis,
    env: { ...process.env, NO_COLOR: '1', CI: '', ...variables },
  });
  return { status: status ?? -1, output: `${stdout}${stderr}` };
}

/** The end of the output, without a stack of Node's own. */
function lastLines(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !/^ +at |^Node\.js v/.test(line));
  return lines.slice(-8).join('\n    ');
}

/** A folder in which `conformance` is this repository's. */
export function scratchFolder(root: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'snippet-'));
  const bin = join(folder, '.bin');
  mkdirSync(bin);
  // As in a project that has installed the package.
  const installed = join(folder, 'node_modules/.bin/conformance');
  mkdirSync(dirname(installed), { recursive: true });
  symlinkSync(join(root, 'bin/conformance.js'), installed);
  writeFileSync(join(bin, 'conformance'), `#!/bin/sh\nexec '${process.execPath}' '${installed}' "$@"\n`);
  writeFileSync(join(bin, 'npx'), '#!/bin/sh\nexec "$@"\n');
  for (const name of ['conformance', 'npx']) chmodSync(join(bin, name), 0o755);
  return folder;
}

/** Runs a script of bash in a scratch folder, with these variables beside its own. */
export function runScript(
  script: string,
  folder: string,
  variables: Readonly<Record<string, string>> = {},
): Ended {
  const PATH = `${join(folder, '.bin')}:${process.env.PATH}`;
  return run('bash', ['-euo', 'pipefail', '-c', script], folder, { ...variables, PATH });
}

/** Runs a whole snippet that is marked with `run`, as bash or as a module. */
export function executionProblems(snippet: Snippet, pack: Package): readonly Problem[] {
  const { file, line, language, context, text } = snippet;
  const folder = scratchFolder(pack.root);
  try {
    const wanted = exitOf(snippet);
    const ended =
      language === 'sh'
        ? runScript(text, folder)
        : run(process.execPath, [writeModule(folder, `${context}${text}`, pack)], folder);
    if (ended.status === wanted) return [];
    const message = `it ended with ${ended.status} instead of ${wanted}:\n    ${lastLines(ended.output)}`;
    return [{ file, line, message }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes a module whose imports of the package are those of the sources. */
function writeModule(folder: string, text: string, pack: Package): string {
  const sources = sourcesOf(pack);
  const module = join(folder, 'snippet.mts');
  const resolved = text.replace(
    /(\bfrom ')([^']+)(')/g,
    (whole, before: string, name: string, after: string) => {
      const source = sources[name];
      return source === undefined ? whole : `${before}${pathToFileURL(join(pack.root, source)).href}${after}`;
    },
  );
  writeFileSync(module, resolved);
  return module;
}

/** Reads a configuration in TypeScript as the command line does, for the rules that no type expresses. */
export async function configurationProblems(snippet: Snippet, pack: Package): Promise<readonly Problem[]> {
  const { file, line, text } = snippet;
  if (!text.includes('export default defineConfig(')) return [];
  const folder = scratchFolder(pack.root);
  try {
    const { default: config } = await import(pathToFileURL(writeModule(folder, text, pack)).href);
    parseConfig(config, 'conformance.config.ts');
    return [];
  } catch (error) {
    return [{ file, line, message: error instanceof Error ? error.message : String(error) }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a command that only prints. */
export function commandProblem(args: readonly string[], root: string): string | undefined {
  const { status, output } = run(process.execPath, [join(root, 'bin/main.ts'), ...args], root);
  return status === 0 ? undefined : `it ended with ${status}:\n    ${lastLines(output)}`;
}
