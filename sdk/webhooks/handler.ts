/** The common part of all webhook handlers. */
import { WebhookError } from './error.ts';
import type { IncomingEvent } from './event.ts';
import type { Secrets } from './secret.ts';
import type { Delivery, VerifyOptions } from './verify.ts';

export interface WebhookHandlerOptions extends Omit<VerifyOptions, 'now'> {
  /** Signing secret of the endpoint; several while it is rotated. */
  readonly secret: Secrets;
  /**
   * Called with every verified event, also of types that this package does not know, and again for a retry: deduplicate
   * by `event.id`. The delivery is acknowledged with 204 when it resolves. When it rejects, the framework responds with
   * 500 and the provider sends the delivery again.
   */
  readonly onEvent: (event: IncomingEvent, delivery: Delivery) => unknown;
  /** Called with each delivery that is rejected with 400, for logs. */
  readonly onRefused?: (error: WebhookError) => void;
  /** The current time, for tests with their own clock. @defaultValue the time of the call */
  readonly now?: () => Date | Promise<Date>;
}

export interface HandlerResponse {
  readonly status: 204 | 400;
  readonly text: string;
}

/** @throws what `onEvent` throws, and TypeError for a mistake of the receiver */
export async function respondTo(
  verifyWith: (options: VerifyOptions) => Promise<Delivery>,
  { onEvent, onRefused, now = () => new Date(), ...options }: WebhookHandlerOptions,
): Promise<HandlerResponse> {
  let delivery: Delivery;
  try {
    delivery = await verifyWith({ ...options, now: await now() });
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    onRefused?.(error);
    return { status: 400, text: error.code };
  }
  await onEvent(delivery.event, delivery);
  return { status: 204, text: '' };
}
