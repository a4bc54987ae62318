/** Which reports are written, and which file of the description they refer to. */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InvalidArgumentError, Option } from 'commander';
import { messageOf } from '../../../conformance/engine/errors.ts';
import { suggestion } from '../../../openapi/nearest.ts';
import {
  defaultFormats,
  type FormatName,
  formatNames,
  type RenderContext,
} from '../../../reports/formats.ts';
import { fileLimits, readForeignFile, refuseSize } from '../../config/foreign-file.ts';
import { refuse } from '../../config/refuse.ts';
import { repeatable } from '../options.ts';

export interface ReportFlags {
  readonly format?: readonly FormatName[];
  /** File of the description that the reader has. */
  readonly description?: string;
}

export interface ReportPlan {
  readonly formats: readonly FormatName[];
  readonly context: RenderContext;
}

type Variables = Readonly<Record<string, string | undefined>>;

function readFormats(text: string, before: readonly FormatName[] = []): FormatName[] {
  const given = text.split(',').map((part) => part.trim());
  const names = given.map((part) => {
    const name = formatNames.find((each) => each === part);
    if (name !== undefined) return name;
    const remedy = suggestion(part, formatNames) || ` There are ${formatNames.join(', ')}.`;
    throw new InvalidArgumentError(`There is no format "${part}".${remedy}`);
  });
  return [...new Set([...before, ...names])];
}

export const formatOption = (byDefault: string) =>
  repeatable(
    new Option(
      '--format <name,…>',
      `report formats: ${formatNames.join(', ')} (default: ${byDefault})`,
    ).argParser(readFormats),
  );

export const descriptionOption = () =>
  new Option(
    '--description <file>',
    'OpenAPI file whose line numbers the sarif and github reports show (default: the one in the package)',
  );

const bundled = fileURLToPath(new URL('../../../openapi/generated/openapi.json', import.meta.url));

/** The folder to which paths for GitHub and code scanning are relative: the repository, if it is known. */
function rootFolder({ GITHUB_WORKSPACE: workspace }: Variables): string {
  const here = process.cwd();
  return workspace && isWithin(here, workspace) ? resolve(workspace) : here;
}

function isWithin(path: string, folder: string): boolean {
  const route = relative(folder, path);
  return route === '' || !(route.startsWith('..') || isAbsolute(route));
}

const unreadable = (file: string, reason: string) =>
  `${file} cannot be read as a description: ${reason}: give an OpenAPI file, ` +
  'as conformance spec --out openapi.yaml writes it';

/** Loads the reader of the description only when needed, so that the help stays fast. */
async function contextFor(given: string | undefined, variables: Variables): Promise<RenderContext> {
  const root = rootFolder(variables);
  const path = given === undefined ? bundled : resolve(given);
  const atHand = isWithin(path, root);
  const shown = atHand ? relative(root, path).split(sep).join('/') : 'openapi.json';
  if (given === undefined) {
    const { bundledDescription } = await import('../../../reports/place.ts');
    return { description: bundledDescription(shown), descriptionIsAtHand: atHand };
  }
  const text = readForeignFile(path, (reason) => unreadable(given, reason));
  if (text.length > fileLimits.yamlSize) throw refuseSize(given, fileLimits.yamlSize);
  const { descriptionLines } = await import('../../../openapi/description-lines.ts');
  try {
    const lines = descriptionLines(text);
    return { description: { path: shown, lines }, descriptionIsAtHand: atHand };
  } catch (cause) {
    throw refuse(unreadable(given, messageOf(cause)), cause);
  }
}

/** The default formats: in a GitHub workflow, annotations too. */
export function runFormats({ GITHUB_ACTIONS: inWorkflow }: Variables): readonly FormatName[] {
  return inWorkflow === 'true' ? [...defaultFormats, 'github'] : defaultFormats;
}

/** @throws ConformanceError with code `CONFIGURATION_INVALID` */
export async function planReports(
  { format, description }: ReportFlags,
  byDefault: readonly FormatName[],
  variables: Variables,
): Promise<ReportPlan> {
  return { formats: format ?? byDefault, context: await contextFor(description, variables) };
}
