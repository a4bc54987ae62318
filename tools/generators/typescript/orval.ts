/** Calls the client that orval wrote. */
import { equal } from 'node:assert/strict';
import {
  type AnyOtherEvent,
  createPerson,
  listPersons,
  readPerson,
  type WebhookEvent,
} from './client/client.ts';
import { call, verify } from './signature.ts';

// It takes the address and the key from the fetch of the application.
const { fetch } = globalThis;
globalThis.fetch = (path, options) => {
  const headers = new Headers(options?.headers);
  headers.set('authorization', `Bearer ${call.token}`);
  return fetch(new URL(String(path), call.baseUrl), { ...options, headers });
};

const created = await createPerson({
  firstName: 'Ada',
  lastName: 'Eze',
  email: 'ada.orval@example.com',
  type: 'CONTRACTOR',
});
if (!('firstName' in created.data)) throw new Error(JSON.stringify(created.data));
equal(created.data.firstName, 'Ada');
const { id } = created.data;
const listed = await listPersons({ limit: 100 });
if (!('data' in listed.data)) throw new Error(JSON.stringify(listed.data));
equal(
  listed.data.data.some((person) => person.id === id),
  true,
);
const missing = await readPerson(crypto.randomUUID());
equal('code' in missing.data && missing.data.code, 'resource_not_found');

verify();
type KnownEvent = Exclude<WebhookEvent, AnyOtherEvent>;
const nameIn = (event: KnownEvent) =>
  event.eventType === 'person.created' ? event.data.firstName : undefined;
equal(nameIn(JSON.parse(call.delivery.body)), 'Ada');
equal(nameIn(JSON.parse(call.otherEvent)), undefined);
