/** What the types of the client allow beside the bodies of generated/bodies.test-d.ts. tsc is the test; nothing here runs. */
import type { Client } from './client-type.ts';

declare const client: Client;

// @ts-expect-error: the field of an address is line1
client.POST('/v1/platform/businesses', { body: { businessName: '', address: { line: '' } } });

client.GET('/v1/payrolls');
client.GET('/v1/persons', { params: { query: { limit: 1 } } });
// @ts-expect-error: there is no such parameter
client.GET('/v1/persons', { params: { query: { size: 1 } } });
// @ts-expect-error: a path parameter is required
client.GET('/v1/payrolls/{payrollId}');
// @ts-expect-error: payrolls are not deleted
client.DELETE('/v1/payrolls/{payrollId}', { params: { path: { payrollId: '' } } });

client.GET('/v1/payouts', { parseAs: 'text' }).then(({ data }) => data satisfies string | undefined);
