/** Limits the connections of an address that wait for a request, so that one caller cannot take all connections. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { callerAt } from './callers.ts';

/**
 * Beyond the limit, closes the connection of the address that has waited longest. A caller sends its request right after
 * connecting, so its connection is among the newest, also if its address has opened the limit with others.
 *
 * @param perAddress connections at a time; an IPv6 network counts as one address
 */
export function limitWaiting(server: Server, perAddress: number): void {
  const waiting = new Map<string, Set<Socket>>();
  /** Kept, because a socket that is closed has no address any more. */
  const callers = new WeakMap<Socket, string>();

  const wait = (socket: Socket) => {
    const caller = callers.get(socket) ?? '';
    const own = waiting.get(caller) ?? new Set();
    waiting.set(caller, own.add(socket));
    const [longest] = own;
    if (own.size > perAddress) longest?.destroy();
  };
  const forget = (socket: Socket) => {
    const caller = callers.get(socket) ?? '';
    const own = waiting.get(caller);
    own?.delete(socket);
    if (own?.size === 0) waiting.delete(caller);
  };

  server.on('connection', (socket: Socket) => {
    callers.set(socket, callerAt(socket.remoteAddress));
    socket.once('close', () => forget(socket));
    wait(socket);
  });
  server.on('request', ({ socket }, response) => {
    forget(socket);
    response.once('close', () => {
      if (!socket.destroyed) wait(socket);
    });
  });
}
