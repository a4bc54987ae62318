/** A project's code with the SDK: it has to compile under every way to resolve imports. */
import { createClient, items, unwrap } from '@workforce-conformance/sdk/client';
import type { Payroll } from '@workforce-conformance/sdk/types';
import { createFetchHandler, isEvent } from '@workforce-conformance/sdk/webhooks';

export const statusOf = ({ status }: Payroll) => status;
// @ts-expect-error: it is a type and not any
statusOf({ status: Symbol() });

export async function names(): Promise<(string | undefined)[]> {
  const client = createClient({ baseUrl: 'http://127.0.0.1:3000', token: 'key' });
  // @ts-expect-error: there is no such path
  await unwrap(client.GET('/v1/people'));
  const found: (string | undefined)[] = [];
  for await (const { firstName } of items(client, '/v1/persons')) found.push(firstName);
  return found;
}

export const POST = createFetchHandler({
  secret: 'whsec_AAAA',
  onEvent: (event) => {
    // @ts-expect-error: the event of a payroll has a status, and no name
    if (isEvent(event, 'payroll.status.updated')) event.data.name;
  },
});
