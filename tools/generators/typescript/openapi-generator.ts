/** Calls the client that openapi-generator wrote for TypeScript with fetch. */
import { equal } from 'node:assert/strict';
import { Configuration, PersonsApi, ResponseError, WebhookEventFromJSON } from './client/index.ts';
import { call, verify } from './signature.ts';

const persons = new PersonsApi(new Configuration({ basePath: call.baseUrl, accessToken: call.token }));

const personInput = { firstName: 'Ada', lastName: 'Eze', email: 'ada.fetch@example.com', type: 'CONTRACTOR' };
const created = await persons.createPerson({ personInput });
equal(created.firstName, 'Ada');
const listed = await persons.listPersons({ limit: 100 });
equal(
  listed.data.some(({ id }) => id === created.id),
  true,
);
const missing = await persons.readPerson({ personId: crypto.randomUUID() }).catch((error: unknown) => error);
if (!(missing instanceof ResponseError)) throw new Error(String(missing));
equal((await missing.response.json()).code, 'resource_not_found');

verify();
const event = WebhookEventFromJSON(JSON.parse(call.delivery.body));
equal(event.eventType === 'person.created' && 'firstName' in event.data && event.data.firstName, 'Ada');
equal(WebhookEventFromJSON(JSON.parse(call.otherEvent)).eventType, 'person.renamed');
