/** `conformance watch`: a proxy that judges live traffic. */

import { join } from 'node:path';
import { Command } from 'commander';
import { shownAddress } from '../../../conformance/engine/shown-address.ts';
import { webhookSecretVariable } from '../../../conformance/target/remedies.ts';
import { proxyHost, startProxy, type TrafficProxy } from '../../../conformance/traffic/proxy.ts';
import { openJudge, type Side, type TrafficJudge } from '../../../conformance/traffic/run.ts';
import { normaliseBaseUrl } from '../../config/base-url.ts';
import { given } from '../../config/values.ts';
import { tool } from '../../tool.ts';
import type { Ending, ExitCode, Finish } from '../exit-codes.ts';
import { untilInterrupted } from '../interruption.ts';
import { listeningError } from '../listening-error.ts';
import { readPort, teach } from '../options.ts';
import { describeInvocation } from '../run/invocation.ts';
import { ownFolder } from '../run/owned-folder.ts';
import { planReports, type ReportPlan, runFormats } from '../run/report-plan.ts';
import { reportRun, stopOnInterruption } from '../run/report-run.ts';
import { createTerminal, type Terminal } from '../terminal.ts';
import { readReceiverUrl } from '../webhook/options.ts';
import { followTraffic } from './live-traffic.ts';
import { addSideOptions, decide, describedSides, readKnownOfSides, type SideOptions } from './sides.ts';

interface Options extends SideOptions {
  readonly baseUrl: string;
  readonly port: number;
  readonly webhooksTo?: string;
}

interface SideInHand {
  readonly judge: TrafficJudge;
  readonly reported: Promise<Ending>;
}

async function listen(options: Parameters<typeof startProxy>[0]): Promise<TrafficProxy> {
  try {
    return await startProxy(options);
  } catch (error) {
    throw listeningError(error, proxyHost, options.port);
  }
}

function introduce({ url, webhookUrl }: TrafficProxy, baseUrl: string, options: Options, terminal: Terminal) {
  const { line, paint } = terminal;
  line(
    `Send requests for ${baseUrl} to ${paint('bold', url)}: the proxy forwards them unchanged and judges them.`,
  );
  if (webhookUrl !== undefined)
    line(
      `Register ${paint('bold', webhookUrl)} for webhooks: the proxy forwards them to ${shownAddress(options.webhooksTo ?? '')}.`,
    );
  line(`Ctrl-C stops the proxy and writes the reports into ${options.out}.`);
  line();
}

function describe(folder: string, plan: ReportPlan, options: Options) {
  return describeInvocation(folder, plan, {
    'base-url': options.baseUrl,
    port: options.port,
    'webhooks-to': options.webhooksTo,
    ...describedSides(options),
  });
}

async function watch(flags: Options): Promise<ExitCode> {
  const options = { ...flags, baseUrl: normaliseBaseUrl(flags.baseUrl) };
  const { baseUrl, port, out, failOn, quiet, environment } = options;
  const knownFailures = await readKnownOfSides(options);
  const plan = await planReports(options, runFormats(process.env), process.env);
  const terminal = createTerminal(options);
  using live = quiet ? undefined : followTraffic(terminal);
  const judges: Pick<TrafficJudge, 'request' | 'exchange' | 'delivery'>[] =
    live === undefined ? [] : [live.counts];
  using interruption = stopOnInterruption({ terminal, live });
  await using proxy = await listen({ baseUrl, port, judges, ...given({ webhooksTo: options.webhooksTo }) });
  using folders = new DisposableStack();
  const open = (side: Side, name: 'server' | 'clients'): SideInHand => {
    const folder = join(out, name);
    const owned = folders.use(ownFolder(folder));
    const judge = openJudge(side, {
      ...{ baseUrl, tool, invocation: describe(folder, plan, options) },
      ...given({ environment, webhookSecret: process.env[webhookSecretVariable], knownFailures }),
    });
    judges.push(judge);
    const told = live && { ...live, reporter: live.reporterOf(name) };
    const telling = { terminal, live: told, plan, out: owned, minCoverage: undefined, verbose: false };
    return { judge, reported: reportRun(judge.events, telling) };
  };
  const server = open('observed', 'server');
  const clients = open('clients', 'clients');
  if (!quiet) introduce(proxy, baseUrl, options, terminal);
  // A report that cannot be written ends the command, too.
  await Promise.race([untilInterrupted(interruption), server.reported, clients.reported]);
  await proxy.close();
  live?.[Symbol.dispose]();
  const end = async ({ judge, reported }: SideInHand, title: string): Promise<ExitCode> => {
    if (!quiet) terminal.line(terminal.paint('bold', title));
    judge.end();
    return (await reported).code;
  };
  const ofServer = await end(server, `The server at ${baseUrl}`);
  terminal.line();
  return decide(failOn, ofServer, await end(clients, 'Its clients'));
}

export function watchCommand(finish: Finish): Command {
  const command = new Command('watch')
    .description(
      'Runs a proxy in front of a server, forwards every request and response unchanged, and judges both the server ' +
        'and its clients. Prints each finding at once; Ctrl-C stops the proxy and writes the reports.',
    )
    .requiredOption('--base-url <url>', 'address of the server')
    .option('--port <n>', 'port to listen on; 0 selects any free port', readPort, 4020)
    .option(
      '--webhooks-to <url>',
      'address of your webhook receiver; the proxy then judges and forwards webhooks too',
      readReceiverUrl,
    );
  addSideOptions(command).action(async (options: Options) => finish(await watch(options)));
  return teach(
    command,
    `
Examples:
  conformance watch --base-url https://sandbox.example.com
  conformance watch --base-url http://127.0.0.1:4010 --webhooks-to http://127.0.0.1:3000/hooks --fail-on both

It listens only on ${proxyHost} and adds no credentials: clients send their own.

Environment variables:
  ${webhookSecretVariable}  signing secret of the webhooks; without it, signatures are not judged
  NO_COLOR                    plain text

Exit codes, after Ctrl-C:
  0  no documented finding on the sides that --fail-on names
  1  a documented finding
  2  wrong usage, or the port is in use
  3  there was no traffic to judge
  5  a report could not be written`,
  );
}
