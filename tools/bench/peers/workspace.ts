/** The preparation for all trials: content of the server, and the description in the forms that the tools need. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapi from '../../../openapi/generated/openapi.json' with { type: 'json' };
import {
  withExistingIds,
  withoutAnswerExamples,
  withPlainMaps,
  withStatuses,
  withSuccessOnly,
} from './fair-description.ts';
import { type Fixture, plant } from './fixture.ts';
import { binariesOf } from './install.ts';

/** Paths of prepared files. */
export interface Workspace {
  readonly folder: string;
  readonly fixture: Fixture;
  readonly state: string;
  /** As `conformance spec` prints it. */
  readonly asItIs: string;
  /** With ids that exist. */
  readonly withIds: string;
  /** The same, with statuses in place of 2XX. */
  readonly withStatuses: string;
  /** The same in OpenAPI 3.0, with success answers only. */
  readonly version30: string;
  readonly collections: { readonly defaults: string; readonly fair: string };
  readonly dreddHooks: string;
}

/** Dredd holds `application/json; charset=utf-8` against a server of which `application/json` is expected. */
const dreddHooks = `const hooks = require('hooks');
hooks.beforeEach((transaction, done) => { transaction.expected.headers = {}; done(); });
`;

/** Prepares a folder, or takes it as an earlier run has prepared it: ids and keys have to stay the same. */
export async function prepareWorkspace(folder: string, cache: string): Promise<Workspace> {
  mkdirSync(folder, { recursive: true });
  const path = (name: string) => join(folder, name);
  const state = path('state.db');
  const made = path('fixture.json');
  if (!existsSync(made)) writeFileSync(made, JSON.stringify(await plant(state)));
  // The fixture that was written above.
  const fixture = JSON.parse(readFileSync(made, 'utf8')) as Fixture;
  const write = (name: string, content: unknown) => {
    writeFileSync(path(name), JSON.stringify(content));
    return path(name);
  };
  const fair = withExistingIds(openapi, fixture.ids);
  const concrete = withPlainMaps(withStatuses(fair));
  const forDredd = write('success.json', withoutAnswerExamples(withSuccessOnly(concrete)));
  writeFileSync(path('hooks.cjs'), dreddHooks);
  const workspace: Workspace = {
    folder,
    fixture,
    state,
    asItIs: write('as-it-is.json', openapi),
    withIds: write('with-ids.json', fair),
    withStatuses: write('with-statuses.json', concrete),
    version30: path('version-3.0.json'),
    collections: { defaults: path('collection-defaults.json'), fair: path('collection-fair.json') },
    dreddHooks: path('hooks.cjs'),
  };
  const { downConvert, portman } = binariesOf(cache);
  convert(downConvert, ['-i', forDredd, '-o', workspace.version30], workspace.version30);
  const { collections } = workspace;
  convert(portman, ['-l', workspace.asItIs, '-o', collections.defaults], collections.defaults, folder);
  convert(portman, ['-l', workspace.withStatuses, '-o', collections.fair], collections.fair, folder);
  return workspace;
}

/** Runs a converter that is installed, unless it has been run before. */
function convert(file: string, args: readonly string[], result: string, cwd?: string): void {
  if (!existsSync(file) || existsSync(result)) return;
  spawnSync(file, args, { stdio: 'ignore', ...(cwd && { cwd }) });
}
