import type { IncomingMessage, ServerResponse } from 'node:http';

/** Limits the requests of a key, and the invalid keys that one address may send. */
export interface RateLimits {
  /**
   * Counts a request by its key if the key is valid, otherwise by its address, so that an invented key does not get
   * requests of its own.
   *
   * @throws Refusal 429 with the headers that say when to come back, or what `authenticate` throws.
   */
  around<Result>(
    request: IncomingMessage,
    response: ServerResponse,
    authenticate: () => Promise<Result>,
  ): Promise<Result>;
}

/** Limits wrong keys of the control plane, because the operator may have chosen a key that can be guessed. */
export interface KeyGuesses {
  /** To be called before a key is compared. @throws Refusal 429 when its address has sent too many wrong ones. */
  admit(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Counts a wrong one. */
  count(request: IncomingMessage, response: ServerResponse): Promise<void>;
}
