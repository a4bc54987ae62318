/** An integrator's application that handles webhooks: it notes once for every payroll that its people were paid. */
import { type Client, unwrap } from 'workforce-conformance/client';
import { isEvent, verify, WebhookError } from 'workforce-conformance/webhooks';

export interface PaydayOptions {
  readonly client: Client;
  readonly secret: string;
  /** Time to hold signatures against; that of the system unless a test says otherwise. */
  readonly now?: () => Promise<Date>;
}

/** A delivery as it came. */
export interface Incoming {
  readonly rawBody: Uint8Array;
  readonly headers: Headers;
}

export class Payday {
  /** Ids of the persons that each completed payroll has paid. */
  readonly paid = new Map<string, readonly string[]>();
  readonly #handled = new Set<string>();
  readonly #options: PaydayOptions;

  constructor(options: PaydayOptions) {
    this.#options = options;
  }

  /** @returns the status to answer: anything but 2xx brings the delivery again */
  async take({ rawBody, headers }: Incoming): Promise<number> {
    const { client, secret, now = async () => new Date() } = this.#options;
    try {
      const { event } = await verify(rawBody, headers, secret, { now: await now() });
      if (this.#handled.has(event.id)) return 204;
      if (isEvent(event, 'payroll.status.updated') && event.data.status === 'completed') {
        const payrollId = event.data.id;
        const params = { path: { payrollId } };
        const { data = [] } = await unwrap(client.GET('/v1/payrolls/{payrollId}/payslips', { params }));
        this.paid.set(
          payrollId,
          data.flatMap(({ personId }) => personId ?? []),
        );
      }
      // An event is remembered only once it is processed: if the payslips cannot be read, it is sent again.
      this.#handled.add(event.id);
      return 204;
    } catch (error) {
      return error instanceof WebhookError ? 401 : 503;
    }
  }
}
