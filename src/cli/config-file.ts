/** Finds and reads the configuration file. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf } from '../../conformance/engine/errors.ts';
import { refuse } from '../config/refuse.ts';
import type { ConformanceConfig } from '../config/schema.ts';

const names = ['ts', 'js', 'json', 'yaml'].map((extension) => `conformance.config.${extension}`);

/** Only the first line of a message, without the excerpt of the file: a secret could be in it. */
function position(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'MULTIPLE_DOCS')
    return 'it holds more than one document';
  const [line = ''] = messageOf(error).split('\n');
  return line.replace(/, (\.\.\.)?".*/, '').replace(/:$/, '');
}

async function importDefault(path: string, file: string): Promise<unknown> {
  let module: { readonly default?: unknown };
  try {
    module = await import(pathToFileURL(path).href);
  } catch (cause) {
    throw refuse(`${file}: could not be loaded: ${position(cause)}`, cause);
  }
  if (module.default === undefined) {
    throw refuse(`${file}: has no default export: write export default defineConfig({ … })`);
  }
  return module.default;
}

/**
 * Reads JSON where the name of the file says so, else YAML.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID` that names the place, and shows nothing of the text
 */
export async function parseText(text: string, file: string): Promise<unknown> {
  try {
    // Some editors begin with a mark of the byte order.
    const content = text.replace(/^\ufeff/, '');
    if (extname(file) === '.json') return JSON.parse(content);
    const { parseDocument } = await import('yaml');
    const document = parseDocument(content);
    const [error] = document.errors;
    if (error !== undefined) throw error;
    return document.toJS() ?? {};
  } catch (cause) {
    throw refuse(`${file}: could not be read: ${position(cause)}`, cause);
  }
}

function findFile(): string | undefined {
  const found = names.filter((name) => existsSync(name));
  if (found.length > 1) {
    throw refuse(
      `There is more than one configuration file (${found.join(', ')}): keep one, or use --config`,
    );
  }
  return found[0];
}

/** Modules are named relative to the file that names them. */
function locateModules(config: ConformanceConfig, path: string): ConformanceConfig {
  const { controls } = config;
  if (typeof controls !== 'object') return config;
  const located = Object.entries(controls).map(([name, control]) => [
    name,
    'module' in control ? { ...control, module: resolve(dirname(path), control.module) } : control,
  ]);
  return { ...config, controls: Object.fromEntries(located) };
}

/**
 * Reads `conformance.config.{ts,js,json,yaml}` of the current folder, or the file that is given.
 *
 * @returns an empty configuration when no file is given and there is none
 * @throws ConformanceError with code `CONFIGURATION_INVALID`
 */
export async function loadConfig(given: string | undefined): Promise<ConformanceConfig> {
  const file = given ?? findFile();
  if (file === undefined) return {};
  const path = resolve(file);
  // Most runs have no file, and reading one takes as long to load as all that sends the first request.
  const { parseConfig } = await import('../config/parse-config.ts');
  switch (extname(file)) {
    case '.ts':
    case '.mts':
    case '.js':
    case '.mjs':
      if (!existsSync(path))
        throw refuse(`There is no configuration file ${file}: name another with --config`);
      return locateModules(parseConfig(await importDefault(path, file), basename(file)), path);
    case '.json':
    case '.yaml':
    case '.yml': {
      let text: string;
      try {
        text = readFileSync(path, 'utf8');
      } catch (cause) {
        throw refuse(
          `${file}: could not be read: ${position(cause)}: name a file with --config; conformance init writes one`,
          cause,
        );
      }
      return locateModules(parseConfig(await parseText(text, file), basename(file)), path);
    }
    default:
      throw refuse(`${file}: a configuration file ends in .ts, .js, .json or .yaml`);
  }
}
