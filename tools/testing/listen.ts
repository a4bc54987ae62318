import { once } from 'node:events';
import type { Server } from 'node:http';

/** A server that listens; without a path. */
export interface Listening {
  readonly url: string;
  /** Closes it and every connection to it. */
  close(): void;
}

/** Has a server listen on any free port of the loopback address. */
export async function listen(server: Server): Promise<Listening> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
