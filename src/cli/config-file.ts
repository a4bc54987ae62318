/** Finds and reads the configuration file. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { ConformanceError, messageOf } from '../../conformance/engine/errors.ts';
import type { Adapter } from '../config/adapter.ts';
import { parseYaml, readForeignFile, refuseLargeJson } from '../config/foreign-file.ts';
import { importModule, placeOfError } from '../config/import-module.ts';
import { refuse } from '../config/refuse.ts';
import type { ConformanceConfig } from '../config/schema.ts';

const moduleExtensions = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs'];
const dataExtensions = ['.json', '.yaml', '.yml'];
/** Every name under which a configuration is found. */
export const configNames = [...moduleExtensions, ...dataExtensions].map(
  (extension) => `conformance.config${extension}`,
);
const readable = [...moduleExtensions, ...dataExtensions].map((extension) => extension.slice(1)).join(',');
const looksLikeConfig = /^\.?conformance[-._]?config(\.\w+)?$/i;

/** The first line of a message, without the excerpt of the file, which could contain a secret. */
function position(error: unknown): string {
  const [line = ''] = messageOf(error).split('\n');
  return line.replace(/, (\.\.\.)?".*/, '').replace(/:$/, '');
}

/** The remedy if the package itself, which a configuration imports, is a clone of the repository. */
const whatIsMissing = (error: unknown): string =>
  /Cannot find module '.*\/dist\/src\/[\w-]+\.js'/.test(messageOf(error))
    ? ': this clone of workforce-conformance is not built: run npm run build in it'
    : '';

/** @param name of an export to accept if there is no default export */
async function importDefault(path: string, file: string, name?: string, write?: string): Promise<unknown> {
  let module: Readonly<Record<string, unknown>>;
  try {
    module = await importModule(path);
  } catch (cause) {
    const where = cause instanceof Error ? placeOfError(cause, path) : '';
    throw refuse(`${file}: cannot be loaded: ${position(cause)}${where}${whatIsMissing(cause)}`, cause);
  }
  const found = module.default ?? (name === undefined ? undefined : module[name]);
  if (found === undefined) {
    throw refuse(`${file}: has no default export: write export default ${write ?? 'defineConfig({ … })'}`);
  }
  return found;
}

/**
 * Parses JSON if the file name ends in .json, else YAML.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID` that names the line and column but shows none of the text
 */
export async function parseText(text: string, file: string): Promise<unknown> {
  try {
    // Some editors write a byte order mark.
    const content = text.replace(/^\ufeff/, '');
    if (extname(file) !== '.json') return (await parseYaml(content, file)) ?? {};
    refuseLargeJson(Buffer.from(content), file);
    return JSON.parse(content);
  } catch (cause) {
    if (cause instanceof ConformanceError) throw cause;
    throw refuse(`${file}: cannot be read: ${position(cause)}`, cause);
  }
}

function findFile(): string | undefined {
  const alike = readdirSync('.').filter((name) => looksLikeConfig.test(name));
  const unread = alike.find((name) => !configNames.includes(name));
  if (unread !== undefined)
    throw refuse(`${unread} is not read: rename it to conformance.config.{${readable}}, or use --config`);
  const found = configNames.filter((name) => alike.includes(name));
  if (found.length > 1) {
    throw refuse(
      `There is more than one configuration file (${found.join(', ')}): keep one, or use --config`,
    );
  }
  return found[0];
}

/** Resolves module paths relative to the file that names them. */
function locateModules<T extends { readonly controls?: unknown }>(of: T, path: string): T {
  const { controls } = of;
  if (typeof controls !== 'object' || controls === null) return of;
  const located = Object.entries(controls).map(([name, control]) => [
    name,
    'module' in control ? { ...control, module: resolve(dirname(path), control.module) } : control,
  ]);
  return { ...of, controls: Object.fromEntries(located) };
}

async function loadAdapter(path: string): Promise<Adapter> {
  const file = basename(path);
  if (!moduleExtensions.includes(extname(path)))
    throw refuse(`${file}: an adapter must be a module with a name that ends in .ts or .js`);
  if (!existsSync(path)) throw refuse(`There is no adapter ${path}: name another file with --adapter`);
  const { parseAdapter } = await import('../config/parse-config.ts');
  const exported = await importDefault(path, file, 'adapter', 'defineAdapter({ … })');
  return locateModules(parseAdapter(exported, file), path);
}

/** The configuration with its adapter loaded and its module paths resolved. */
async function complete(
  config: ConformanceConfig,
  path: string,
  adapter: string | undefined,
): Promise<ConformanceConfig> {
  const located = locateModules(config, path);
  const { adapter: own } = located;
  if (adapter !== undefined) return { ...located, adapter: await loadAdapter(resolve(adapter)) };
  if (own === undefined) return located;
  const loaded =
    typeof own === 'string' ? loadAdapter(resolve(dirname(path), own)) : locateModules(own, path);
  return { ...located, adapter: await loaded };
}

/**
 * Reads the configuration file of the current folder, or the file that is given.
 *
 * @param adapter file of an adapter, which replaces the one in the configuration
 * @returns a configuration whose adapter is loaded; an empty one when no file is given and there is none
 * @throws ConformanceError with code `CONFIGURATION_INVALID`
 */
export async function loadConfig(given: string | undefined, adapter?: string): Promise<ConformanceConfig> {
  const file = given ?? findFile();
  if (file === undefined) return adapter === undefined ? {} : complete({}, resolve('none'), adapter);
  const path = resolve(file);
  // Loaded late: most runs have no file, and the parser takes as long to load as everything before the first request.
  const { parseConfig } = await import('../config/parse-config.ts');
  if (moduleExtensions.includes(extname(file))) {
    if (!existsSync(path))
      throw refuse(`There is no configuration file ${file}: name another file with --config`);
    return complete(parseConfig(await importDefault(path, file), basename(file)), path, adapter);
  }
  if (!dataExtensions.includes(extname(file)))
    throw refuse(`${file}: the name of a configuration file must end in one of ${readable}`);
  const text = readForeignFile(
    path,
    (reason) =>
      `${file}: cannot be read: ${reason}: name a file with --config; \`conformance init\` writes one`,
  );
  return complete(parseConfig(await parseText(text, file), basename(file)), path, adapter);
}
