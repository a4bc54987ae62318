/** `conformance webhook`: what helps to build a receiver of webhooks. */
import { Command } from 'commander';
import type { Finish } from './exit-codes.ts';
import { teach } from './options.ts';
import { webhookListenCommand } from './webhook-listen.ts';
import { webhookResendCommand } from './webhook-resend.ts';
import { webhookTriggerCommand } from './webhook-trigger.ts';

export function webhookCommand(finish: Finish): Command {
  const command = new Command('webhook').description('What helps to build a receiver of webhooks.');
  for (const create of [webhookTriggerCommand, webhookResendCommand, webhookListenCommand]) {
    command.addCommand(create(finish));
  }
  return teach(
    command,
    `
Examples:
  conformance webhook trigger payroll.status.updated
  conformance webhook listen --forward-to http://localhost:3000/hooks
  conformance webhook resend <id>`,
  );
}
