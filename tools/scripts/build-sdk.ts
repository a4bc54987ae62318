/** Builds sdk/dist: as ES modules, and as CommonJS for projects that `require` it. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '../..');
const sdk = join(repository, 'sdk');
const dist = join(sdk, 'dist');

const compile = (outDir: string, ...options: readonly string[]) =>
  execFileSync('tsc', ['-p', join(sdk, 'tsconfig.build.json'), '--outDir', join(dist, outDir), ...options], {
    stdio: 'inherit',
  });

rmSync(dist, { recursive: true, force: true });
compile('esm');
compile(
  'cjs',
  ...['--module', 'commonjs', '--moduleResolution', 'node10'],
  ...['--verbatimModuleSyntax', 'false', '--esModuleInterop', 'true'],
);
writeFileSync(join(dist, 'cjs/package.json'), '{ "type": "commonjs" }\n');

// The types of all operations are most of the package, so there is one copy of them.
const types = 'openapi/generated/types';
writeFileSync(
  join(dist, `cjs/${types}.d.ts`),
  `export type * from '../../../esm/${types}.js' with { 'resolution-mode': 'import' };\n`,
);

copyFileSync(join(repository, 'LICENSE'), join(dist, 'LICENSE'));
