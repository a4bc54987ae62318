import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { documentedPart } from '../../../openapi/documented.ts';
import control from '../../../openapi/generated/control.json' with { type: 'json' };
import bundled from '../../../openapi/generated/openapi.json' with { type: 'json' };
import { temporaryFolder } from '../../testing/conformance-process.ts';
import { arazzoDocument } from '../../workflows/arazzo.ts';

describe('conformance spec', () => {
  it.each<[name: string, args: readonly string[], read: (text: string) => unknown, want: unknown]>([
    ['the description as YAML', [], parse, bundled],
    ['the description as JSON', ['--format', 'json'], JSON.parse, bundled],
    ['the control plane', ['--control', '--format', 'json'], JSON.parse, control],
    ['the workflows', ['--arazzo'], parse, arazzoDocument(bundled.info.version)],
    ['the documented part', ['--documented', '--format', 'json'], JSON.parse, documentedPart(bundled)],
  ])('prints %s', async (_, args, read, want) => {
    using folder = temporaryFolder();
    const { code, stdout, stderr } = await folder.run(['spec', ...args]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(read(stdout)).toEqual(want);
  });

  it('writes the format that the name of the file ends with', async () => {
    using folder = temporaryFolder();
    expect(await folder.run(['spec', '--out', 'openapi.json'])).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(JSON.parse(readFileSync(join(folder.path, 'openapi.json'), 'utf8'))).toEqual(bundled);
  });

  it('says when the file cannot be written', async () => {
    using folder = temporaryFolder();
    const { code, stderr } = await folder.run(['spec', '--out', 'none/openapi.json']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: none\/openapi\.json: could not be written: [^\n]*\n$/);
  });
});
