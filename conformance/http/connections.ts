/**
 * Connections to a target, and what became of them. A server may end one that nobody uses just when a request goes out on
 * it: that says nothing of the request.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { buildConnector } from 'undici';

interface Use {
  /** Requests that were sent on it. */
  readonly requests: number;
  /** What had been received when the latest was. */
  readonly bytesBefore: number;
}

/** Where undici tells of each request that leaves. */
const channel = 'undici:client:sendHeaders';

export class Connections implements Disposable {
  readonly #uses = new WeakMap<object, Use>();
  /** Errors with which a connection ended that had served before, and was silent since. */
  readonly #silent = new WeakSet<Error>();
  readonly connector: buildConnector.connector;

  constructor(timeoutMillis: number) {
    const connect = buildConnector({ timeout: timeoutMillis });
    this.connector = (options, callback) =>
      connect(options, (...result) => {
        const [, socket] = result;
        if (socket) this.#watch(socket);
        callback(...result);
      });
    subscribe(channel, this.#sent);
  }

  /** Whether a request failed because its connection, which had served others, was ended before a byte of an answer came. */
  endedUnused(error: unknown): boolean {
    return error instanceof Error && this.#silent.has(error);
  }

  [Symbol.dispose](): void {
    unsubscribe(channel, this.#sent);
  }

  #watch(socket: Socket): void {
    this.#uses.set(socket, { requests: 0, bytesBefore: 0 });
    socket.on('error', (error) => {
      const use = this.#uses.get(socket);
      if (use !== undefined && use.requests > 1 && use.bytesBefore === socket.bytesRead)
        this.#silent.add(error);
    });
  }

  readonly #sent = (message: unknown): void => {
    // The type of the message is that of the channel.
    const { socket } = message as { readonly socket: Socket };
    const use = this.#uses.get(socket);
    // Others in this process use undici as well.
    if (use !== undefined)
      this.#uses.set(socket, { requests: use.requests + 1, bytesBefore: socket.bytesRead });
  };
}
