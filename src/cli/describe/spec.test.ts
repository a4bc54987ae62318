import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { allOperations } from '../../../openapi/description.ts';
import { documentedPart } from '../../../openapi/documented.ts';
import control from '../../../openapi/generated/control.json' with { type: 'json' };
import bundled from '../../../openapi/generated/openapi.json' with { type: 'json' };
import { portableForm } from '../../../openapi/portable.ts';
import { createReferenceServer } from '../../reference-server.ts';
import { temporaryFolder } from '../../testing/conformance-process.ts';
import { arazzoDocument } from '../../workflows/arazzo.ts';

const whole = portableForm(bundled, { keepsWebhooks: true });

describe('conformance spec', () => {
  it.each<[name: string, args: readonly string[], read: (text: string) => unknown, want: unknown]>([
    ['the description as YAML', [], parse, whole],
    ['the description as JSON', ['--format', 'json'], JSON.parse, whole],
    ['the control plane', ['--control', '--format', 'json'], JSON.parse, control],
    ['the workflows', ['--arazzo'], parse, arazzoDocument(bundled.info.version)],
    [
      'the documented part',
      ['--documented', '--format', 'json'],
      JSON.parse,
      portableForm(documentedPart(bundled), { keepsWebhooks: true }),
    ],
    [
      'it without webhooks',
      ['--no-webhooks', '--format', 'json'],
      JSON.parse,
      portableForm(bundled, { keepsWebhooks: false }),
    ],
  ])('prints %s', async (_, args, read, want) => {
    using folder = temporaryFolder();
    const { code, stdout, stderr } = await folder.run(['spec', ...args]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(read(stdout)).toEqual(want);
  });

  it('writes the format that the name of the file ends with', async () => {
    using folder = temporaryFolder();
    expect(await folder.run(['spec', '--out', 'openapi.json'])).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(JSON.parse(readFileSync(join(folder.path, 'openapi.json'), 'utf8'))).toEqual(whole);
  });

  it('reports that the file cannot be written', async () => {
    using folder = temporaryFolder();
    const { code, stderr } = await folder.run(['spec', '--out', 'none/openapi.json']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: none\/openapi\.json: cannot be written: [^\n]*\n$/);
  });
});

it('accepts {} as a body exactly where the reference server accepts it', async () => {
  await using server = await createReferenceServer();
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(
    { ...whole, $id: 'spec' },
    'spec',
  );
  const operations = allOperations.filter(({ path, requestBody }) => requestBody && !path.includes('{'));
  const verdicts = operations.map(async ({ id, method, path, requestBody }) => {
    const headers = {
      authorization: `Bearer ${server.keys.platformToken}`,
      'content-type': 'application/json',
    };
    const { ok } = await fetch(server.url + path, { method: method.toUpperCase(), headers, body: '{}' });
    const isValid = ajv.validate({ $ref: `spec${requestBody?.$ref}` }, {});
    return [id, ok, isValid] as const;
  });
  const verdictsOf = await Promise.all(verdicts);
  expect(verdictsOf.filter(([, taken, isValid]) => taken !== isValid)).toEqual([]);
  expect(verdictsOf.filter(([, taken]) => !taken).length).toBeGreaterThan(5);
});
