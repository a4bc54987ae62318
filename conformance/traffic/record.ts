/** Records the traffic of a test until it is judged. */
import type { ObservedDelivery, ObservedExchange, Traffic } from './observation.ts';

/** A body that is still on its way when it is judged is waited for so long, and unknown after. */
const graceMillis = 1_000;

// Saved before a test sets the clock.
const { setTimeout, clearTimeout } = globalThis;
const sinceStart = performance.now.bind(performance);
const { timeOrigin } = performance;

/** Milliseconds since 1970. */
export const realTime = () => timeOrigin + sinceStart();

/** A message that is still on its way; undefined when nothing is known of it after all. */
type Passing<Message> = Promise<Message | undefined>;

async function arrived<Message>(passing: readonly Passing<Message>[]): Promise<Message[]> {
  return (await Promise.all(passing)).filter((message) => message !== undefined);
}

export class TrafficRecord {
  #exchanges: Passing<ObservedExchange>[] = [];
  #deliveries: Passing<ObservedDelivery>[] = [];
  #ending = new AbortController();

  /** Aborted when what is not there by then is unknown. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  exchange(exchange: Passing<ObservedExchange>): void {
    this.#exchanges.push(exchange);
  }

  delivery(delivery: Passing<ObservedDelivery>): void {
    this.#deliveries.push(delivery);
  }

  /** What has passed since it was last taken. */
  async take(): Promise<Omit<Traffic, 'baseUrl'>> {
    const [passing, received, ending] = [this.#exchanges, this.#deliveries, this.#ending];
    this.#exchanges = [];
    this.#deliveries = [];
    this.#ending = new AbortController();
    const timer = setTimeout(() => ending.abort(), graceMillis);
    const taken = { exchanges: await arrived(passing), deliveries: await arrived(received) };
    clearTimeout(timer);
    return taken;
  }
}
