/** Calls the client that @hey-api/openapi-ts wrote. */
import { equal } from 'node:assert/strict';
import { client } from './client/client.gen.ts';
import { createPerson, listPersons, readPerson, type WebhookEvent } from './client/index.ts';
import { call, verify } from './signature.ts';

client.setConfig({ baseUrl: call.baseUrl, auth: call.token });

const body = { firstName: 'Ada', lastName: 'Eze', email: 'ada.hey@example.com', type: 'CONTRACTOR' };
const created = await createPerson({ body });
equal(created.data?.firstName, 'Ada');
const listed = await listPersons({ query: { limit: 100 } });
equal(
  listed.data?.data.some(({ id }) => id === created.data?.id),
  true,
);
const missing = await readPerson({ path: { personId: crypto.randomUUID() } });
equal(missing.error?.code, 'resource_not_found');

verify();
const nameIn = (event: WebhookEvent) =>
  event.eventType === 'person.created' ? event.data.firstName : undefined;
equal(nameIn(JSON.parse(call.delivery.body)), 'Ada');
equal(nameIn(JSON.parse(call.otherEvent)), undefined);
