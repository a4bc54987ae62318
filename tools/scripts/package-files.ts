/**
 * Adds to the build what is no code: the description and the signature vectors, for tools of any language.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
