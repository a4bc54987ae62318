/** `conformance webhook`: tests a webhook receiver; its subcommands help to build one. */
import { Command } from 'commander';
import type { Finish } from '../exit-codes.ts';
import { webhookListenCommand } from './listen.ts';
import { tryReceiver } from './receiver.ts';
import { webhookResendCommand } from './resend.ts';
import { webhookTriggerCommand } from './trigger.ts';

export function webhookCommand(finish: Finish): Command {
  // Options after the name of a subcommand belong to that subcommand.
  const command = tryReceiver(new Command('webhook').enablePositionalOptions(), finish);
  for (const create of [webhookTriggerCommand, webhookResendCommand, webhookListenCommand]) {
    command.addCommand(create(finish));
  }
  return command;
}
