/**
 * Completes the build: the description and the signature vectors for tools of any language, and the package of sdk/ in the
 * place of a copy of it.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';

const repository = join(import.meta.dirname, '../..');
const built = join(repository, 'dist');

const vectors = 'openapi/vectors/webhook-signatures.json';
mkdirSync(dirname(join(built, vectors)), { recursive: true });
copyFileSync(join(repository, vectors), join(built, vectors));

const description: unknown = JSON.parse(
  readFileSync(join(repository, 'openapi/generated/openapi.json'), 'utf8'),
);
writeFileSync(join(built, 'openapi.yaml'), stringify(description, { lineWidth: 120 }));

// The sources import sdk/ by its path, so that nothing has to be built to run them. The package takes it from npm.
rmSync(join(built, 'sdk'), { recursive: true });
for (const [entry, file] of [
  ['types', 'types'],
  ['client', 'client/index'],
  ['webhooks', 'webhooks/index'],
] as const) {
  const text = `export * from '@workforce-conformance/sdk/${entry}';\n`;
  mkdirSync(dirname(join(built, 'sdk', file)), { recursive: true });
  for (const extension of ['js', 'd.ts']) writeFileSync(join(built, `sdk/${file}.${extension}`), text);
}

// CommonJS may import the types; there is nothing of them at run time.
writeFileSync(join(built, 'sdk/types.d.cts'), "export type * from '@workforce-conformance/sdk/types';\n");
writeFileSync(join(built, 'sdk/types.cjs'), "'use strict';\n");
