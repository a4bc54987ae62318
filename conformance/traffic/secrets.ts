/** What a record of real traffic holds that no report may show. */
import { parse } from '../adapter/perform.ts';
import { within } from '../provider/answers.ts';
import type { Headers, Traffic } from './observation.ts';

const secretName = /token|secret|password|api-?key|authorization|cookie/i;

/** What is shorter occurs by chance in what is no secret. */
const shortest = 8;

/** A scheme in front of a credential is no part of it. */
const credentialOf = (value: string) => value.replace(/^(bearer|basic|token)( |$)/i, '');

const inHeaders = (headers: Headers): readonly string[] =>
  Object.entries(headers).flatMap(([name, value]) => (secretName.test(name) ? [credentialOf(value)] : []));

const inBody = (body: string | undefined): readonly string[] =>
  [...within(parse(body ?? ''))].flatMap((part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.entries(part).flatMap(([name, value]) =>
          typeof value === 'string' && secretName.test(name) ? [value] : [],
        )
      : [],
  );

/** Keys and tokens of every message. */
export function secretsIn({ exchanges, deliveries }: Traffic): ReadonlySet<string> {
  const found = [
    ...exchanges.flatMap(({ request, response }) => [
      ...inHeaders(request.headers),
      ...inHeaders(response.headers),
      ...inBody(request.body),
      ...inBody(response.body),
    ]),
    ...deliveries.flatMap(({ headers, body }) => [...inHeaders(headers), ...inBody(body)]),
  ];
  return new Set(found.filter((value) => value.length >= shortest));
}
