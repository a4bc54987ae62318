/** Reads persons and creates a payroll with the typed client, on a reference server of its own. */
import { createClient, items, ServiceError, unwrap } from 'workforce-conformance/client';
import { createReferenceServer } from 'workforce-conformance/reference-server';

await using server = await createReferenceServer({ seedData: true });
const client = createClient({ baseUrl: server.url, token: server.keys.platformToken });

for await (const person of items(client, '/v1/persons', { query: { limit: 100 } })) {
  console.log(person.firstName, person.lastName);
}

try {
  // @ts-expect-error: the compiler knows the types of workers, and so does the server
  await unwrap(client.POST('/v1/payrolls', { body: { workerType: 'ROBOT' } }));
} catch (error) {
  if (!(error instanceof ServiceError)) throw error;
  console.log(error.status, error.code, error.params);
}
