/**
 * The connections to a target, and how they ended. A server may close an idle connection just when a request is sent on
 * it; that is no response to the request.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { buildConnector } from 'undici';

interface Use {
  /** Requests that were sent on it. */
  readonly requests: number;
  /** Bytes received before the latest request was sent. */
  readonly bytesBefore: number;
}

/** The channel on which undici publishes each request that it sends. */
const channel = 'undici:client:sendHeaders';

export class Connections implements Disposable {
  readonly #uses = new WeakMap<object, Use>();
  /** Errors of connections that served a request before, and sent nothing since the latest one. */
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

  /** Whether a request failed because a reused connection was closed before any byte of a response came. */
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
