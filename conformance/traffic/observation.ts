/** Observed requests, responses and deliveries. An absent part is unknown, never wrong. */

/** Names in lower case. */
export type Headers = Readonly<Record<string, string>>;

export interface ObservedExchange {
  /** Milliseconds since 1970: when the request began to be sent, and when the response was complete. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly request: {
    readonly method: string;
    /** Path and query, below the base address. */
    readonly path: string;
    readonly headers: Headers;
    readonly body?: string;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Headers;
    readonly body?: string;
  };
}

/** A webhook on its way to a receiver. */
export interface ObservedDelivery {
  readonly startedAt: number;
  /** When the receiver had responded; absent if unknown. */
  readonly endedAt?: number;
  /** The address that it was sent to, which identifies the endpoint. */
  readonly to?: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string;
  /** HTTP status of the receiver's response. */
  readonly answered: number;
}

export interface Traffic {
  /** The beginning of all URLs, such as `https://sandbox.example.com/api`. */
  readonly baseUrl: string;
  readonly exchanges: readonly ObservedExchange[];
  readonly deliveries: readonly ObservedDelivery[];
}

/** Whether the recorded body is complete even if it is empty. */
export const saysAll = (method: string, status: number) => method !== 'HEAD' && ![206, 304].includes(status);
