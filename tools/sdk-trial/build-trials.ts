import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';

/** The trials as each runtime takes them. */
export interface BuiltTrials {
  /** Import the installed package. */
  readonly esm: string;
  readonly cjs: string;
  /** Hold the package. */
  readonly worker: string;
  readonly browser: string;
}

const external = ['@workforce-conformance/sdk'];

/** @param project has the package installed, so that it is the one that the trials import */
export async function buildTrials(project: string): Promise<BuiltTrials> {
  const nodePaths = [join(project, 'node_modules')];
  const make = async (entry: string, outName: string, options: BuildOptions): Promise<string> => {
    const outfile = join(project, outName);
    const entryPoints = [join(import.meta.dirname, entry)];
    // Not with the paths of the repository's tsconfig.json, which lead to the sources.
    const common = { bundle: true, target: 'es2022', tsconfigRaw: {}, nodePaths } as const;
    await build({ ...common, entryPoints, outfile, ...options });
    return outfile;
  };
  return {
    esm: await make('command.ts', 'command.mjs', { format: 'esm', external }),
    cjs: await make('command.ts', 'command.cjs', { format: 'cjs', external }),
    worker: await make('worker.ts', 'worker.mjs', { format: 'esm' }),
    browser: await make('run-trials.ts', 'browser.js', { format: 'iife', globalName: 'trials' }),
  };
}
