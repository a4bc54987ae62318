/** `conformance webhook`: what helps to build a receiver of webhooks. By itself it tries one. */
import { Command } from 'commander';
import type { Finish } from '../exit-codes.ts';
import { webhookListenCommand } from './listen.ts';
import { tryReceiver } from './receiver.ts';
import { webhookResendCommand } from './resend.ts';
import { webhookTriggerCommand } from './trigger.ts';

export function webhookCommand(finish: Finish): Command {
  // What stands behind the name of a subcommand is for that one.
  const command = tryReceiver(new Command('webhook').enablePositionalOptions(), finish);
  for (const create of [webhookTriggerCommand, webhookResendCommand, webhookListenCommand]) {
    command.addCommand(create(finish));
  }
  return command;
}
