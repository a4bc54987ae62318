import { expect, it } from 'vitest';
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
