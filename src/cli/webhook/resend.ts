/** `conformance webhook resend`: asks a reference server to send an event again, and waits for the result. */
import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import { shownAddress } from '../../../conformance/engine/shown-address.ts';
import { controlKeyVariable } from '../../../conformance/target/remedies.ts';
import { visibleLine } from '../../../markup/visible-text.ts';
import type { Paint } from '../../../reports/wording.ts';
import { refuse } from '../../config/refuse.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { colorOption, teach } from '../options.ts';
import { createTerminal, renderTable, type Terminal } from '../terminal.ts';
import {
  type ControlPlane,
  createControlPlane,
  type DeliveryEntry,
  type WebhookEndpoint,
} from './control-plane.ts';
import { baseUrlOption } from './options.ts';

interface Options {
  readonly baseUrl: string;
  readonly color: boolean;
}

const latest = 20;
/** Longer in total than the server waits for a receiver. */
const patience = { tries: 120, pauseMillis: 100 };

async function listLatest(control: ControlPlane, { line, paint }: Terminal): Promise<ExitCode> {
  const deliveries = (await control.deliveries()).slice(-latest);
  if (deliveries.length === 0) {
    line('No deliveries yet: register a receiver with `conformance webhook listen`.');
    return exitCodes.success;
  }
  const rows = deliveries.map(({ eventId, eventType, status, attempts }) => [
    eventId,
    eventType,
    status,
    `${attempts.length}`,
  ]);
  const [head = '', ...lines] = renderTable(['EVENT', 'TYPE', 'STATUS', 'ATTEMPTS'], rows);
  line(paint('dim', head));
  for (const each of lines) line(each);
  return exitCodes.success;
}

function attemptText({ attempt }: Resent, paint: Paint): string {
  if (attempt === undefined) return paint('yellow', 'not attempted yet');
  const status = attempt.status === undefined ? '' : `${attempt.status} `;
  const style = attempt.outcome === 'acknowledged' ? 'green' : 'red';
  return paint(style, `${status}${attempt.outcome}`);
}

async function resend(id: string | undefined, options: Options): Promise<ExitCode> {
  const terminal = createTerminal(options);
  const { line, paint } = terminal;
  const control = createControlPlane(options.baseUrl, process.env[controlKeyVariable]);
  if (id === undefined) return listLatest(control, terminal);
  const deliveries = await findDeliveries(control, id);
  const endpoints = await control.endpoints();
  const urlOf = (wanted: string): WebhookEndpoint['url'] =>
    endpoints.find((endpoint) => endpoint.id === wanted)?.url ?? 'an endpoint that was removed';
  let isAcknowledged = true;
  for (const delivery of deliveries) {
    const resent = await resendDelivery(control, delivery, patience);
    isAcknowledged &&= resent.attempt?.outcome === 'acknowledged';
    const count = `attempt ${resent.delivery.attempts.length}`;
    const to = visibleLine(shownAddress(urlOf(delivery.endpointId)));
    line([paint('bold', delivery.eventType), `to ${to}`, count, attemptText(resent, paint)].join('  '));
  }
  return isAcknowledged ? exitCodes.success : exitCodes.nonConformant;
}

export function webhookResendCommand(finish: Finish): Command {
  const command = new Command('resend')
    .description(
      'Asks a running `conformance serve` to send an event again, with the same id and bytes and a new signature; the retry ' +
        'schedule starts again. Without an id, lists the latest events.',
    )
    .summary('make the reference server send an event again')
    .argument('[id]', 'id of the event, or of one of its deliveries')
    .addOption(baseUrlOption())
    .addOption(colorOption())
    .action(async (id: string | undefined, options: Options) => finish(await resend(id, options)));
  return teach(
    command,
    `
Examples:
  conformance webhook resend
  conformance webhook resend evt_5f0c1c1e-8f0e-4f3e-9d5e-0a2b7c9d1e3f

Exit codes:
  0  every receiver acknowledged the event
  1  a receiver did not
  2  wrong usage, or no such event
  3  the control plane does not respond, or rejects the call`,
  );
}

/** A delivery and its new attempt, which is absent if the server did not make it in time. */
export interface Resent {
  readonly delivery: DeliveryEntry;
  readonly attempt?: DeliveryEntry['attempts'][number];
}

/**
 * Finds deliveries by id: all deliveries of an event, or the one delivery with that id.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID` when there is none
 */
export async function findDeliveries(control: ControlPlane, id: string): Promise<readonly DeliveryEntry[]> {
  const ofEvent = await control.deliveries(id);
  if (ofEvent.length > 0) return ofEvent;
  const found = (await control.deliveries()).filter((delivery) => delivery.id === id);
  if (found.length > 0) return found;
  throw refuse(
    `The server has no event or delivery ${id}: \`conformance webhook resend\` lists the latest ones`,
  );
}

interface Patience {
  readonly tries: number;
  readonly pauseMillis: number;
}

/**
 * Sends a delivery again and polls the log for the new attempt.
 *
 * @throws ConformanceError as the control plane does, such as when its endpoint was removed
 */
export async function resendDelivery(
  control: ControlPlane,
  delivery: DeliveryEntry,
  { tries, pauseMillis }: Patience,
): Promise<Resent> {
  const before = delivery.attempts.length;
  await control.resend(delivery.id);
  for (let left = tries; left > 0; left -= 1) {
    const now = (await control.deliveries(delivery.eventId)).find(({ id }) => id === delivery.id);
    const attempt = now?.attempts[before];
    if (attempt !== undefined) return { delivery: now ?? delivery, attempt };
    await pause(pauseMillis);
  }
  return { delivery };
}
