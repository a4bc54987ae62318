/** `conformance webhook`: what helps to build a receiver of webhooks. By itself it tries one. */
import { Command } from 'commander';
import type { Finish } from './exit-codes.ts';
import { tryReceiver } from './webhook-receiver.ts';

export function webhookCommand(finish: Finish): Command {
  // What stands behind the name of a subcommand is for that one.
  return tryReceiver(new Command('webhook').enablePositionalOptions(), finish);
}
