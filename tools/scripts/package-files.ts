/** Adds to the build the files that are no code: the description and the signature vectors, for tools of any language. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import bundled from '../../openapi/generated/openapi.json' with { type: 'json' };
import { portableForm } from '../../openapi/portable.ts';

const repository = join(import.meta.dirname, '../..');
const built = join(repository, 'dist');

const vectors = 'openapi/vectors/webhook-signatures.json';
mkdirSync(dirname(join(built, vectors)), { recursive: true });
copyFileSync(join(repository, vectors), join(built, vectors));

const description = portableForm(bundled, { keepsWebhooks: true });
writeFileSync(
  join(built, 'openapi.yaml'),
  stringify(description, { aliasDuplicateObjects: false, lineWidth: 120 }),
);
