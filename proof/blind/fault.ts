/**
 * The form of a blind fault: its author knows the interface document and nothing of this project. The fault stands
 * between a sound server and its clients.
 */
// biome-ignore-all lint/suspicious/noExplicitAny: a fault reaches into bodies of every shape

/** A request to the service. */
export interface Call {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON; undefined without one. An uploaded file stays as it is. */
  readonly body?: any;
}

export interface BlindAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON, or text where it is none, such as CSV; undefined when empty. */
  readonly body?: any;
}

/** One attempt to deliver an event to a receiver. */
export interface BlindAttempt {
  readonly url: string;
  readonly method: string;
  /** Without the headers of the signature, which are made anew from the forwarded delivery. */
  readonly headers: Readonly<Record<string, string>>;
  /** The envelope. */
  readonly event: any;
  /** 1 for the first attempt of this event at this endpoint. */
  readonly number: number;
}

interface Remembering {
  /** State of the fault, on one server. */
  readonly memory: Map<string, any>;
}

export interface Hands extends Remembering {
  /** Asks the sound server, as often as the fault likes, also for other things. */
  next(call: Call): Promise<BlindAnswer>;
}

type HeaderMap = Record<string, string>;

export interface DeliveryHands extends Remembering {
  /** Forwards an attempt. @returns the status from the receiver; undefined without a response */
  send(
    attempt: BlindAttempt,
    signing?: { readonly headers?: (signed: HeaderMap, body: string) => HeaderMap },
  ): Promise<number | undefined>;
}

export interface BlindFault {
  /** Unique, in kebab-case. */
  readonly id: string;
  /** The harm to a user of such a server. */
  readonly title: string;
  /** The rule that it breaks, in the words of the document, with the section. */
  readonly breaks: string;
  /** @returns the response that the caller gets */
  readonly answer?: (call: Call, hands: Hands) => Promise<BlindAnswer>;
  /** @returns the status that the server is given as the receiver's */
  readonly deliver?: (attempt: BlindAttempt, hands: DeliveryHands) => Promise<number | undefined>;
}
