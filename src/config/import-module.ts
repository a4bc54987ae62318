/** Loads modules of the user: a configuration, an adapter, the module of a control. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const opensAsModule = /^(?:import|export)[\s{*'"]/m;

/** How often the files of the user may have changed since the process started. */
let edition = 0;

/** The files are read again from now on: somebody has changed them while this process goes on. */
export function forgetModules(): void {
  edition += 1;
}

const editionOf = (url = ''): string => /\?edition=\d+$/.exec(url)?.[0] ?? '';

/** The JavaScript files of the user that were loaded. */
const scripts = new Set<string>();

const isOfUser = (url: string): boolean => url.startsWith('file:') && !url.includes('/node_modules/');

const extensionOf = (url: string) => /\.[cm]?([jt]s)(?:\?edition=\d+)?$/.exec(url)?.[1];

/** The format that the text of a file has, if its name and package.json say otherwise. */
function formatAsWritten(url: string, format: string | null | undefined): string | null | undefined {
  const extension = extensionOf(url);
  if (extension === undefined || format?.startsWith('module')) return format;
  if (!opensAsModule.test(readFileSync(fileURLToPath(url), 'utf8'))) return format;
  return extension === 'ts' ? 'module-typescript' : 'module';
}

/**
 * A file is what is written in it. The `type` of package.json often says otherwise, because `npm init` writes
 * `commonjs` without asking. What a file imports is of the same edition.
 */
function readAsWritten(): void {
  // Without `load`: with that hook, Node.js before 22.23 and 24.14 cannot import packages of CommonJS that have cycles.
  registerHooks({
    resolve(name, context, nextResolve) {
      const found = nextResolve(name, context);
      if (!isOfUser(found.url)) return found;
      if (extensionOf(found.url) === 'js') scripts.add(fileURLToPath(found.url));
      const same = editionOf(found.url) === '' ? editionOf(context.parentURL) : '';
      return { ...found, format: formatAsWritten(found.url, found.format), url: `${found.url}${same}` };
    },
  });
}

let isRegistered = false;

/** @throws whatever the module throws, and the error of Node when it cannot be read */
export async function importModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  if (!isRegistered) readAsWritten();
  isRegistered = true;
  const { href } = pathToFileURL(path);
  return await import(edition === 0 ? href : `${href}?edition=${edition}`);
}

interface Place {
  readonly file: string;
  readonly line: string;
  readonly column: string | number;
}

const pathOf = (file: string) => (file.startsWith('file:') ? fileURLToPath(file) : file);

/** The place that Node writes above an error of syntax, with an excerpt. */
function excerptPlace(text: string): Place | undefined {
  const [head = '', ...lines] = text.split('\n');
  const [, file, line] = /^(\S.*):(\d+)$/.exec(head) ?? [];
  if (file === undefined || line === undefined) return undefined;
  const marks = lines.find((each) => /^\s*\^+$/.test(each)) ?? '^';
  return { file: pathOf(file), line, column: marks.indexOf('^') + 1 };
}

/** Node does not say where the syntax of an ES module is wrong, unless it checks the file alone. */
function checkedPlace(): Place | undefined {
  for (const file of scripts) {
    const args = ['--check', '--input-type=module', '-'];
    const { stderr } = spawnSync(process.execPath, args, { input: readFileSync(file), encoding: 'utf8' });
    const place = excerptPlace(stderr);
    if (place !== undefined) return { ...place, file };
  }
  return undefined;
}

function thrownPlace(stack: string): Place | undefined {
  const [first = ''] = /^ +at .*$/m.exec(stack) ?? [];
  const [, file, line, column] = /(file:\S+):(\d+):(\d+)\)?$/.exec(first) ?? [];
  if (file === undefined || !isOfUser(file) || line === undefined || column === undefined) return undefined;
  return { file: pathOf(file), line, column };
}

/**
 * ` at line 2, column 7`, for an error of `importModule`; with the file if it is one that the module imports. It shows none
 * of the text, which could contain a secret.
 */
export function placeOfError({ name, stack = '' }: Error, path: string): string {
  const place =
    excerptPlace(stack) ?? (name === 'SyntaxError' ? checkedPlace() : undefined) ?? thrownPlace(stack);
  if (place === undefined) return '';
  const { file, line, column } = place;
  return `${file === path ? '' : ` in ${relative('.', file)}`} at line ${line}, column ${column}`;
}
