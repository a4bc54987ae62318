/** The reference of the exports of the package, as TypeDoc builds it from the sources and their comments. */
import { join } from 'node:path';
import { Application, Converter, OptionDefaults } from 'typedoc';
import packageJson from '../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');

/** The import path of each module, by the name that TypeDoc gives to its source. */
const modules: Readonly<Record<string, string>> = {
  src: 'workforce-conformance',
  'src/engine': 'workforce-conformance/engine',
  'sdk/types': 'workforce-conformance/types',
  'sdk/client': 'workforce-conformance/client',
  'sdk/webhooks': 'workforce-conformance/webhooks',
  'src/reference-server': 'workforce-conformance/reference-server',
  'src/traffic': 'workforce-conformance/traffic',
  'src/playwright': 'workforce-conformance/playwright',
  'src/vitest': 'workforce-conformance/vitest',
};

/**
 * Declarations that openapi-typescript writes for programs. As pages they would be megabytes of braces; the schemas are
 * easier to read.
 */
const tooLarge = new Set(['components', 'operations', 'paths', 'webhooks']);

/** The source of an export of package.json, such as `./dist/sdk/types.js`. */
const sourceOf = (built: string) => join(root, built.replace('./dist/', '').replace(/\.js$/, '.ts'));

/**
 * Writes it as HTML.
 *
 * @param home where the name of the project leads, such as `/docs/`
 * @throws Error when there is an export that has no name here
 */
export async function writeTypeScriptReference(folder: string, home: string): Promise<void> {
  const entryPoints = Object.values(packageJson.exports).flatMap((entry) =>
    typeof entry === 'string' ? [] : [sourceOf(entry.default)],
  );
  const app = await Application.bootstrap({
    name: 'workforce-conformance',
    entryPoints,
    tsconfig: join(root, 'tsconfig.json'),
    titleLink: home,
    readme: 'none',
    excludeInternal: true,
    excludeExternals: true,
    disableSources: true,
    // The compiler checks the sources in a step of its own.
    skipErrorChecking: true,
    includeHierarchySummary: false,
    githubPages: false,
    // openapi-typescript writes it.
    blockTags: [...OptionDefaults.blockTags, '@description'],
    logLevel: 'Warn',
  });
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children ?? []) {
      const name = modules[module.name];
      if (name === undefined)
        throw new Error(`tools/site/typescript-reference.ts has no name for ${module.name}`);
      module.name = name;
      for (const child of module.children?.filter((each) => tooLarge.has(each.name)) ?? [])
        project.removeReflection(child);
    }
  });
  const project = await app.convert();
  if (project === undefined) throw new Error('TypeDoc could not read the sources');
  await app.generateDocs(project, folder);
}
