/** `conformance serve`: the reference server for others to build against. */
import { Command } from 'commander';
import type { Environment } from '../../conformance/engine/events.ts';
import { keepMemorySmall } from '../../reference-server/memory.ts';
import { type ReferenceServer, startReferenceServer } from '../../reference-server/server.ts';
import { resolveCredentials, secretVariables } from '../config/settings.ts';
import { faultById } from '../embedded-target.ts';
import { type ExitCode, exitCodes, type Finish } from './exit-codes.ts';
import { watchInterruption } from './interruption.ts';
import { listeningError } from './listening-error.ts';
import { colorOption, environmentOption, readPort, teach, variablesHelp } from './options.ts';
import { createTerminal, type Terminal } from './terminal.ts';

interface Options {
  readonly port: number;
  readonly host: string;
  readonly environment: Environment;
  readonly control: boolean;
  readonly fault?: string;
  readonly color: boolean;
}

async function start(options: Options): Promise<ReferenceServer> {
  const { port, host, environment, control } = options;
  const fault = options.fault === undefined ? undefined : faultById(options.fault);
  const keys = resolveCredentials({}, process.env);
  try {
    return await startReferenceServer({ port, host, environment, control, keys, ...(fault && { fault }) });
  } catch (cause) {
    throw listeningError(cause, host, port);
  }
}

function introduce(server: ReferenceServer, options: Options, { line, paint }: Terminal): void {
  const { url, keys, businesses, environment } = server;
  const fact = (name: string, value: string) => line(`  ${paint('dim', name.padEnd(30))}${value}`);
  line(`Reference server, ${environment}: ${paint('bold', url)}`);
  if (options.fault !== undefined) line(paint('yellow', `It carries the fault ${options.fault}.`));
  line();
  line(paint('bold', 'Keys'));
  fact('platform', keys.platformToken);
  fact('one business', keys.orgToken);
  fact('of the other environment', keys.otherEnvironmentToken);
  line();
  line(paint('bold', 'Businesses'));
  fact('default of the platform', businesses.platform.businessId);
  fact('  tenant key', businesses.platform.tenantKey);
  fact('of the one-business key', businesses.org.businessId);
  fact('  tenant key', businesses.org.tenantKey);
  line();
  line(paint('bold', 'Try'));
  line(`  curl -sS '${url}/v1/payrolls' \\`);
  line(`    -H 'Authorization: Bearer ${keys.platformToken}' \\`);
  line(`    -H 'X-MultiTenantKey: ${businesses.platform.tenantKey}'`);
  line(`  curl -sS '${url}/v1/persons' -H 'Authorization: Bearer ${keys.orgToken}'`);
  const environmentFlag = environment === 'sandbox' ? '' : ` --environment ${environment}`;
  if (options.control) {
    line(`  curl -sS '${url}/_control'`);
    line(`  conformance run --base-url ${url}`);
  } else {
    for (const name of ['platformToken', 'orgToken', 'otherEnvironmentToken'] as const) {
      line(`  ${secretVariables[name]}='${keys[name]}' \\`);
    }
    line(`  conformance run --base-url ${url}${environmentFlag}`);
  }
  line();
  line(
    `The control plane is ${options.control ? `on, at ${url}/_control` : 'off'}. Ctrl-C stops the server.`,
  );
}

async function serve(options: Options): Promise<ExitCode> {
  const server = await start(options);
  keepMemorySmall();
  const interruption = watchInterruption(() => {});
  introduce(server, options, createTerminal(options));
  if (!interruption.signal.aborted) {
    await new Promise((resolve) => interruption.signal.addEventListener('abort', resolve, { once: true }));
  }
  await server.close();
  interruption.dispose();
  return exitCodes.success;
}

export function serveCommand(finish: Finish): Command {
  const command = new Command('serve')
    .summary('run the reference server')
    .description(
      'Runs the reference server, a backend to build and try a client against. State is in memory.',
    )
    .option('--port <n>', 'port to listen on; 0 takes any free one', readPort, 4010)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .addOption(environmentOption().default('sandbox'))
    .option('--no-control', 'without the control plane (clock, webhook endpoints, delivery log)')
    .option('--fault <id>', 'break one rule on purpose (ids: conformance list faults)')
    .addOption(colorOption())
    .action(async (options: Options) => finish(await serve(options)));
  return teach(
    command,
    `
Examples:
  conformance serve
  conformance serve --port 0 --no-control
  CONFORMANCE_ORG_TOKEN=dev-key conformance serve      the key stays the same every time
${variablesHelp}
The keys are random unless these variables fix them.

Exit codes:
  0  stopped with Ctrl-C
  2  wrong usage, or the port is in use`,
  );
}
