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

/**
 * A file is what is written in it. The `type` of package.json often says otherwise, because `npm init` writes
 * `commonjs` without asking. What a file imports is of the same edition.
 */
function readAsWritten(): void {
  registerHooks({
    resolve(name, context, nextResolve) {
      const found = nextResolve(name, context);
      const same = editionOf(context.parentURL);
      return isOfUser(found.url) && editionOf(found.url) === ''
        ? { ...found, url: `${found.url}${same}` }
        : found;
    },
    load(url, context, nextLoad) {
      const [, extension] = /\.[cm]?([jt]s)(?:\?edition=\d+)?$/.exec(url) ?? [];
      if (!isOfUser(url) || extension === undefined || context.format?.startsWith('module'))
        return nextLoad(url, context);
      if (!opensAsModule.test(readFileSync(fileURLToPath(url), 'utf8'))) return nextLoad(url, context);
      return nextLoad(url, { ...context, format: extension === 'ts' ? 'module-typescript' : 'module' });
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
