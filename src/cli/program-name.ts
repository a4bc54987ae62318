/** How the command line was started, so that a printed command starts it in the same way. */
import { realpathSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { shellWord } from '../../reports/shell.ts';
import { tool } from '../tool.ts';

/** The file that runs when the package is installed. */
const installed = /[\\/]node_modules[\\/]\.bin[\\/]conformance(\.\w+)?$/;
const isInFolderOfPackages = /[\\/]node_modules[\\/]/;
/** The file that runs in a checkout, or when a shim starts the file itself. */
const script = /[\\/]bin[\\/](conformance\.js|main\.[jt]s)$/;

const isInside = (folder: string, parent: string) => `${folder}${sep}`.startsWith(`${parent}${sep}`);

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/**
 * @param started path of the file that Node was started with
 * @returns `conformance` where it is a command of the shell, or the file says nothing of it
 */
export function programName(started: string | undefined, folder: string): string {
  const file = resolve(folder, started ?? '');
  const project = dirname(dirname(dirname(file)));
  if (installed.test(file) && isInside(folder, project)) return 'npx conformance';
  // npx links to a checkout in which it is called.
  const real = realPath(file);
  if (script.test(real) && !isInFolderOfPackages.test(real))
    return isInside(folder, dirname(dirname(real)))
      ? 'npx conformance'
      : `node ${shellWord(relative(folder, real))}`;
  // If the package is not installed, npx would run another package with the name of the command.
  if (installed.test(file)) return `npx --package ${tool.name}@${tool.version} conformance`;
  return script.test(file) ? `node ${shellWord(relative(folder, file))}` : 'conformance';
}

/** The program as the user has just started it. */
export const thisProgram = (): string => programName(process.argv[1], process.cwd());
