/** Records the traffic of a test until it is judged. */
import type { ObservedDelivery, ObservedExchange, Traffic } from './observation.ts';

/** How long the judgement waits for an unfinished body; after that, the body is unknown. */
const graceMillis = 1_000;

// Saved before a test sets the clock.
const { setTimeout, clearTimeout } = globalThis;
const sinceStart = performance.now.bind(performance);
const { timeOrigin } = performance;

/** Milliseconds since 1970. */
export const realTime = () => timeOrigin + sinceStart();

/** An unfinished message; undefined if nothing is known of it in the end. */
type Passing<Message> = Promise<Message | undefined>;

async function arrived<Message>(passing: readonly Passing<Message>[]): Promise<Message[]> {
  return (await Promise.all(passing)).filter((message) => message !== undefined);
}

export class TrafficRecord {
  #exchanges: Passing<ObservedExchange>[] = [];
  #deliveries: Passing<ObservedDelivery>[] = [];
  #ending = new AbortController();

  /** Aborted when everything that is still missing becomes unknown. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  exchange(exchange: Passing<ObservedExchange>): void {
    this.#exchanges.push(exchange);
  }

  delivery(delivery: Passing<ObservedDelivery>): void {
    this.#deliveries.push(delivery);
  }

  /** Takes the messages recorded since the last call. */
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
