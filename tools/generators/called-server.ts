/** The reference server that clients call, and one delivery of it. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { createReferenceServer } from '../../src/reference-server.ts';
import { listen } from '../testing/listen.ts';
import type { Call } from './generator.ts';

const textOf = async (request: IncomingMessage) => Buffer.concat(await request.toArray()).toString();

export interface CalledServer {
  readonly call: Call;
  close(): Promise<void>;
}

export async function startCalled(): Promise<CalledServer> {
  const server = await createReferenceServer();
  const receiver = createServer();
  const receiving = await listen(receiver);
  const { secret } = await server.deliverTo(receiving.url);
  const arrived = once(receiver, 'request');
  const body = { firstName: 'Ada', lastName: 'Eze', email: 'ada@example.com', type: 'CONTRACTOR' };
  await server.client().POST('/v1/persons', { body });
  const [request, response] = await arrived;
  const sent = await textOf(request);
  response.end();
  receiving.close();
  const header = (name: string) => String(request.headers[`hook-${name}`]);
  return {
    call: {
      baseUrl: server.url,
      token: server.keys.platformToken,
      secret,
      delivery: {
        id: header('id'),
        timestamp: header('timestamp'),
        signature: header('signature'),
        body: sent,
      },
      otherEvent: JSON.stringify({ ...JSON.parse(sent), eventType: 'person.renamed' }),
    },
    close: () => server.close(),
  };
}
