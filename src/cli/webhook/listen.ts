/** `conformance webhook listen`: shows the events of a reference server and forwards them to a receiver. */

import { Command } from 'commander';
import { shownAddress } from '../../../conformance/engine/shown-address.ts';
import { controlKeyVariable, webhookSecretVariable } from '../../../conformance/target/remedies.ts';
import { given } from '../../config/values.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { watchInterruption } from '../interruption.ts';
import { colorOption, readOptionalCount, teach } from '../options.ts';
import { createTerminal, type Terminal } from '../terminal.ts';
import { createControlPlane } from './control-plane.ts';
import { DeliveryTally, deliveryLine } from './listen-lines.ts';
import { type ForwardedDelivery, WebhookListener } from './listener.ts';
import { baseUrlOption, defaultReceiver, readReceiverUrl, readSecret } from './options.ts';
import { acknowledges } from './post-delivery.ts';
import { Registration, type RegistrationNews } from './registration.ts';

interface Options {
  readonly forwardTo: string;
  readonly baseUrl: string;
  readonly secret?: string;
  readonly businessId?: string;
  readonly quickRetries: number;
  readonly color: boolean;
}

const lookEveryMillis = 2_000;
/** Five minutes, the usual tolerance of receivers. */
const usualToleranceMillis = 300_000;

/** Prints each hint once, when it first applies. */
class Hints {
  readonly #terminal: Terminal;
  readonly #given = new Set<string>();

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  #once(text: string): void {
    if (this.#given.has(text)) return;
    this.#given.add(text);
    this.#terminal.line(this.#terminal.paint('dim', `  ${text}`));
  }

  about({ verification, outcome, at }: ForwardedDelivery): void {
    if (verification.type === 'refused') return;
    if (Math.abs(verification.sentAt.getTime() - at.getTime()) > usualToleranceMillis) {
      this.#once(
        'The clock of this business shows another day, so a receiver that checks the timestamp rejects the event.',
      );
    } else if (!acknowledges(outcome)) {
      this.#once(
        'The server retries after 5 s, 5 min, 30 min, 2 h … on the clock of the business; ' +
          '`conformance webhook resend <id>` sends the event now.',
      );
    }
  }
}

const secretNote = (secret: string) => `Signing secret for the receiver: ${secret}`;

function newsText(news: RegistrationNews, { baseUrl, secret }: Options): string {
  switch (news.type) {
    case 'lost':
      return `${baseUrl} no longer responds; trying again every two seconds.`;
    case 'found':
      return `${baseUrl} responds again.`;
    case 'renewed':
      return `${baseUrl} had lost this listener, which is now registered again.${secret === undefined ? ` ${secretNote(news.secret)}` : ''}`;
  }
  return news satisfies never;
}

async function listen(flags: Options): Promise<ExitCode> {
  const secret = await readSecret(flags.secret, process.env);
  const options = { ...flags, ...given({ secret }) };
  const terminal = createTerminal(options);
  const { line, paint } = terminal;
  const { forwardTo, baseUrl, businessId, quickRetries } = options;
  const tally = new DeliveryTally();
  const hints = new Hints(terminal);
  const listener = new WebhookListener({
    forwardTo,
    quickRetries,
    ...given({ receiverSecret: secret }),
    onDelivery: (delivery) => {
      tally.add(delivery);
      line(deliveryLine(delivery, paint));
      hints.about(delivery);
    },
  });
  using interruption = watchInterruption(() => {});
  const url = await listener.start();
  try {
    const registration = await Registration.open(
      createControlPlane(baseUrl, process.env[controlKeyVariable]),
      {
        url,
        ...given({ businessId }),
        tell: (news) => {
          if (news.type === 'renewed') listener.expect(news.secret);
          (news.type === 'lost' ? terminal.warn : line)(newsText(news, options));
        },
      },
    );
    try {
      listener.expect(registration.secret);
      line(
        `Forwarding events of ${paint('bold', baseUrl)} to ${paint('bold', shownAddress(forwardTo))}. Ctrl-C stops.`,
      );
      line(
        secret === undefined
          ? secretNote(registration.secret)
          : 'The command verifies events with the secret of the server and signs them with yours.',
      );
      line();
      await registration.watch(lookEveryMillis, interruption.signal);
    } finally {
      await registration.close();
    }
  } finally {
    await listener.stop();
  }
  if (terminal.interactive) line();
  for (const each of tally.lines()) line(each);
  return exitCodes.success;
}

export function webhookListenCommand(finish: Finish): Command {
  const command = new Command('listen')
    .description(
      'Registers with a running `conformance serve`, shows every event, and forwards each one to your receiver with the ' +
        "same bytes and headers. Returns the receiver's response to the server, so that the server retries what failed.",
    )
    .summary('show the events of the reference server and forward them')
    .option('--forward-to <url>', 'address of the receiver', readReceiverUrl, defaultReceiver)
    .addOption(baseUrlOption())
    .option('--business-id <id>', 'forward only the events of this business (default: of all businesses)')
    .option(
      '--secret <whsec_…>',
      `sign forwarded events with this secret (or ${webhookSecretVariable}), so that the receiver can keep its own`,
    )
    .option('--quick-retries <n>', 'number of immediate retries of a failed delivery', readOptionalCount, 0)
    .addOption(colorOption())
    .action(async (options: Options) => finish(await listen(options)));
  return teach(
    command,
    `
Examples:
  conformance serve --seed-data                       in another terminal
  conformance webhook listen --forward-to http://localhost:3000/hooks
  conformance webhook listen --quick-retries 3
  ${webhookSecretVariable}=whsec_… conformance webhook listen

Exit codes:
  0  stopped with Ctrl-C
  2  wrong usage
  3  the control plane does not respond, or rejects the call`,
  );
}
