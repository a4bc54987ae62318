/** How the command line was started, so that a printed command starts it in the same way. */
import { dirname, relative, resolve, sep } from 'node:path';
import { tool } from '../tool.ts';

/** The file that runs when the package is installed. */
const installed = /[\\/]node_modules[\\/]\.bin[\\/]conformance(\.\w+)?$/;
/** The file that runs in a checkout, or when a shim starts the file itself. */
const script = /[\\/]bin[\\/](conformance\.js|main\.[jt]s)$/;

/**
 * @param started path of the file that Node was started with
 * @returns `conformance` where it is a command of the shell, or the file says nothing of it
 */
export function programName(started: string | undefined, folder: string): string {
  const file = resolve(folder, started ?? '');
  if (installed.test(file)) {
    const project = dirname(dirname(dirname(file)));
    const isHere = `${folder}${sep}`.startsWith(`${project}${sep}`);
    // If the package is not installed, npx would run another package with the name of the command.
    return isHere ? 'npx conformance' : `npx --package ${tool.name}@${tool.version} conformance`;
  }
  if (!script.test(file)) return 'conformance';
  const path = relative(folder, file);
  return `node ${/^[\w./@-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`}`;
}
