/** `conformance webhook trigger`: sends one signed event to a receiver. */

import { Command } from 'commander';
import { webhookSecretVariable } from '../../../conformance/target/remedies.ts';
import { sign } from '../../../sdk/webhooks/index.ts';
import { readForeignFile } from '../../config/foreign-file.ts';
import { refuse } from '../../config/refuse.ts';
import { given } from '../../config/values.ts';
import { parseText } from '../config-file.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { colorOption, teach } from '../options.ts';
import { createTerminal, renderTable, type Terminal } from '../terminal.ts';
import { type ExampleEvent, exampleEvent, exampleEvents, oddities, readEventType } from './example-event.ts';
import { outcomeText } from './listen-lines.ts';
import { defaultReceiver, readReceiverUrl, readSecret } from './options.ts';
import { acknowledges, type PostOutcome, postDelivery } from './post-delivery.ts';

interface Options {
  readonly url: string;
  readonly secret?: string;
  readonly data?: string;
  readonly example?: string;
  readonly id?: string;
  readonly color: boolean;
}

/** Assumed timeout of the service. */
const timeoutMillis = 10_000;

function listEvents({ line, paint, columns }: Terminal): ExitCode {
  const rows = exampleEvents.map(({ eventType, examples, summary }) => [
    eventType,
    examples.join(', '),
    summary,
  ]);
  const width = process.stdout.isTTY ? columns : undefined;
  const [head = '', ...lines] = renderTable(['EVENT', 'EXAMPLES', 'WHEN'], rows, width);
  line(paint('dim', head));
  for (const each of lines) line(each);
  return exitCodes.success;
}

/** Reads the payload, given as JSON or as a file with JSON or YAML. */
async function readData(given: string): Promise<Readonly<Record<string, unknown>>> {
  const isJson = given.trimStart().startsWith('{');
  const text = isJson
    ? given
    : readForeignFile(
        given,
        (reason) =>
          `--data is neither a JSON object nor a readable file: ${reason}: ` +
          'give the fields of the payload, such as \'{"status":"completed"}\', or a file with them',
      );
  const value = await parseText(text, isJson ? '--data.json' : given);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse('--data must be an object: give the fields of the payload, the content of "data"');
  }
  if ('eventType' in value && 'data' in value) {
    throw refuse(
      '--data is a whole event: give only the content of "data"; the command creates the envelope',
    );
  }
  return { ...value };
}

async function eventFor(text: string, { example, data, id }: Options): Promise<ExampleEvent> {
  const fields = data === undefined ? undefined : await readData(data);
  return exampleEvent(readEventType(text), new Date(), given({ example, data: fields, id }));
}

function exitCodeAfter(outcome: PostOutcome): ExitCode {
  if (outcome.type === 'unanswered') return exitCodes.error;
  return acknowledges(outcome) ? exitCodes.success : exitCodes.nonConformant;
}

async function trigger(text: string | undefined, options: Options): Promise<ExitCode> {
  const terminal = createTerminal(options);
  if (text === undefined) return listEvents(terminal);
  const event = await eventFor(text, options);
  const secret = await readSecret(options.secret, process.env);
  if (secret === undefined) {
    throw refuse(
      `The signing secret is missing: set ${webhookSecretVariable}, or use --secret whsec_…, to the secret of the receiver`,
    );
  }
  const { line, warn, paint } = terminal;
  for (const oddity of oddities(event)) warn(`warning: does not match the description: ${oddity}`);
  const { id, timestamp, eventType } = event;
  const body = Buffer.from(JSON.stringify(event));
  const headers = { 'content-type': 'application/json', ...(await sign(body, { id, timestamp, secret })) };
  const outcome = await postDelivery({ url: options.url, body, headers, timeoutMillis });
  line([paint('bold', eventType), paint('dim', id), outcomeText(outcome, paint)].join('  '));
  return exitCodeAfter(outcome);
}

export function webhookTriggerCommand(finish: Finish): Command {
  const command = new Command('trigger')
    .description(
      'Sends one signed event to a receiver: an example of the description with a new id and timestamp.\n' +
        'Without an event, lists the events and their examples.',
    )
    .summary('send one signed event to a receiver')
    .argument('[event]', 'type of the event, such as payroll.status.updated')
    .option('--url <url>', 'address of the receiver', readReceiverUrl, defaultReceiver)
    .option('--secret <whsec_…>', `signing secret of the receiver (default: ${webhookSecretVariable})`)
    .option('--data <file|json>', 'fields of the payload that replace those of the example')
    .option('--example <name>', 'example of the event (default: the first)')
    .option('--id <id>', 'event id, for a retry of an earlier event (default: a new id)')
    .addOption(colorOption())
    .action(async (text: string | undefined, options: Options) => finish(await trigger(text, options)));
  return teach(
    command,
    `
Examples:
  conformance webhook trigger                                     list the events and their examples
  export ${webhookSecretVariable}=whsec_…
  conformance webhook trigger payroll.status.updated --example completed
  conformance webhook trigger person.created --data '{"email":"amara@example.com"}'
  conformance webhook trigger person.created --id evt_1           run it twice to test a duplicate

Exit codes:
  0  acknowledged with 2xx, or the events were listed
  1  the receiver returned another status
  2  wrong usage, or no such event
  3  the receiver does not respond`,
  );
}
