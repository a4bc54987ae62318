import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/conformance-process.ts';

const written = new URL('./import-module.ts', import.meta.url).href;

/** Loads files in a process of their own, because those of a test are loaded by Vitest. */
function load(folder: string, files: readonly string[]): unknown {
  const program = `
    import { importModule } from ${JSON.stringify(written)};
    for (const file of ${JSON.stringify(files.map((name) => join(folder, name)))})
      console.log((await importModule(file)).default.seed);`;
  return execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

const extensions = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'];

describe('a module of the user', () => {
  it.each(['{"type":"commonjs"}', '{"type":"module"}', '{}'])(
    'loads as it is written, under each name, beside the package.json %s',
    (manifest) => {
      using folder = temporaryFolder();
      folder.write('package.json', manifest);
      const modules = extensions.map((extension, index) => {
        const other = index === 0 ? '' : `import first from './module-0.${extensions[0]}';\n`;
        folder.write(`module-${index}.${extension}`, `${other}export default { seed: ${index} };\n`);
        return `module-${index}.${extension}`;
      });
      folder.write('common.cjs', 'module.exports = { seed: 6 };\n');
      folder.write('common.cts', 'const seed: number = 7;\nmodule.exports = { seed };\n');
      expect(load(folder.path, [...modules, 'common.cjs', 'common.cts'])).toBe('0\n1\n2\n3\n4\n5\n6\n7\n');
    },
  );

  it.each([
    ['config.ts', { 'config.ts': 'export default {\n  a: 1 2,\n};\n' }, ' at line 2, column 8'],
    ['config.js', { 'config.js': 'export default {\n  a: 1\n  b: 2,\n};\n' }, ' at line 3, column 3'],
    ['config.cjs', { 'config.cjs': 'module.exports = {\n  a: 1 2 };\n' }, ' at line 2, column 8'],
    ['config.ts', { 'config.ts': 'export default {\n  a: b };\n' }, ' at line 2, column 6'],
    ['config.ts', { 'config.ts': 'import "./no.ts";\n' }, ''],
    [
      'config.ts',
      {
        'config.ts': "import './good.js';\nimport './bad.js';\n",
        'good.js': 'export {};\n',
        'bad.js': '\n]',
      },
      ' in bad.js at line 2, column 1',
    ],
  ])('%s with a mistake, in %j, has its place in the message:%s', (file, files, wanted) => {
    using folder = temporaryFolder();
    for (const [name, text] of Object.entries(files)) folder.write(name, text);
    const path = JSON.stringify(join(folder.path, file));
    const program = `
      import { importModule, placeOfError } from ${JSON.stringify(written)};
      await importModule(${path}).catch((error) => console.log(placeOfError(error, ${path})));`;
    const options = { cwd: folder.path, encoding: 'utf8' } as const;
    expect(execFileSync(process.execPath, ['--input-type=module', '--eval', program], options)).toBe(
      `${wanted}\n`,
    );
  });

  it('and what it imports are read again once they have changed', () => {
    using folder = temporaryFolder();
    folder.write('config.ts', "export { default } from './adapter.ts';\n");
    const program = `
      import { writeFileSync } from 'node:fs';
      import { forgetModules, importModule } from ${JSON.stringify(written)};
      for (const seed of [1, 2]) {
        writeFileSync('adapter.ts', \`export default { seed: \${seed} };\`);
        forgetModules();
        console.log((await importModule(${JSON.stringify(join(folder.path, 'config.ts'))})).default.seed);
      }`;
    const options = { cwd: folder.path, encoding: 'utf8' } as const;
    expect(execFileSync(process.execPath, ['--input-type=module', '--eval', program], options)).toBe(
      '1\n2\n',
    );
  });
});
