/** `conformance serve`: runs the reference server. */
import { setTimeout as delay } from 'node:timers/promises';
import { Command, Option } from 'commander';
import type { Environment } from '../../../conformance/engine/events.ts';
import { keepMemorySmall } from '../../../reference-server/memory.ts';
import {
  type ReferenceServer,
  type ReferenceServerOptions,
  startReferenceServer,
} from '../../../reference-server/server.ts';
import {
  isPostgresAddress,
  PostgresStoreError,
  readPostgresAddress,
} from '../../../reference-server/shared/postgres/address.ts';
import { Refusal } from '../../../reference-server/state/refusal.ts';
import { StateFileError } from '../../../reference-server/store/state-file-error.ts';
import { type FaultEntry, type LoadFaults, namedFault } from '../../config/fault-catalogue.ts';
import { refuse } from '../../config/refuse.ts';
import { resolveCredentials } from '../../config/settings.ts';
import { environments, given } from '../../config/values.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { untilInterrupted, watchInterruption } from '../interruption.ts';
import { listeningError } from '../listening-error.ts';
import { colorOption, readConnections, readPort, readSeconds, teach } from '../options.ts';
import { createTerminal } from '../terminal.ts';
import { introduceServer } from './introduction.ts';
import {
  addOperationsOptions,
  checkExposure,
  type OperationsOptions,
  openOperations,
  type ServerOperations,
} from './operations.ts';
import { runbook } from './runbook.ts';

interface Options extends OperationsOptions {
  readonly port: number;
  readonly host: string;
  readonly environment: Environment | 'both';
  readonly mode: 'automatic' | 'manual';
  readonly state?: string;
  readonly connections: number;
  readonly drainSeconds: number;
  readonly seedData?: true;
  readonly settlementSeconds?: number;
  readonly control: boolean;
  readonly fault?: string;
  readonly color: boolean;
}

/** The options with the fault that they name. */
type Started = Omit<Options, 'fault'> & { readonly fault?: FaultEntry };

/** The options that differ between the two environments. */
type Place = Required<Pick<ReferenceServerOptions, 'environment' | 'port' | 'keys'>> &
  Pick<ReferenceServerOptions, 'state'>;

async function startOne(
  options: Started,
  place: Place,
  operations: ServerOperations,
): Promise<ReferenceServer> {
  const { host, control, mode, connections, seedData, settlementSeconds, fault } = options;
  const { options: operated, log } = await operations.optionsFor(place.environment);
  try {
    const server = await startReferenceServer({
      ...place,
      ...operated,
      host,
      control,
      mode,
      connections,
      ...given({ seedData, settlementSeconds, fault }),
    });
    log.say('info', 'listening', { url: server.url, controlPlane: control ? 'on' : 'off' });
    return server;
  } catch (cause) {
    if (cause instanceof StateFileError || cause instanceof PostgresStoreError)
      throw refuse(cause.message, cause);
    if (fault && cause instanceof Refusal)
      throw refuse(
        `With the fault ${fault.id} the server rejects the seed data (${cause.message}): leave out --seed-data.`,
        cause,
      );
    throw listeningError(cause, host, place.port);
  }
}

/** The place of the state: each environment has its own file, or its own schema in one database. */
function stateOf({ state }: Pick<Options, 'state'>, suffix = '') {
  if (state === undefined) return {};
  return { state: isPostgresAddress(state) ? state : state + suffix };
}

/** Description of the place without the password of an address. */
function whereabouts(state: string, servers: readonly ReferenceServer[]): string {
  if (isPostgresAddress(state))
    return servers.map(({ environment }) => readPostgresAddress(state, environment).shown).join(' and ');
  return servers.length > 1 ? `${state}.sandbox and ${state}.production` : state;
}

/** Starts the sandbox on the port and production on the next one. Each rejects the platform key of the other. */
async function startBoth(
  options: Started,
  operations: ServerOperations,
): Promise<readonly ReferenceServer[]> {
  const { port } = options;
  const keys = resolveCredentials({}, process.env);
  const inSandbox = { environment: 'sandbox', port, keys, ...stateOf(options, '.sandbox') } as const;
  const sandbox = await startOne(options, inSandbox, operations);
  try {
    const inProduction = {
      environment: 'production',
      port: port === 0 ? 0 : port + 1,
      keys: {
        platformToken: sandbox.keys.otherEnvironmentToken,
        otherEnvironmentToken: sandbox.keys.platformToken,
      },
      ...stateOf(options, '.production'),
    } as const;
    return [sandbox, await startOne(options, inProduction, operations)];
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}

function checkOptions(options: Started): void {
  const { environment, port, host, control } = options;
  checkExposure(host, control, options);
  const keys = Object.values(resolveCredentials({}, process.env));
  if (new Set(keys).size < keys.length)
    throw refuse('Two keys have the same value: give each key its own value.');
  if (environment === 'both' && port === 65_535)
    throw refuse(
      'Production needs the next port, but 65535 is the last one: choose a smaller port with --port.',
    );
}

async function start(options: Started, operations: ServerOperations): Promise<readonly ReferenceServer[]> {
  const { environment, port } = options;
  if (environment === 'both') return startBoth(options, operations);
  const keys = resolveCredentials({}, process.env);
  return [await startOne(options, { environment, port, keys, ...stateOf(options) }, operations)];
}

function introduce(servers: readonly ReferenceServer[], options: Started): void {
  const { control, fault, state, controlKey, logFormat } = options;
  // Standard output is for the log, which must not contain keys.
  if (logFormat === 'json') return;
  const terminal = createTerminal(options);
  const { line, paint } = terminal;
  for (const server of servers)
    introduceServer({ server, control, asksForKey: controlKey !== undefined }, terminal);
  if (fault !== undefined) line(paint('yellow', `The server has the deliberate fault ${fault.id}.`));
  line(
    state === undefined
      ? 'The state is in memory and is lost when the server stops.'
      : `The state is kept in ${whereabouts(state, servers)}.`,
  );
  line(`The control plane is ${control ? 'on' : 'off'}. Ctrl-C stops the server.`);
}

/** Reports not ready for a while, so that a load balancer stops sending requests. A second Ctrl-C skips the wait. */
async function drain(servers: readonly ReferenceServer[], { drainSeconds }: Started): Promise<void> {
  for (const server of servers) server.retire();
  await delay(drainSeconds * 1000);
}

async function serve({ fault: named, ...flags }: Options, loadFaults: LoadFaults): Promise<ExitCode> {
  const fault = await namedFault(named, loadFaults);
  const options: Started = { ...flags, ...given({ fault, state: flags.state ?? process.env.DATABASE_URL }) };
  checkOptions(options);
  const secrets = Object.values(resolveCredentials({}, process.env));
  const operations = openOperations(options, process.env, secrets);
  const servers = await start(options, operations);
  keepMemorySmall();
  using interruption = watchInterruption(() => {});
  introduce(servers, options);
  await untilInterrupted(interruption);
  operations.say('stopping');
  await drain(servers, options);
  await Promise.all(servers.map((server) => server.close()));
  operations.say('stopped');
  await operations.close();
  return exitCodes.success;
}

export function serveCommand(finish: Finish, loadFaults: LoadFaults): Command {
  const command = new Command('serve')
    .description(
      'Runs the reference server: a stateful backend to build and test a client against, with a page that shows its ' +
        'state. Frontends on localhost may call it from a browser.',
    )
    .option('--port <n>', 'port to listen on; 0 selects any free port', readPort, 4010)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .addOption(
      new Option(
        '--environment <name>',
        'environment of the server; with both, the sandbox uses the port and production the next one',
      )
        .choices([...environments, 'both'])
        .default('sandbox'),
    )
    .addOption(
      new Option(
        '--mode <name>',
        'automatic: the clocks of businesses run; manual: they stand still until advanced',
      )
        .choices(['automatic', 'manual'])
        .default('automatic'),
    )
    .option(
      '--state <place>',
      'file or postgres:// URL that keeps the state across restarts; several servers can share a database (default: $DATABASE_URL if set, else memory only)',
    )
    .option('--connections <n>', 'maximum number of connections to Postgres', readConnections, 10)
    .option(
      '--drain-seconds <n>',
      'seconds to keep serving after the signal to stop, while /_health/ready returns 503',
      readSeconds,
      0,
    )
    .option('--seed-data', 'start with example data: persons, payrolls, payouts and more')
    .option('--settlement-seconds <n>', 'seconds until a payment settles (default: 3600)', readSeconds)
    .option(
      '--no-control',
      'turn off the control plane and its page (clocks, simulations, webhook endpoints)',
    )
    .option('--fault <id>', 'break one rule on purpose (ids: conformance list faults)')
    .addOption(colorOption())
    .action(async (options: Options) => finish(await serve(options, loadFaults)));
  return teach(
    addOperationsOptions(command),
    `
Examples:
  conformance serve --seed-data
  conformance serve --state sandbox.db --mode manual
  conformance serve --state 'postgres://user:secret@db.example/sandbox' --drain-seconds 10
  conformance serve --environment both
  conformance serve --port 0 --no-control
  CONFORMANCE_ORG_TOKEN=dev-key conformance serve      use the same key every time

Environment variables:
  CONFORMANCE_PLATFORM_TOKEN           platform key that the server accepts: creates businesses and acts for each of them
  CONFORMANCE_ORG_TOKEN                org key that the server accepts: acts for one business
  CONFORMANCE_OTHER_ENVIRONMENT_TOKEN  key of the other environment, which the server rejects with 401
  CONFORMANCE_JWT_SECRET               secret that verifies external JWTs (HS256), for the JWT exchange
  CONFORMANCE_CONTROL_KEY              same as --control-key
  NO_COLOR                             plain text
Keys are random unless these variables set them or the kept state contains them.
With --environment both, the state is kept in <file>.sandbox and <file>.production.
In Postgres, it is kept in the schema workforce_sandbox or workforce_production, or in the schema that ?schema= in the URL names.
${runbook}

Exit codes:
  0    stopped with Ctrl-C or SIGTERM
  2    wrong usage, the port is in use, the state cannot be opened, or the control plane would be open to other machines
  3    internal error
  130  stopped at once by a second signal`,
  );
}
