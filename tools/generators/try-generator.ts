import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { allOperations, schemas } from '../../openapi/description.ts';
import type { Call, Generator } from './generator.ts';
import { execute } from './process.ts';

export interface Trial {
  /** The description, as JSON. */
  readonly openapi: string;
  readonly call: Call;
  readonly environment: NodeJS.ProcessEnv;
}

/** Names in the spelling of any language. */
const comparable = (text: string) => text.toLowerCase().replaceAll(/[^a-z\d]/g, '');

/** Tests that a generator writes name operations that the client may lack. */
const isSource = (name: string) =>
  /\.(py|java|go|ts|cs)$/.test(name) && !/^test_|_test\.|Tests?\./.test(name);

/** @throws Error that names the operations and events that the client lacks */
function checkCompleteness(client: string, onlyModels: boolean): void {
  const sources = readdirSync(client, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isSource(entry.name))
    .map(({ parentPath, name }) => comparable(`${name} ${readFileSync(join(parentPath, name), 'utf8')}`))
    .join('\n');
  const wanted = [
    ...(onlyModels ? [] : allOperations.map(({ id }) => id)),
    ...Object.keys(schemas).filter((name) => name.endsWith('Event') && name !== 'WebhookEvent'),
  ];
  const missing = wanted.filter((name) => !sources.includes(comparable(name)));
  if (missing.length > 0) throw new Error(`The client lacks ${missing.join(', ')}`);
}

/** Takes the steps of a generator in a folder that is gone afterwards. The first of them generates, the others need its files. */
export async function tryGenerator(
  { files, texts = {}, onlyModels = false, steps: [generate, ...steps] }: Generator,
  { openapi, call, environment }: Trial,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'generator-'));
  const options = { cwd: folder, env: environment };
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  try {
    write('openapi.json', openapi);
    write('call.json', JSON.stringify(call));
    for (const [name, text] of Object.entries(texts)) write(name, text);
    mkdirSync(join(folder, 'client'));
    await execute(generate, options);
    checkCompleteness(join(folder, 'client'), onlyModels);
    for (const [from, to] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, to)), { recursive: true });
      copyFileSync(join(import.meta.dirname, from), join(folder, to));
    }
    for (const step of steps) await execute(step, options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
