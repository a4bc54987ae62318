/** Verifies a webhook on its bytes, and receives the creation of a person. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { unwrap } from 'workforce-conformance/client';
import { createReferenceServer } from 'workforce-conformance/reference-server';
import { isEvent, verify, WebhookError } from 'workforce-conformance/webhooks';

let secret = '';
/** Ids of events that were handled: to be kept for three days, longer than any retry takes. */
const handled = new Set<string>();

const receiver = createServer(async (request, response) => {
  try {
    const rawBody = Buffer.concat(await Array.fromAsync(request));
    const { event } = await verify(rawBody, request.headers, secret, { now: new Date(await now()) });
    if (!handled.has(event.id) && isEvent(event, 'person.created'))
      console.log('created', event.data.firstName);
    handled.add(event.id);
    response.writeHead(204).end();
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    response.writeHead(400).end(error.code);
  }
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));

await using server = await createReferenceServer();
const business = await server.createBusiness();
/** The clock of the business stands until it is moved, and deliveries are signed by it. */
async function now(): Promise<number> {
  const params = { path: { businessId: business.businessId } };
  const { data } = await server.control.GET('/_control/clocks/{businessId}', { params });
  return (data?.now ?? 0) * 1000;
}

const { port } = receiver.address() as AddressInfo;
({ secret } = await server.deliverTo(`http://127.0.0.1:${port}/hooks`, business));
const body = { firstName: 'Amara', lastName: 'Diallo', email: 'amara@example.com', type: 'EMPLOYEE' };
await unwrap(server.client(business).POST('/v1/persons', { body }));
await server.advance(0, business);
receiver.close();
receiver.closeAllConnections();
