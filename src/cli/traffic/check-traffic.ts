/** `conformance check-traffic`: judges recorded traffic. */

import { join } from 'node:path';
import { Command } from 'commander';
import { shownAddress } from '../../../conformance/engine/shown-address.ts';
import { webhookSecretVariable } from '../../../conformance/target/remedies.ts';
import { readHar } from '../../../conformance/traffic/har.ts';
import { judgeTraffic, type Side } from '../../../conformance/traffic/run.ts';
import { normaliseBaseUrl } from '../../config/base-url.ts';
import { readForeignFile } from '../../config/foreign-file.ts';
import { given } from '../../config/values.ts';
import { tool } from '../../tool.ts';
import type { ExitCode, Finish } from '../exit-codes.ts';
import { teach } from '../options.ts';
import { describeInvocation } from '../run/invocation.ts';
import { ownFolder } from '../run/owned-folder.ts';
import { planReports, runFormats } from '../run/report-plan.ts';
import { reportRun } from '../run/report-run.ts';
import { createTerminal } from '../terminal.ts';
import { addSideOptions, decide, describedSides, readKnownOfSides, type SideOptions } from './sides.ts';

interface Options extends SideOptions {
  readonly baseUrl?: string;
}

const readText = (file: string) =>
  readForeignFile(
    file,
    (reason) => `${file} cannot be read: ${reason}: give the path of an existing HAR file`,
  );

async function checkTraffic(files: readonly string[], options: Options): Promise<ExitCode> {
  const { out, failOn, quiet } = options;
  const baseUrl = options.baseUrl === undefined ? undefined : normaliseBaseUrl(options.baseUrl);
  const traffic = readHar(Object.fromEntries(files.map((file) => [file, readText(file)])), baseUrl);
  const knownFailures = await readKnownOfSides(options);
  const plan = await planReports(options, runFormats(process.env), process.env);
  const terminal = createTerminal(options);
  const judge = async (side: Side, folder: string, title: string): Promise<ExitCode> => {
    using owned = ownFolder(folder);
    const invocation = describeInvocation(folder, plan, {
      files,
      'base-url': options.baseUrl,
      ...describedSides(options),
    });
    const webhookSecret = process.env[webhookSecretVariable];
    const events = judgeTraffic(side, {
      traffic,
      tool,
      invocation,
      ...given({ environment: options.environment, webhookSecret, knownFailures }),
    });
    if (!quiet) terminal.line(terminal.paint('bold', title));
    const telling = { terminal, live: undefined, plan, out: owned, minCoverage: undefined, verbose: false };
    return (await reportRun(events, telling)).code;
  };
  const server = await judge(
    'observed',
    join(out, 'server'),
    `The server at ${shownAddress(traffic.baseUrl)}`,
  );
  terminal.line();
  const clients = await judge('clients', join(out, 'clients'), 'Its clients');
  return decide(failOn, server, clients);
}

export function checkTrafficCommand(finish: Finish): Command {
  const command = new Command('check-traffic')
    .description(
      'Judges recorded traffic: the responses and webhooks of a server, and the requests of its clients. Reads HAR files, ' +
        'which browsers, Playwright, k6 and mitmproxy write; several files count as one recording. Sends nothing.',
    )
    .argument('<files...>', 'HAR files')
    .option('--base-url <url>', 'address of the service in the files (default: detected)');
  addSideOptions(command).action(async (files: readonly string[], options: Options) =>
    finish(await checkTraffic(files, options)),
  );
  return teach(
    command,
    `
Examples:
  conformance check-traffic session.har
  conformance check-traffic before.har after.har --base-url https://sandbox.example.com --fail-on both

The suite never reports what a recording leaves out: without bodies it judges no fields, and without the header
Authorization it expects no 401.

Environment variables:
  ${webhookSecretVariable}  signing secret of the recorded webhooks; without it, signatures are not judged
  NO_COLOR                    plain text

Exit codes:
  0  no documented finding on the sides that --fail-on names
  1  a documented finding
  2  wrong usage, or a file is not a HAR file
  3  the files contain nothing to judge
  5  a report could not be written`,
  );
}
