/** Loads modules of the user: a configuration, an adapter, the module of a control. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const opensAsModule = /^(?:import|export)[\s{*'"]/m;

/** How often the files of the user may have changed since the process started. */
let edition = 0;

/** The files are read again from now on: somebody has changed them while this process goes on. */
export function forgetModules(): void {
  edition += 1;
}

const editionOf = (url = ''): string => /\?edition=\d+$/.exec(url)?.[0] ?? '';

const isOfUser = (url: string): boolean => url.startsWith('file:') && !url.includes('/node_modules/');

/** The format that the text of a file has, if its name and package.json say otherwise. */
function formatAsWritten(url: string, format: string | null | undefined): string | null | undefined {
  const [, extension] = /\.[cm]?([jt]s)(?:\?edition=\d+)?$/.exec(url) ?? [];
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
