/** Limits that keep one caller from taking the server away from the others. The document shows none of them. */

/** Largest JSON body in bytes; beyond it 413. */
export const jsonLimitBytes = 1024 * 1024;

/** Largest form, which carries a file such as the photograph of a passport, in bytes; beyond it 413. */
export const formLimitBytes = 10 * 1024 * 1024;

/** How deep arrays and objects of a body may be nested; beyond it 400. */
export const jsonDepthLimit = 64;

/** Longest path and query in characters; beyond it 414. */
export const urlLimitCharacters = 8 * 1024;

/** Limits of a connection. */
export interface ConnectionLimits {
  /** Largest head of a request in bytes, its request line included; beyond it 431. */
  readonly headBytes: number;
  /** Time for the head of a request to arrive, from the opening of a connection on; beyond it 408. */
  readonly headMillis: number;
  /** Time for a whole request to arrive; beyond it 408. */
  readonly requestMillis: number;
  /** How long a response waits for a client that reads nothing of it; its connection is closed then. */
  readonly answerMillis: number;
  /** How long a connection is kept without a request. */
  readonly idleMillis: number;
  /** How often connections are looked at for those that are too slow. */
  readonly checkEveryMillis: number;
  /** Connections at a time; one more is closed at once. */
  readonly connections: number;
  /**
   * Connections of one address that wait for a request or its head; one more closes the one that has waited longest. A
   * proxy in front of the server is one address.
   */
  readonly waitingPerAddress: number;
}

export const connectionLimits: ConnectionLimits = {
  headBytes: 16 * 1024,
  headMillis: 10_000,
  requestMillis: 30_000,
  answerMillis: 30_000,
  idleMillis: 15_000,
  checkEveryMillis: 1_000,
  connections: 1_000,
  waitingPerAddress: 250,
};
