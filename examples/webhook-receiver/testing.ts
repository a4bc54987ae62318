/** Runs the consumer test against a receiver on a free port. */

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RunCollector } from '../../conformance/catalogues.ts';
import { type ConsumerOptions, httpProbe, type Results, runConsumer } from '../../src/index.ts';

export const secret = 'whsec_ABEiM0RVZneImaq7zN3u/wEjRWeJq83v/ty6mHZUMhA=';

/** With a user's settings, but with shorter times. */
export async function tryReceiverAt(
  origin: string,
  options: Partial<ConsumerOptions> = {},
): Promise<Results> {
  const collector = new RunCollector();
  const events = runConsumer({
    url: `${origin}/hooks`,
    secrets: [secret],
    seed: 1,
    tool: { name: 'test', version: '0' },
    probe: httpProbe(`${origin}/effects`),
    tenantKeys: ['tk_marina_3f9a1c', 'tk_other'],
    patienceSeconds: 0.5,
    quickMillis: 300,
    ...options,
  });
  for await (const event of events) collector.add(event);
  if (collector.results === undefined) throw new Error('The run ended without its last event.');
  return collector.results;
}

/** The same of a receiver of this process. */
export async function tryReceiver(
  receiver: RequestListener,
  options: Partial<ConsumerOptions> = {},
): Promise<Results> {
  const server = createServer(receiver).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    return await tryReceiverAt(`http://127.0.0.1:${port}`, options);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** The findings, one line each. */
export const foundBy = ({ findings }: Results) => findings.map(({ id, actual }) => `${id}: ${actual}`);
