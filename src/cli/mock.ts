/** `conformance mock`: a server that returns the examples of the description. */
import { Command } from 'commander';
import { documentedPart } from '../../openapi/documented.ts';
import bundled from '../../openapi/generated/openapi.json' with { type: 'json' };
import { type MockServer, startMockServer } from '../mock/mock-server.ts';
import { type ExitCode, exitCodes, type Finish } from './exit-codes.ts';
import { untilInterrupted, watchInterruption } from './interruption.ts';
import { listeningError } from './listening-error.ts';
import { colorOption, readPort, teach } from './options.ts';
import { createTerminal, type Terminal } from './terminal.ts';

interface Options {
  readonly port: number;
  readonly host: string;
  readonly dynamic?: true;
  readonly documented?: true;
  readonly color: boolean;
}

async function start({ port, host, dynamic, documented }: Options): Promise<MockServer> {
  const description = documented ? documentedPart(bundled) : bundled;
  try {
    return await startMockServer({ description, port, host, dynamic: dynamic === true });
  } catch (error) {
    throw listeningError(error, host, port);
  }
}

function introduce(url: string, { dynamic }: Options, { line, paint }: Terminal): void {
  const curl = (path: string, ...headers: readonly string[]) => {
    const given = ['Authorization: Bearer any', ...headers].map((header) => ` -H '${header}'`);
    line(`  curl -sS '${url}${path}'${given.join('')}`);
  };
  const payroll = '/v1/payrolls/3a7f9c2e-1d64-4b85-a0e9-8c5b2f7d4e13';
  line(`Mock server, ${dynamic ? 'generated responses' : 'example responses'}: ${paint('bold', url)}`);
  line();
  line(paint('bold', 'Try'));
  curl('/v1/payrolls');
  if (!dynamic) curl(payroll, 'Prefer: example=awaiting-funds');
  curl(payroll, 'Prefer: code=401');
  line();
  line(
    'It keeps no state and accepts any token. For a server with state, use `conformance serve`. Ctrl-C stops it.',
  );
}

async function mock(options: Options): Promise<ExitCode> {
  using interruption = watchInterruption(() => {});
  const server = await start(options);
  introduce(server.url, options, createTerminal(options));
  await untilInterrupted(interruption);
  await server.close();
  return exitCodes.success;
}

export function mockCommand(finish: Finish): Command {
  const command = new Command('mock')
    .description(
      'Runs Prism, a mock server: every operation returns the example of the description, and requests that do not match ' +
        'the description are rejected. It keeps no state.',
    )
    .option('--port <n>', 'port to listen on; 0 selects any free port', readPort, 4010)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option(
      '--dynamic',
      'build responses from the schemas, with every field and lists of varying length, instead of the named examples',
    )
    .option('--documented', 'leave out the assumed parts, as `conformance spec --documented` does')
    .addOption(colorOption())
    .action(async (options: Options) => finish(await mock(options)));
  return teach(
    command,
    `
Examples:
  conformance mock
  conformance mock --port 0 --dynamic

Headers of a request:
  Prefer: example=awaiting-funds   return the example with this name (names: conformance explain <operation>)
  Prefer: code=404                 return the response with this status
  Prefer: dynamic=true             return a generated response

Exit codes:
  0  stopped with Ctrl-C
  2  wrong usage, or the port is in use`,
  );
}
