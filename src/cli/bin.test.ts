import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/conformance-process.ts';

const bin = fileURLToPath(new URL('../../bin/conformance.js', import.meta.url));
const programs = ['bin/main.ts', 'dist/bin/main.js'] as const;

describe('the program of the package starts', () => {
  it.each<[string, readonly (typeof programs)[number][], string]>([
    ['the build, which is all that a package has', ['dist/bin/main.js'], 'dist/bin/main.js'],
    ['the sources of a working copy', ['bin/main.ts'], 'bin/main.ts'],
    ['the sources also where somebody built once', programs, 'bin/main.ts'],
  ])('%s', (_, present, want) => {
    using folder = temporaryFolder();
    for (const name of ['bin/conformance.js', ...present])
      mkdirSync(dirname(join(folder.path, name)), { recursive: true });
    copyFileSync(bin, join(folder.path, 'bin/conformance.js'));
    writeFileSync(join(folder.path, 'package.json'), '{ "type": "module" }');
    for (const name of present) writeFileSync(join(folder.path, name), `process.stdout.write('${name}');\n`);
    const { stdout, stderr } = spawnSync(process.execPath, [join(folder.path, 'bin/conformance.js')], {
      encoding: 'utf8',
    });
    expect({ stdout, stderr }).toEqual({ stdout: want, stderr: '' });
  });
});

it('a configuration that imports a clone without a build is told to build it', async () => {
  using folder = temporaryFolder();
  const clone = 'node_modules/workforce-conformance';
  mkdirSync(join(folder.path, clone), { recursive: true });
  const manifest = { type: 'module', exports: { '.': './dist/src/index.js' } };
  folder.write(`${clone}/package.json`, JSON.stringify(manifest));
  folder.write('conformance.config.mjs', "export { defineConfig as default } from 'workforce-conformance';");
  const { code, stderr } = await folder.start(['run', '--config', 'conformance.config.mjs']).ended;
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(
      /this clone of workforce-conformance is not built: run npm run build in it$/m,
    ),
  });
});
