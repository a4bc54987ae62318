/** `conformance mcp`: the commands as tools for coding agents, over the Model Context Protocol. */
import { Command } from 'commander';
import type { Environment } from '../../../conformance/engine/events.ts';
import type { LoadFaults } from '../../config/fault-catalogue.ts';
import { refuse } from '../../config/refuse.ts';
import { given } from '../../config/values.ts';
import { exitCodes, type Finish } from '../exit-codes.ts';
import { watchInterruption } from '../interruption.ts';
import { optionOf, teach, variablesHelp } from '../options.ts';

interface Options {
  readonly baseUrl?: string;
  readonly environment?: Environment;
  readonly config?: string;
  readonly adapter?: string;
  readonly allowWrites?: boolean;
}

/** @throws ConformanceError with code `CONFIGURATION_INVALID` when the optional package is missing */
async function loadServer() {
  try {
    return await import('./server.ts');
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND';
    if (!isMissing || !cause.message.includes('@modelcontextprotocol/sdk')) throw cause;
    throw refuse(
      'conformance mcp needs a package that is not installed: run npm install @modelcontextprotocol/sdk',
      cause,
    );
  }
}

async function mcp(
  { allowWrites = false, baseUrl, environment, ...files }: Options,
  loadFaults: LoadFaults,
): Promise<void> {
  const { serveTools } = await loadServer();
  const { redactorOf } = await import('./answer.ts');
  using interruption = watchInterruption(() => {});
  const leave = { allowWrites, ...given({ baseUrl, environment }) };
  await serveTools({ leave, ...files, loadFaults, redactor: redactorOf(process.env) }, interruption.signal);
}

export function mcpCommand(finish: Finish, loadFaults: LoadFaults): Command {
  const command = new Command('mcp')
    .description(
      'Serves the commands as tools for coding agents, over the Model Context Protocol on standard input and output.\n' +
        'A server that is not on this machine gets only reads, and keys only if the configuration or --base-url names it.\n' +
        'Needs the package @modelcontextprotocol/sdk.',
    )
    .option('--base-url <url>', 'address of the server to test, if the configuration names none')
    .addOption(optionOf('environment'))
    .addOption(optionOf('config'))
    .addOption(optionOf('adapter'))
    .option(
      '--allow-writes',
      'let tools send writes to a server that is not on this machine; in production, the configuration must allow them too',
    )
    .action(async (options: Options) => {
      await mcp(options, loadFaults);
      finish(exitCodes.success);
    });
  return teach(
    command,
    `
Examples:
  conformance mcp                     as the command of a server in the settings of an agent
  conformance mcp --base-url https://sandbox.example.com --environment sandbox
${variablesHelp}

Exit codes:
  0  the agent ended the connection
  2  wrong usage, or the package is not installed`,
  );
}
