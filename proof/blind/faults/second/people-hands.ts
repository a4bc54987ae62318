import type { BlindAnswer, BlindAttempt, Call } from '../../fault.ts';
import {
  authorization,
  changed,
  clone,
  hasData,
  isObject,
  type Next,
  OF_BODY,
  ok,
  param,
  without,
  withQuery,
} from './hands.ts';

// ---- paths ------------------------------------------------------------------------------------------------

export const PERSONS = /(?:^|\/)v1\/persons\/?$/;
export const USERS = /(?:^|\/)v1\/users\/?$/;
export const CONTRACTS = /(?:^|\/)v1\/contracts\/?$/;
export const TEMPLATES = /(?:^|\/)v1\/contract-templates\/?$/;
export const CUSTOM_FIELD = /(?:^|\/)v1\/businesses\/[^/]+\/customFields\/([^/]+)\/?$/;
export const KYC = /(?:^|\/)v1\/users\/([^/]+)\/kyc\/?$/;

// ---- calls ------------------------------------------------------------------------------------------------

export const is = (call: Call, method: string, ...paths: readonly RegExp[]): boolean =>
  call.method.toUpperCase() === method && paths.some((path) => path.test(call.path));

/** The first group of the expression in the path. */
export const idIn = (call: Call, path: RegExp): string | undefined => path.exec(call.path)?.[1];

const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
export const numberParam = (call: Call, name: string): number | undefined => wholeNumber(param(call, name));
export const pageOf = (call: Call): number => numberParam(call, 'page') ?? 1;

/** Name and value of the pagination cursor; the document does not name the parameter. */
export const cursorOf = (call: Call): string | undefined => {
  const name = Object.keys(call.query ?? {}).find((key) => /cursor|^next$|^after$|page_?token/i.test(key));
  return name === undefined ? undefined : param(call, name);
};

/** The call with a changed copy of its body. */
export const withBody = (call: Call, change: (body: any) => void): Call => {
  const body = clone(call.body);
  change(body);
  return { ...call, headers: without(call.headers, ['content-length']), body };
};

export const tokenOf = (call: Call): string =>
  authorization(call)
    .replace(/^bearer\s+/i, '')
    .trim();
/** The call for another business; without a key it concerns the default business. */
export const withTenant = (call: Call, key: string): Call => {
  const headers = without(call.headers, ['x-multitenantkey']);
  return { ...call, headers: key === '' ? headers : { ...headers, 'x-multitenantkey': key } };
};

/** Another call by the same client, without a body. */
export const sibling = (call: Call, path: string, query: Record<string, string> = {}): Call => ({
  method: 'GET',
  path: `${call.path.slice(0, Math.max(0, call.path.indexOf('/v1/')))}${path}`,
  query,
  headers: without(call.headers, OF_BODY),
});

/** Whether the client may use the service at all; a refusal must not hide a 401 or a 403. */
export const mayRead = async (call: Call, next: Next): Promise<boolean> =>
  ok(await next(sibling(call, '/v1/persons', { limit: '1' })));

/** All items of a list with page numbers, up to ten pages. */
export const allItems = async (call: Call, next: Next): Promise<any[]> => {
  const items: any[] = [];
  for (let page = 1; page <= 10; page++) {
    const answer = await next(withQuery(call, { limit: '100', page: String(page) }));
    if (!hasData(answer)) break;
    items.push(...answer.body.data.filter(isObject));
    if (!(Number(answer.body.meta?.pages) > page)) break;
  }
  return items;
};

export const personOfUser = async (call: Call, next: Next, id: string): Promise<string | undefined> => {
  const users = await allItems(sibling(call, '/v1/users'), next);
  const person = users.find((user) => user.id === id)?.personId;
  return typeof person === 'string' ? person : undefined;
};

// ---- answers ----------------------------------------------------------------------------------------------

/** Puts other items into a list; `meta` counts them. */
export const withItems = (answer: BlindAnswer, items: readonly any[]): BlindAnswer =>
  changed(answer, (body) => {
    const { meta } = body;
    if (isObject(meta) && Number.isInteger(meta.itemCount)) {
      meta.itemCount = Math.max(0, meta.itemCount + items.length - body.data.length);
      if (Number(meta.limit) > 0) meta.pages = Math.ceil(meta.itemCount / meta.limit);
    }
    body.data = items;
  });

export const refusal = (status: number, code: string, message: string): BlindAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: { code, message },
});
export const invalidBody = (): BlindAnswer =>
  refusal(400, 'invalid_request_body', 'the request body provided is not valid');
export const notFound = (): BlindAnswer =>
  refusal(404, 'resource_not_found', 'the requested resource could not be found');
export const internalError = (): BlindAnswer =>
  refusal(500, 'internal_error', 'an unexpected error occurred; retry later');

/** Whether a KYC answer refuses a resubmission for the state of the identity. */
export const refusesResubmission = (answer: BlindAnswer): boolean =>
  answer.status >= 400 && answer.status < 500 && /rejected/i.test(String(answer.body?.message ?? ''));

// ---- memory and events ------------------------------------------------------------------------------------

export const isEvent = (attempt: BlindAttempt, ...types: readonly string[]): boolean =>
  types.includes(attempt.event?.eventType) && isObject(attempt.event?.data);

/** The attempt with a changed payload. */
export const withData = (attempt: BlindAttempt, change: (data: any) => void): BlindAttempt => {
  const event = clone(attempt.event);
  change(event.data);
  return { ...attempt, event };
};
