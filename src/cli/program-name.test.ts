import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/conformance-process.ts';
import { tool } from '../tool.ts';
import { programName } from './program-name.ts';

it.each([
  ['a command of the shell', '/usr/local/bin/conformance', 'conformance'],
  ['installed in the project', '/work/shop/node_modules/.bin/conformance', 'npx conformance'],
  ['installed above the folder', '/work/node_modules/.bin/conformance', 'npx conformance'],
  [
    'fetched by npx',
    '/root/.npm/_npx/5f/node_modules/.bin/conformance',
    `npx --package workforce-conformance@${tool.version} conformance`,
  ],
  ['in a checkout', '/work/kit/bin/main.ts', 'node ../kit/bin/main.ts'],
  ['by its file', '/work/my kit/bin/conformance.js', "node '../my kit/bin/conformance.js'"],
  ['in a way that nothing is known of', undefined, 'conformance'],
])('names a command line that is %s', (_, started, want) => {
  expect(programName(started, '/work/shop')).toBe(want);
});

it('names npx in a checkout, whose own Node.js it uses, also where npx links to it', () => {
  using folder = temporaryFolder();
  const kit = join(folder.path, 'kit');
  mkdirSync(join(kit, 'bin'), { recursive: true });
  mkdirSync(join(folder.path, 'cache/node_modules/.bin'), { recursive: true });
  folder.write('kit/bin/conformance.js', '');
  const linked = join(folder.path, 'cache/node_modules/.bin/conformance');
  symlinkSync(join(kit, 'bin/conformance.js'), linked);
  for (const started of [linked, join(kit, 'bin/main.ts')])
    expect(programName(started, kit)).toBe('npx conformance');
  expect(programName(linked, folder.path)).toBe('node kit/bin/conformance.js');
});
