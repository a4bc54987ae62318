/** The requests of a walk: any operation of the description or control of the control plane, right or wrong. */
import { allOperations, type Operation } from '../../openapi/description.ts';
import { type ControlOperation, controlOperations } from '../../reference-server/control/operations.ts';
import type { Keys } from '../../reference-server/resources/tokens/keys.ts';
import type { Draw } from './draw.ts';
import { fitted } from './fittings.ts';
import { hostileSegment, hostileValue, type IdPlace, mutated, validValue } from './values.ts';
import type { WalkTenant, World } from './world.ts';

export interface WalkRequest {
  readonly operation: Operation | ControlOperation;
  readonly isControl: boolean;
  /** The business that the response is about, if the request names it correctly. */
  readonly tenant: WalkTenant | undefined;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
  /** Whether the path may lead elsewhere than to the operation, because a value in it is no single segment. */
  readonly mayStray: boolean;
}

/** Controls that would remove the businesses or receivers of the walk, or return the whole state. */
const leftOut = new Set([
  'reset',
  'takeSnapshot',
  'restoreSnapshot',
  'registerWebhookEndpoint',
  'removeWebhookEndpoint',
  'listDeliveries',
  'listWebhookEndpoints',
  'listRequests',
  'resendDelivery',
]);

/**
 * How much likelier than a read a request is: changes, moves without which little else can happen, and those that are
 * possible for a short time or seldom.
 */
const weights: Readonly<Record<string, number>> = {
  createBusiness: 1,
  createPerson: 6,
  cancelOffboarding: 6,
  completeOffboarding: 6,
  deleteSandboxUser: 1,
  resubmitKyc: 9,
  renewKyc: 6,
  signContract: 6,
  exchangeJwt: 6,
  createUserToken: 6,
  createPayroll: 4,
  savePayroll: 9,
  approvePayroll: 9,
  settlePayroll: 9,
  createPayout: 6,
  createBusinessDeposit: 6,
  recordInvoicePayment: 6,
  listPayrolls: 6,
  listRemittances: 6,
  moveRemittance: 20,
  listTransactions: 15,
  passChecks: 9,
  settleTransaction: 9,
  requestInformation: 20,
  answerRfi: 20,
  advanceClock: 20,
};
const weighted = <Op extends Operation | ControlOperation>(operations: readonly Op[]): readonly Op[] =>
  operations.flatMap((operation) =>
    Array.from({ length: weights[operation.id] ?? (operation.method === 'get' ? 1 : 3) }, () => operation),
  );

const usedControls = controlOperations.filter(({ id }) => !leftOut.has(id));
const operations = weighted(allOperations);
const controls = weighted(usedControls);

/** Ids of the operations and the controls that a walk may request. */
export const requestable: readonly string[] = [...allOperations, ...usedControls].map(({ id }) => id);

/** The states in which something can be done, where there are few of them, or where they do not last. */
const statesFor: Readonly<Record<string, readonly string[]>> = {
  approvePayroll: ['saved'],
  settlePayroll: ['processing'],
  reviewReimbursement: ['submitted'],
  passChecks: ['initiated'],
  requestInformation: ['initiated'],
  answerRfi: ['initiated'],
  settleTransaction: ['processing'],
  failTransaction: ['initiated', 'processing'],
  returnTransaction: ['succeeded'],
  moveRemittance: ['created', 'processing'],
  moveVirtualAccount: ['requested', 'submitted'],
  depositIntoVirtualAccount: ['created'],
};

const boundary = 'walk-boundary';
const multipart = (name: string, content: string) =>
  [
    `--${boundary}`,
    `Content-Disposition: form-data; name="${name}"; filename="passport.png"`,
    'Content-Type: image/png',
    '',
    content,
    `--${boundary}--`,
    '',
  ].join('\r\n');

interface Payload {
  readonly body?: string | Buffer;
  readonly contentType?: string;
}

/** Bodies that are no JSON of any schema. */
const brokenPayloads: readonly Payload[] = [
  {},
  { body: '', contentType: 'application/json' },
  { body: '{"a":', contentType: 'application/json' },
  { body: '{"a":1}{', contentType: 'application/json' },
  { body: '{"a":1}', contentType: 'text/plain' },
  { body: '{"a":1}' },
  { body: 'a=1', contentType: 'application/x-www-form-urlencoded' },
  { body: '[', contentType: 'application/json; charset=utf-16' },
  { body: 'null', contentType: 'application/json' },
  { body: '"text"', contentType: 'application/json' },
  { body: '1e999', contentType: 'application/json' },
  { body: '{"__proto__":{"amount":1}}', contentType: 'application/json' },
  { body: '['.repeat(20_000), contentType: 'application/json' },
  { body: '['.repeat(5000) + ']'.repeat(5000), contentType: 'application/json' },
  { body: Buffer.from([0xff, 0xfe, 0x7b, 0x7d]), contentType: 'application/json' },
  { body: `{"x":"${'y'.repeat(100_000)}"}`, contentType: 'application/json' },
  { body: `"${'z'.repeat(1_100_000)}"`, contentType: 'application/json' },
  { body: multipart('other', ''), contentType: `multipart/form-data; boundary=${boundary}` },
  { body: multipart('file', 'x'), contentType: 'multipart/form-data' },
];

function payloadOf(
  place: IdPlace,
  { id, requestBody: schema }: Operation | ControlOperation,
  keys: Keys,
  isRight: boolean,
): Payload {
  const { draw } = place;
  if (!isRight && draw.chance(20)) return draw.pick(brokenPayloads);
  if (id === 'uploadFile')
    return {
      body: multipart('file', draw.pick(['x', '', '\u0000\u0001', 'y'.repeat(2000)])),
      contentType: `multipart/form-data; boundary=${boundary}`,
    };
  if (schema === undefined) return !isRight && draw.chance(10) ? draw.pick(brokenPayloads) : {};
  let value = fitted(id, validValue(place, schema, ''), place, keys);
  if (!isRight) {
    value = draw.chance(10) ? hostileValue(place) : mutated(place, value);
    if (draw.chance(30)) value = mutated(place, value);
  }
  return { body: JSON.stringify(value) ?? 'undefined', contentType: 'application/json' };
}

/** A query string; some parsers make lists of brackets. */
function queryOf(place: IdPlace, operation: Operation | ControlOperation, isRight: boolean): string {
  const { draw, world } = place;
  const query = new URLSearchParams();
  for (const { name, in: where, schema, required } of operation.parameters) {
    if (where !== 'query' || !(required || draw.chance(25))) continue;
    if (name === 'cursor') {
      if (world.cursors.length > 0 && draw.chance(80)) query.append(name, draw.pick(world.cursors));
    } else query.append(name, String(validValue(place, schema, name)));
  }
  if (!isRight && draw.chance(60)) {
    const names = operation.parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name }) => name);
    const name = draw.pick([...names, 'unknown', '__proto__', 'limit', 'cursor']);
    const value = hostileValue(place);
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    query.append(draw.chance(15) ? `${name}[]` : name, text.slice(0, 4000));
    if (draw.chance(20)) query.append(name, 'again');
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** Chooses a caller. @returns the headers, and the business that they open. */
function callerOf(
  { draw, world, tenant }: IdPlace,
  keys: Keys,
  isRight: boolean,
): { headers: Record<string, string>; opened: WalkTenant | undefined } {
  const headers: Record<string, string> = { authorization: `Bearer ${tenant.token}` };
  if (tenant.isSelected) headers['x-multitenantkey'] = tenant.tenantKey;
  if (isRight || draw.chance(75)) return { headers, opened: tenant };
  const issued = world.tokens.length > 0 && draw.chance(50) ? draw.pick(world.tokens) : undefined;
  if (issued) {
    const token = { authorization: `Bearer ${issued.token}` };
    return { headers: token, opened: world.tenantOf(issued.businessId) };
  }
  const wrong: readonly Record<string, string>[] = [
    {},
    { authorization: 'Bearer' },
    { authorization: 'Bearer none' },
    { authorization: `Basic ${keys.platformToken}` },
    { authorization: `Bearer ${keys.otherEnvironmentToken}` },
    { authorization: `Bearer ${keys.orgToken}`, 'x-multitenantkey': draw.pick(world.tenants).tenantKey },
    {
      authorization: `Bearer ${keys.platformToken}`,
      'x-multitenantkey': draw.pick(['', 'none', 'x'.repeat(500)]),
    },
    {
      authorization: `Bearer ${keys.platformToken}`,
      'x-multitenantkey': world.tenants.find(({ token }) => token === keys.orgToken)?.tenantKey ?? '',
    },
  ];
  // It is unknown which operations they give access to.
  return { headers: draw.pick(wrong), opened: undefined };
}

const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** An operation or a control; a valid request is about an existing resource, if there is one. */
function operationFor({ draw, world, tenant }: IdPlace, isControl: boolean, isRight: boolean) {
  const hasNoneOf = ({ id, path }: Operation | ControlOperation) =>
    parametersOf(path).some((kind) => world.idsOf(tenant, kind, statesFor[id]).length === 0);
  let operation: Operation | ControlOperation;
  let attempts = 0;
  do {
    operation = draw.pick<Operation | ControlOperation>(isControl ? controls : operations);
    attempts += 1;
  } while (isRight && attempts < 20 && hasNoneOf(operation));
  return operation;
}

/** The next request. */
export function nextRequest(draw: Draw, world: World, keys: Keys): WalkRequest {
  const place: IdPlace = { draw, world, tenant: draw.pick(world.tenants) };
  const isControl = draw.chance(25);
  const isRight = draw.chance(80);
  const operation = operationFor(place, isControl, isRight);
  let mayStray = false;
  let named: WalkTenant | undefined;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, kind: string) => {
    const own = world.idFor(draw, place.tenant, kind, statesFor[operation.id]);
    const segment = own !== undefined && (isRight || draw.chance(70)) ? own : hostileSegment(place, kind);
    if (!/^[\w-]+$/.test(segment)) mayStray = true;
    if (kind === 'businessId') named = world.tenantOf(segment);
    return segment;
  });
  const { headers, opened } = isControl ? { headers: {}, opened: undefined } : callerOf(place, keys, isRight);
  const tenant = operation.path.includes('{businessId}') ? named : opened;
  const { body, contentType } = payloadOf(place, operation, keys, isRight);
  const isSafe = operation.method === 'get';
  return {
    operation,
    isControl,
    tenant,
    method: operation.method.toUpperCase(),
    path: path + queryOf(place, operation, isRight),
    headers: { ...headers, ...(!isSafe && contentType !== undefined && { 'content-type': contentType }) },
    body: isSafe ? undefined : body,
    mayStray,
  };
}
