/** Serves a built site on this machine. */
import type { AddressInfo } from 'node:net';
import express from 'express';

export interface ServedSite {
  readonly url: string;
  readonly close: () => void;
}

/** @param options port 0 takes any free one */
export async function serveSite(options: {
  readonly folder: string;
  readonly base: string;
  readonly port: number;
}): Promise<ServedSite> {
  const { folder, base, port } = options;
  const app = express().use(base, express.static(folder, { extensions: ['html'] }));
  const server = app.listen(port, '127.0.0.1');
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve).once('error', reject);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}${base}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
