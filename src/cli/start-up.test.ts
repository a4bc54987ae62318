import { describe, expect, it } from 'vitest';
import { commands } from '../../bin/program.ts';
import { loadedModules } from '../testing/loaded-modules.ts';

const main = 'bin/main.ts';

describe.concurrent('starting', () => {
  it.each([['--help'], ['rnu']])(
    'the program loads no package but the one that reads arguments for %s',
    async (arg) => {
      const { packages, files } = await loadedModules([main, arg]);
      expect(packages).toEqual(['commander']);
      // The words that are near to a misspelt one, without what the document says.
      const expected = [
        'openapi/generated/requirement-sets.ts',
        'openapi/nearest.ts',
        'openapi/scopes.ts',
        'package.json',
      ];
      const heavy = files.filter((file) => /^(reference-server|openapi)\/|\.json$/.test(file));
      expect(heavy.toSorted()).toEqual(expected);
    },
  );

  it('a run against another server loads neither the reference server nor Prism', async () => {
    const { packages, files } = await loadedModules([main, 'run', '--help']);
    expect(packages.filter((each) => /^(@stoplight\/|express$)/.test(each))).toEqual([]);
    expect(files.filter((file) => file.startsWith('reference-server/'))).toEqual([]);
  });

  it('a run without a configuration file loads only the modules of its first request', async () => {
    const { packages } = await loadedModules([main, 'run', '--help']);
    // Modules for later steps are loaded then: reading files (zod, yaml), tokens (jose), pages and pictures.
    expect(packages.filter((each) => !/^(ajv|fast-|json-schema-traverse)/.test(each))).toEqual([
      'commander',
      'pure-rand',
      'undici',
    ]);
  });

  it('the types load nothing', async () => {
    const { packages, files } = await loadedModules(['openapi/generated/types.ts']);
    expect({ packages, files }).toEqual({ packages: [], files: ['openapi/generated/types.ts'] });
  });
});

describe('the list of commands', () => {
  it.each(commands)('describes $name as the command does', async ({ name, args = '', load }) => {
    const command = (await load())(
      () => {},
      async () => [],
    );
    expect([command.name(), command.usage()]).toEqual([name, `[options] ${args}`.trim()]);
  });
});
