/** `conformance webhook listen`: the events of a reference server, seen and handed on to a receiver. */
import { Command } from 'commander';
import { controlKeyVariable } from '../../../conformance/target/remedies.ts';
import { given } from '../../config/values.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { watchInterruption } from '../interruption.ts';
import { colorOption, readOptionalCount, teach } from '../options.ts';
import { createTerminal, type Terminal } from '../terminal.ts';
import { createControlPlane } from './control-plane.ts';
import { DeliveryTally, deliveryLine } from './listen-lines.ts';
import { type ForwardedDelivery, WebhookListener } from './listener.ts';
import { baseUrlOption, defaultReceiver, readReceiverUrl, readSecret, secretVariable } from './options.ts';
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
/** Five minutes, as receivers allow unless they were told otherwise. */
const usualToleranceMillis = 300_000;

/** Says what is worth knowing once, when it first matters. */
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
        'The clock of its business stands on another day, so a receiver that looks at the time refuses it.',
      );
    } else if (!acknowledges(outcome)) {
      this.#once(
        'It comes again 5 s, then 5 min, 30 min, 2 h … later on the clock of its business; ' +
          '`conformance webhook resend <id>` sends it now.',
      );
    }
  }
}

const secretNote = (secret: string) => `The receiver verifies with ${secret}`;

function newsText(news: RegistrationNews, { baseUrl, secret }: Options): string {
  switch (news.type) {
    case 'lost':
      return `${baseUrl} does not answer any more; it is asked every two seconds.`;
    case 'found':
      return `${baseUrl} answers again.`;
    case 'renewed':
      return `${baseUrl} had forgotten this listener and has it again.${secret === undefined ? ` ${secretNote(news.secret)}` : ''}`;
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
      line(`Events of ${paint('bold', baseUrl)} go to ${paint('bold', forwardTo)}. Ctrl-C ends it.`);
      line(
        secret === undefined
          ? secretNote(registration.secret)
          : 'They are signed with your secret, and verified with that of the server.',
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
      'Registers with a running `conformance serve`, shows every event that it sends, and hands each one on to a ' +
        'receiver with the same bytes and headers. What the receiver answers is answered to the server, whose own ' +
        'schedule brings back what the receiver failed at.',
    )
    .summary('see the events of the reference server and hand them on')
    .option('--forward-to <url>', 'address of the receiver', readReceiverUrl, defaultReceiver)
    .addOption(baseUrlOption())
    .option('--business-id <id>', 'only the events of this business (default: of all of the platform)')
    .option(
      '--secret <whsec_…>',
      `sign for the receiver with this (or ${secretVariable}), so that it can keep it`,
    )
    .option('--quick-retries <n>', 'hand a failed one on again at once, so often', readOptionalCount, 0)
    .addOption(colorOption())
    .action(async (options: Options) => finish(await listen(options)));
  return teach(
    command,
    `
Examples:
  conformance serve --seed-data                       in another terminal
  conformance webhook listen --forward-to http://localhost:3000/hooks
  conformance webhook listen --quick-retries 3
  ${secretVariable}=whsec_… conformance webhook listen

Exit codes:
  0  ended with Ctrl-C
  2  wrong usage
  3  no control plane answers, or it refuses`,
  );
}
