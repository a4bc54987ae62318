import type { paths } from '../../openapi/generated/types.ts';
import type { Client } from './client-type.ts';
import { ServiceError } from './error.ts';
import { createSender, type SendOptions } from './send.ts';
import { createTypedFetch } from './typed-fetch.ts';

export interface ClientOptions extends SendOptions {
  /** Address of the environment, without `/v1`. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer …`. A function is asked before every request: user tokens expire after an hour. */
  readonly token: string | (() => string | Promise<string>);
  /** The business that a platform token acts for, sent as `X-MultiTenantKey`; without it the platform's default one. */
  readonly tenantKey?: string;
}

/**
 * A client whose requests and responses are typed by the description (section "Authentication").
 *
 * @throws TypeError when the base URL is not an HTTP address or an option is invalid
 *
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:3000', token });
 * const payroll = await unwrap(client.GET('/v1/payrolls/{payrollId}', { params: { path: { payrollId } } }));
 */
export function createClient({ baseUrl, token, tenantKey, ...options }: ClientOptions): Client {
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
    throw new TypeError(`${baseUrl} is no URL: give one such as https://sandbox.example.com`);
  const client = createTypedFetch<paths>({
    baseUrl: baseUrl.replace(/\/(v1\/?)?$/, ''),
    fetch: createSender(options),
  });
  client.use({
    async onRequest({ request }) {
      request.headers.set('authorization', `Bearer ${typeof token === 'string' ? token : await token()}`);
      // The options of a call override those of the client.
      if (tenantKey !== undefined && !request.headers.has('x-multitenantkey')) {
        request.headers.set('x-multitenantkey', tenantKey);
      }
      return request;
    },
  });
  return client;
}

interface Answered<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * The body of a successful response; `undefined` for 204.
 *
 * @throws ServiceError when the service responded with anything but success
 * @throws ConnectionError when there was no response
 * @throws RedirectError when the service redirected the request
 */
export async function unwrap<Data>(answer: Answered<Data> | Promise<Answered<Data>>): Promise<Data> {
  const { data, error, response } = await answer;
  if (!response.ok) throw new ServiceError(response, error);
  // Without a body there is nothing to type.
  return data as Data;
}
