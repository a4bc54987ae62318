/**
 * Puts the package of sdk/ in the place of the copy that the compiler has built. The sources import sdk/ by its path, so that
 * nothing has to be built to run them.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const folder = join(import.meta.dirname, '../../dist/sdk');
const entries = { types: 'types', client: 'client/index', webhooks: 'webhooks/index' };

rmSync(folder, { recursive: true });
for (const [entry, name] of Object.entries(entries)) {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  for (const extension of ['js', 'd.ts'])
    writeFileSync(`${file}.${extension}`, `export * from '@workforce-conformance/sdk/${entry}';\n`);
}

// CommonJS may import the types; there is nothing of them at run time.
writeFileSync(join(folder, 'types.d.cts'), "export type * from '@workforce-conformance/sdk/types';\n");
writeFileSync(join(folder, 'types.cjs'), "'use strict';\n");
