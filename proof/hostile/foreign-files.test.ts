/** Small files with a large cost, endless ones and random ones, each given to the commands that read them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConformanceError } from '../../conformance/engine/errors.ts';
import { parseText } from '../../src/cli/config-file.ts';
import { foreignOperations } from '../../src/discovery/foreign-description.ts';
import { temporaryFolder } from '../../src/testing/conformance-process.ts';

const corpus = (name: string) => fileURLToPath(new URL(`descriptions/${name}`, import.meta.url));
const init = (from: string) => ['init', '--base-url', 'http://127.0.0.1:9', '--from', from];

const deep = `{"openapi": "3.1.0", "paths": ${'{"properties":'.repeat(5_000)}1${'}'.repeat(5_000)}}`;

describe('a file that costs more than it should', () => {
  it.each([
    ['words-in-path.json', /stands for more than 1,000 paths, .* the limit of combinations: give/],
    ['refers-to-itself.json', /has more than 500,000 schemas, .* the limit of schemas: give/],
    ['aliases.yaml', /aliases\.yaml: .*alias/i],
    ['another-host.json', /the path "@evil\.example\/v1\/payrolls" does not begin with a slash: give/],
  ])('%s is refused with the limit and the remedy', async (name, message) => {
    using folder = temporaryFolder();
    const { code, stderr } = await folder.run(init(corpus(name)));
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) });
  });

  it.each([
    ['deep.json', deep],
    ['deep.yaml', `openapi: 3.1.0\npaths: ${'['.repeat(5_000)}${']'.repeat(5_000)}`],
  ])('%s, a description of 5,000 levels, is refused', async (name, text) => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, name), text);
    const { code, stderr } = await folder.run(init(name));
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/the limit of depth: give/) });
  });

  it.each([
    [['check-traffic', 'deep.json']],
    [['report', 'deep.json']],
    [['replay', 'deep.json']],
    [['run', '--config', 'deep.json']],
    [['run', '--known-failures', 'deep.json']],
    [['webhook', 'trigger', 'person.created', '--data', 'deep.json']],
  ])('%j refuses 5,000 levels', async (args) => {
    using folder = temporaryFolder();
    folder.write('deep.json', deep);
    const { code, stderr } = await folder.run(args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/the limit of depth: give/) });
  });

  it.each([
    [init('/dev/zero')],
    [['check-traffic', '/dev/zero']],
    [['report', '/dev/zero']],
    [['replay', '/dev/zero']],
  ])('%j reads no more than the limit', async (args) => {
    using folder = temporaryFolder();
    const { code, stderr } = await folder.run(args);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/\/dev\/zero: it is larger than 256 MB, the limit of size: give/),
    });
  });
});

describe('the reader of foreign files', () => {
  it('returns the value of any JSON, and ends in an error of ours for everything else', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.json(), fc.string({ unit: 'binary' }), fc.stringMatching(/^[[\]{}:,&*!|>"'#\n a-]*$/)),
        fc.constantFrom('any.json', 'any.yaml'),
        async (text, name) => {
          const value: unknown = await parseText(text, name).catch((error: unknown) => error);
          if (value instanceof Error) expect(value).toBeInstanceOf(ConformanceError);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('any description is read, or refused with an error of ours', () => {
    const description = fc.record({
      openapi: fc.constant('3.1.0'),
      paths: fc.dictionary(
        fc.string().map((text) => `/${text}`),
        fc.dictionary(fc.constantFrom('get', 'post', 'parameters', '$ref'), fc.jsonValue()),
        { minKeys: 1 },
      ),
    });
    fc.assert(
      fc.property(description, (document) => {
        try {
          expect(foreignOperations(document, 'any.json')).toBeInstanceOf(Array);
        } catch (error) {
          expect(error).toBeInstanceOf(ConformanceError);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
