/**
 * Adds to the build the files that are no code: the description, the signature vectors and the schema of a configuration,
 * for tools of any language.
 */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import bundled from '../../openapi/generated/openapi.json' with { type: 'json' };
import { portableForm } from '../../openapi/portable.ts';

const repository = join(import.meta.dirname, '../..');
const built = join(repository, 'dist');

for (const file of ['openapi/vectors/webhook-signatures.json', 'src/config/config.schema.json']) {
  mkdirSync(dirname(join(built, file)), { recursive: true });
  copyFileSync(join(repository, file), join(built, file));
}

const description = portableForm(bundled, { keepsWebhooks: true });
writeFileSync(
  join(built, 'openapi.yaml'),
  stringify(description, { aliasDuplicateObjects: false, lineWidth: 120 }),
);
