import {
  ConnectionError,
  createClient,
  items,
  ServiceError,
  unwrap,
} from '@workforce-conformance/sdk/client';
import { equal, type Surroundings, type Trial } from './trial.ts';

const person = (index: number) => ({
  firstName: `P${index}`,
  lastName: 'Diallo',
  email: `p${index}@example.com`,
  type: 'EMPLOYEE',
});

const caught = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

/** Fails so often before it fetches. */
function failing(times: number): (request: Request) => Promise<Response> {
  let left = times;
  return async (request) => {
    left -= 1;
    if (left >= 0) throw new TypeError('The connection broke');
    return fetch(request);
  };
}

const clientFor = (
  { baseUrl, token, tenantKey }: Surroundings,
  more: Partial<Parameters<typeof createClient>[0]> = {},
) => createClient({ baseUrl, token, tenantKey, wait: async () => {}, ...more });

export const clientTrials: Readonly<Record<string, Trial>> = {
  'persons are created, and listed page after page': async (surroundings) => {
    const client = clientFor(surroundings);
    for (const index of [1, 2, 3]) await unwrap(client.POST('/v1/persons', { body: person(index) }));
    const names: unknown[] = [];
    for await (const { firstName } of items(client, '/v1/persons', { query: { limit: 2 } }))
      names.push(firstName);
    equal(names.toSorted(), ['P1', 'P2', 'P3']);
  },
  'a refusal is a typed error': async (surroundings) => {
    const body = { ...person(1), email: 'none' };
    const error = await caught(unwrap(clientFor(surroundings).POST('/v1/persons', { body })));
    if (!(error instanceof ServiceError)) throw error;
    equal([error.status, error.code, Object.keys(error.params)], [400, 'invalid_request_body', ['email']]);
  },
  'a read is sent again, a write without a key is not': async (surroundings) => {
    const numbers: number[] = [];
    const onAttempt = ({ number }: { readonly number: number }) => void numbers.push(number);
    const reading = clientFor(surroundings, { fetch: failing(2), onAttempt });
    equal((await unwrap(reading.GET('/v1/persons'))).data?.length, 3);
    const writing = clientFor(surroundings, { fetch: failing(1), onAttempt });
    const error = await caught(unwrap(writing.POST('/v1/persons', { body: person(4) })));
    equal([error instanceof ConnectionError && error.code, numbers], ['unreachable', [1, 2, 3, 1]]);
  },
  'a write with an idempotency key is sent again': async (surroundings) => {
    const client = clientFor(surroundings, { fetch: failing(2) });
    const idempotencyKey = crypto.randomUUID();
    const body = { businessName: 'Marina Ltd', adminEmail: 'a@example.com', country: 'NG', idempotencyKey };
    const created = await unwrap(client.POST('/v1/platform/businesses', { body }));
    equal(typeof created.tenantKey, 'string');
  },
  'a response that does not come times out': async (surroundings) => {
    const never = ({ signal }: Request) =>
      new Promise<Response>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    const client = clientFor(surroundings, { fetch: never, timeoutMillis: 20, retries: 0 });
    const error = await caught(unwrap(client.GET('/v1/persons')));
    equal(error instanceof ConnectionError && error.code, 'timed-out');
  },
};
