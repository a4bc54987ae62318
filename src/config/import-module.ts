/** Loads modules of the user: a configuration, an adapter, the module of a control. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const opensAsModule = /^(?:import|export)[\s{*'"]/m;

/**
 * A file is what is written in it. The `type` of package.json often says otherwise, because `npm init` writes
 * `commonjs` without asking.
 */
function readAsWritten(): void {
  registerHooks({
    load(url, context, nextLoad) {
      const [, extension] = /\.[cm]?([jt]s)$/.exec(url) ?? [];
      const isOwn = url.startsWith('file:') && !url.includes('/node_modules/');
      if (!isOwn || extension === undefined || context.format?.startsWith('module'))
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
  return await import(pathToFileURL(path).href);
}
