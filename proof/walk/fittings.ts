/** Bodies whose parts must fit together in ways that their schemas do not express, by operation. */
import { createHmac } from 'node:crypto';
import type { Keys } from '../../reference-server/resources/tokens/keys.ts';
import type { IdPlace } from './values.ts';

type Body = Readonly<Record<string, unknown>>;
type Fit = (body: Body, place: IdPlace, keys: Keys) => Body;

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token as a caller's own login would sign it. */
function jwtOf(claims: unknown, secret: string): string {
  const content = `${encoded({ alg: 'HS256' })}.${encoded(claims)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

const without = (body: Body, ...names: readonly string[]): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

const fits: Readonly<Record<string, Fit>> = {
  // Only the whole amount can be paid, which is the default.
  recordInvoicePayment: (body) => without(body, 'amount'),
  issueToken: (body) => (body.type === 'org' ? without(body, 'userId') : without(body, 'addresses')),
  exchangeJwt: (_body, { draw, world, tenant }, { jwtSecret }) => ({
    jwt: jwtOf({ sub: world.idFor(draw, tenant, 'userId') ?? 'nobody' }, jwtSecret),
  }),
  createUserToken: (_body, { world, tenant }) => ({
    redirectToken: world.idsOf(tenant, 'redirectToken').at(-1) ?? 'none',
  }),
  // An account of the business, which accepts deposits.
  createVirtualAccount: (body, { draw }) => (draw.chance(50) ? without(body, 'userId') : body),
  createCustomField: (_body, { draw }) => ({ name: `Field ${draw.pick([...Array(500).keys()])}` }),
};

/** A valid body, made to fit. */
export function fitted(operationId: string, body: unknown, place: IdPlace, keys: Keys): unknown {
  const adapt = fits[operationId];
  const isObject = typeof body === 'object' && body !== null;
  // An object whose names are those of a schema.
  return adapt && isObject && place.draw.chance(85) ? adapt(body as Body, place, keys) : body;
}
