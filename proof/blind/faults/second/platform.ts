import type { BlindAnswer, BlindFault, Call } from '../../fault.ts';
import {
  authorization,
  changed,
  hasData,
  isObject,
  type Memory,
  ok,
  param,
  slot,
  tenant,
  withQuery,
} from './hands.ts';
import {
  allItems,
  CONTRACTS,
  CUSTOM_FIELD,
  cursorOf,
  idIn,
  internalError,
  invalidBody,
  is,
  KYC,
  numberParam,
  PERSONS,
  pageOf,
  refusal,
  refusesResubmission,
  sibling,
  TEMPLATES,
  tokenOf,
  USERS,
  withBody,
  withData,
  withItems,
  withTenant,
} from './people-hands.ts';

const BUSINESSES = /(?:^|\/)v1\/platform\/businesses\/?$/;
const BUSINESS = /(?:^|\/)v1\/businesses\/([^/]+)(?:\/|$)/;
const BENEFICIARIES = /(?:^|\/)v1\/beneficiaries\/?$/;
const PAYOUTS = /(?:^|\/)v1\/payouts\/?$/;
const JWT_LOGIN = /(?:^|\/)v1\/auth\/login\/jwt\/?$/;
const USER_TOKEN = /(?:^|\/)v1\/auth\/token\/?$/;

const text = (x: any): x is string => typeof x === 'string' && x !== '';
const isWrite = (call: Call): boolean => ['POST', 'PUT', 'PATCH'].includes(call.method.toUpperCase());
const payload = (jwt: string): string => jwt.split('.')[1] ?? '';

/** Who a JWT stands for. */
const subject = (jwt: string): string => {
  try {
    const claims = JSON.parse(Buffer.from(payload(jwt), 'base64url').toString('utf8'));
    return String(claims?.sub ?? claims?.email ?? jwt);
  } catch {
    return jwt;
  }
};

/** The headers of the backends behind user tokens, by user token. */
const issuers = (memory: Memory): Map<string, Call['headers']> => slot(memory, 'issuers', () => new Map());

/** A user token that was not made here is only known by its name. */
const looksLikeUser = (call: Call): boolean => /^ut_|user/i.test(tokenOf(call));

/** Learns user tokens, and who had them made, from what passes. */
const learnIssuer = (call: Call, answer: BlindAnswer, memory: Memory): void => {
  if (!ok(answer) || authorization(call) === '' || issuers(memory).has(tokenOf(call))) return;
  const token = answer.body?.token;
  if (is(call, 'POST', USER_TOKEN) && text(token)) issuers(memory).set(token, call.headers);
  if (!looksLikeUser(call)) memory.set('backend', call.headers);
};

/** The same call as the backend of the user would make it; undefined when no user token makes the call. */
const asIssuer = (call: Call, memory: Memory): Call | undefined => {
  const backend = looksLikeUser(call) ? memory.get('backend') : undefined;
  const headers: Call['headers'] | undefined = issuers(memory).get(tokenOf(call)) ?? backend;
  if (headers === undefined) return undefined;
  const issuer = { ...call, headers: { ...call.headers, authorization: headers.authorization ?? '' } };
  return withTenant(issuer, headers['x-multitenantkey'] ?? '');
};

/** Answers some calls with a user token as if the backend had made them. */
const openToUsers =
  (concerns: (call: Call) => boolean): NonNullable<BlindFault['answer']> =>
  async (call, { next, memory }) => {
    const issuer = concerns(call) ? asIssuer(call, memory) : undefined;
    const open = issuer === undefined ? undefined : await next(issuer);
    if (open !== undefined && ok(open)) return open;
    const answer = await next(call);
    learnIssuer(call, answer, memory);
    return answer;
  };

/** The tenant keys by business, in order of creation, learned from what passes. */
const tenants = (call: Call, answer: BlindAnswer, memory: Memory): Map<string, string> => {
  const known = slot(memory, `tenants of ${tokenOf(call)}`, () => new Map<string, string>());
  const { businessId, tenantKey } = isObject(answer.body) ? answer.body : {};
  if (is(call, 'POST', BUSINESSES) && ok(answer) && text(businessId) && text(tenantKey))
    known.set(businessId, tenantKey);
  return known;
};

/** What a client has created under an idempotency key or another name, by that name. */
const created = (call: Call, memory: Memory): Map<string, any> =>
  slot(memory, `created by ${tokenOf(call)}`, () => new Map<string, any>());
const keyOf = (call: Call): string =>
  is(call, 'POST', BUSINESSES) && text(call.body?.idempotencyKey) ? call.body.idempotencyKey : '';

/** Adds items that a list does not have yet. */
const withMore = (answer: BlindAnswer, more: readonly any[]): BlindAnswer => {
  const known = new Set(answer.body.data.map((item: any) => item?.id));
  const added = more.filter((item) => isObject(item) && !known.has(item.id));
  return added.length === 0 ? answer : withItems(answer, [...answer.body.data, ...added]);
};

export const faults: readonly BlindFault[] = [
  // ---------------------------------------------------------------- authentication
  {
    id: 'blind-second-platform-templates-cached-for-everyone',
    title: 'Contract templates that somebody has read are served to callers without a token',
    breaks: 'Authentication: "Missing or invalid token returns 401"',
    answer: async (call, { next, memory }) => {
      const answer = await next(call);
      if (!is(call, 'GET', TEMPLATES)) return answer;
      if (ok(answer)) memory.set('cached', answer);
      return answer.status === 401 && authorization(call) === '' ? (memory.get('cached') ?? answer) : answer;
    },
  },
  {
    id: 'blind-second-platform-body-checked-before-token',
    title: 'An empty body with an invalid token is refused for the body, which shows outsiders the fields',
    breaks: 'Authentication: "Missing or invalid token returns 401"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      if (answer.status !== 401 || Object.keys(call.body ?? {}).length > 0) return answer;
      return is(call, 'POST', CONTRACTS, BENEFICIARIES) ? invalidBody() : answer;
    },
  },
  {
    id: 'blind-second-platform-second-sign-in-ends-first',
    title: 'When a user signs in on a second device, the token of the first device stops working',
    breaks: 'Authentication: "User token | one user | 1 hour"',
    answer: async (call, { next, memory }) => {
      const dead = slot(memory, 'dead', () => new Set<string>());
      if (dead.has(tokenOf(call))) return refusal(401, 'unauthorized', 'the token is not valid');
      const answer = await next(call);
      const made = ok(answer) ? (answer.body?.redirectToken ?? answer.body?.token) : undefined;
      if (!text(made)) return answer;
      if (is(call, 'POST', JWT_LOGIN)) memory.set(`redirect ${made}`, subject(String(call.body?.jwt)));
      const user = memory.get(`redirect ${call.body?.redirectToken}`);
      if (user === undefined || !is(call, 'POST', USER_TOKEN)) return answer;
      const before = memory.get(`user ${user}`);
      if (text(before) && before !== made) dead.add(before);
      memory.set(`user ${user}`, made);
      return answer;
    },
  },
  {
    id: 'blind-second-platform-exchanges-at-once-share-token',
    title: 'When two users sign in at the same moment, the second gets the redirect token of the first',
    breaks:
      'Authentication: "User token | one user"; Custom authentication: "body {jwt: string} (the ' +
      'caller\'s own token); response {redirectToken: string}"',
    answer: async (call, { next, memory }) => {
      const jwt = call.body?.jwt;
      if (!is(call, 'POST', JWT_LOGIN) || !text(jwt)) return next(call);
      const running = memory.get('running');
      if (running !== undefined && running.jwt !== jwt) return running.answer;
      const own = { jwt, answer: next(call) };
      memory.set('running', own);
      try {
        return await own.answer;
      } finally {
        if (memory.get('running') === own) memory.delete('running');
      }
    },
  },
  {
    id: 'blind-second-platform-jwt-with-url-letters-refused',
    title: 'A JWT is refused when the encoding of its claims has "-" or "_", as with many foreign names',
    breaks:
      'Custom authentication: "POST /v1/auth/login/jwt body {jwt: string} (the caller\'s own token); ' +
      'response {redirectToken: string}"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      const jwt = is(call, 'POST', JWT_LOGIN) ? call.body?.jwt : undefined;
      return ok(answer) && text(jwt) && /[-_]/.test(payload(jwt)) ? invalidBody() : answer;
    },
  },
  {
    id: 'blind-second-platform-user-pages-through-company',
    title: 'With a user token, the second page of persons is that of the whole company',
    breaks: 'Authentication: "User token | one user | … access only to that user\'s resources"',
    answer: openToUsers((call) => is(call, 'GET', PERSONS) && pageOf(call) >= 2),
  },
  {
    id: 'blind-second-platform-user-filters-contracts-of-others',
    title: 'With a user token, the filter by person shows the contracts of anybody in the company',
    breaks: 'Authentication: "User token | one user | … access only to that user\'s resources"',
    answer: openToUsers((call) => is(call, 'GET', CONTRACTS) && text(param(call, 'personId'))),
  },
  {
    id: 'blind-second-platform-expired-token-reads-cache',
    title: 'An expired user token still reads everything that it has read before',
    breaks: 'Limits: "User token lifetime | 1 hour"; Authentication: "invalid token returns 401"',
    answer: async (call, { next, memory }) => {
      const answer = await next(call);
      learnIssuer(call, answer, memory);
      if (!is(call, 'GET', /./) || asIssuer(call, memory) === undefined) return answer;
      const cached = `${tokenOf(call)} ${tenant(call)} ${call.path} ${JSON.stringify(call.query ?? {})}`;
      if (ok(answer)) memory.set(cached, answer);
      return answer.status === 401 ? (memory.get(cached) ?? answer) : answer;
    },
  },
  // ---------------------------------------------------------------- businesses and tenant keys
  {
    id: 'blind-second-platform-foreign-tenant-key-second-try',
    title: 'A foreign tenant key is refused once; repeated, it reads the data of the default business',
    breaks: 'Authentication: "403 when the tenant key does not belong to the platform"',
    answer: async (call, { next, memory }) => {
      const answer = await next(call);
      if (!is(call, 'GET', /./) || tenant(call) === '' || answer.status !== 403) return answer;
      const pair = `${tokenOf(call)} ${tenant(call)}`;
      const again = memory.has(pair) ? await next(withTenant(call, '')) : undefined;
      memory.set(pair, true);
      return again !== undefined && ok(again) ? again : answer;
    },
  },
  {
    id: 'blind-second-platform-registration-id-without-country',
    title: "A business with the registration number of one in another country gets that one's tenant key",
    breaks:
      'Businesses and platform: "POST /v1/platform/businesses creates a business"; "idempotencyKey | ' +
      'string, unique value that prevents duplicates"',
    answer: async (call, { next, memory }) => {
      const { registrationId, country } = isObject(call.body) ? call.body : {};
      if (!is(call, 'POST', BUSINESSES) || !text(registrationId) || !text(country)) return next(call);
      const first = created(call, memory).get(registrationId);
      if (first && first.country !== country && first.key !== keyOf(call)) return first.answer;
      const answer = await next(call);
      const made = { answer, country, key: keyOf(call) };
      if (ok(answer) && !first) created(call, memory).set(registrationId, made);
      return answer;
    },
  },
  {
    id: 'blind-second-platform-short-name-without-latin-letter',
    title: 'A business with a short name in Japanese is created, but the caller gets an internal error',
    breaks:
      'Businesses and platform: "businessShortName | string"; "Response: {businessId: uuid, ' +
      'tenantKey: string}"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      const name = is(call, 'POST', BUSINESSES) ? call.body?.businessShortName : undefined;
      const foreign = text(name) && /\p{L}/u.test(name) && !/[a-z0-9]/i.test(name);
      return foreign && ok(answer) ? internalError() : answer;
    },
  },
  {
    id: 'blind-second-platform-idempotency-key-ignores-case',
    title: 'Two businesses whose idempotency keys differ only in case become one',
    breaks: 'Businesses and platform: "idempotencyKey | string, unique value that prevents duplicates"',
    answer: async (call, { next, memory }) => {
      const key = keyOf(call);
      const first = created(call, memory).get(key.toLowerCase());
      if (key !== '' && first && first.key !== key) return first.answer;
      const answer = await next(call);
      if (key !== '' && ok(answer)) created(call, memory).set(key.toLowerCase(), { key, answer });
      return answer;
    },
  },
  {
    id: 'blind-second-platform-second-repeat-duplicates',
    title: 'The second repetition of a business creation makes a duplicate; only the first is recognized',
    breaks: 'Businesses and platform: "idempotencyKey | string, unique value that prevents duplicates"',
    answer: async (call, { next, memory }) => {
      const key = keyOf(call);
      const times = created(call, memory).get(key) ?? 0;
      const answer = await next(
        key !== '' && times >= 2
          ? withBody(call, (body) => {
              body.idempotencyKey = `${key}-${times}`;
            })
          : call,
      );
      if (key !== '' && ok(answer)) created(call, memory).set(key, times + 1);
      return answer;
    },
  },
  {
    id: 'blind-second-platform-repeat-without-tenant-key',
    title: 'A repeated business creation returns no tenant key: after a lost response it cannot be had',
    breaks: 'Businesses and platform: "Response: {businessId: uuid, tenantKey: string}"',
    answer: async (call, { next, memory }) => {
      const key = keyOf(call);
      const answer = await next(call);
      if (key === '' || !ok(answer) || !isObject(answer.body)) return answer;
      const again = created(call, memory).get(key) === answer.body.businessId;
      created(call, memory).set(key, answer.body.businessId);
      return again
        ? changed(answer, (body) => {
            delete body.tenantKey;
          })
        : answer;
    },
  },
  {
    id: 'blind-second-platform-contract-event-business-id',
    title: 'Events about contracts carry the id of the business in place of its tenant key',
    breaks:
      'Events: "Every payload contains tenantKey (string)"; "a platform endpoint … uses tenantKey in ' +
      'each payload to tell them apart"',
    answer: async (call, { next, memory }) => {
      const answer = await next(call);
      for (const [id, key] of tenants(call, answer, memory)) memory.set(`key ${key}`, id);
      return answer;
    },
    deliver: async (attempt, { send, memory }) => {
      const id = memory.get(`key ${attempt.event?.data?.tenantKey}`);
      const concerned = id !== undefined && String(attempt.event?.eventType).startsWith('contract.');
      return send(
        concerned
          ? withData(attempt, (data) => {
              data.tenantKey = id;
            })
          : attempt,
      );
    },
  },
  {
    id: 'blind-second-platform-contracts-of-all-businesses',
    title: 'Without a tenant key, the contracts of all businesses of the platform are listed',
    breaks: 'Authentication: "Omitting it scopes the request to the default platform business"',
    answer: async (call, { next, memory }) => {
      const answer = await next(call);
      const keys = [...tenants(call, answer, memory).values()].slice(-5);
      if (!is(call, 'GET', CONTRACTS) || tenant(call) !== '' || !hasData(answer)) return answer;
      const lists = await Promise.all(keys.map((key) => next(withTenant(call, key))));
      return withMore(
        answer,
        lists.filter(hasData).flatMap((list) => list.body.data),
      );
    },
  },
  {
    id: 'blind-second-platform-rename-field-of-other-business',
    title: 'With the tenant key of one business, a custom field of another business can be renamed',
    breaks:
      'Authentication: "business-specific calls carry header X-MultiTenantKey"; "403 when … ' +
      'permissions are insufficient for the token type and scope"',
    answer: async (call, { next, memory }) => {
      const answer = await next(call);
      const known = tenants(call, answer, memory);
      const owner = known.get(idIn(call, BUSINESS) ?? '');
      const foreign = [...known.values()].includes(tenant(call)) && tenant(call) !== owner;
      const refused = answer.status === 403 || answer.status === 404;
      if (!is(call, 'PUT', CUSTOM_FIELD) || !refused || !foreign || owner === undefined) return answer;
      const open = await next(withTenant(call, owner));
      return ok(open) ? open : answer;
    },
  },
  {
    id: 'blind-second-platform-templates-of-previous-tenant',
    title: 'The list of templates of a business has those of the business that was asked for before it',
    breaks:
      'Authentication: "business-specific calls carry header X-MultiTenantKey"; Contract template: ' +
      '"tenantKey"',
    answer: async (call, { next, memory }) => {
      const answer = await next(call);
      if (!is(call, 'GET', TEMPLATES) || !hasData(answer)) return answer;
      const before = memory.get(tokenOf(call));
      memory.set(tokenOf(call), { tenant: tenant(call), data: answer.body.data });
      return before && before.tenant !== tenant(call) ? withMore(answer, before.data) : answer;
    },
  },
  // ---------------------------------------------------------------- pagination, filters and sorting
  {
    id: 'blind-second-platform-users-limit-zero',
    title: 'A limit of 0 for users returns a page of the default size',
    breaks: 'Limits: "Persons and users list page size (limit) | 1 to 100"',
    answer: async (call, { next }) =>
      next(is(call, 'GET', USERS) && param(call, 'limit') === '0' ? withQuery(call, {}, ['limit']) : call),
  },
  {
    id: 'blind-second-platform-last-page-filled-up',
    title: 'The last page of persons is filled up with persons that the page before has already listed',
    breaks:
      'Persons and users: "page (integer >= 1), limit (integer 1 to 100)"; Conventions: "meta: ' +
      '{limit, currentPage, skipped, pages, itemCount}"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      const limit = numberParam(call, 'limit') ?? 0;
      const page = pageOf(call);
      if (!is(call, 'GET', PERSONS) || page < 2 || !hasData(answer)) return answer;
      const missing = limit - answer.body.data.length;
      if (answer.body.data.length === 0 || missing <= 0) return answer;
      const before = await next(withQuery(call, { page: String(page - 1) }));
      if (!hasData(before)) return answer;
      return changed(answer, (body) => {
        body.data = [...before.body.data.slice(-missing), ...body.data];
      });
    },
  },
  {
    id: 'blind-second-platform-full-last-page-repeats',
    title: 'A last page that is exactly full names itself as the next page; clients read it forever',
    breaks:
      'Conventions: "Cursor shape: response has data (array) and node: {previous: string|null, next: ' +
      'string|null}"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      const cursor = cursorOf(call);
      if (!is(call, 'GET', BENEFICIARIES, PAYOUTS) || !text(cursor) || !hasData(answer)) return answer;
      const size = answer.body.data.length;
      const full = size > 0 && Object.keys(call.query).some((name) => numberParam(call, name) === size);
      return full && answer.body.node?.next === null
        ? changed(answer, (body) => {
            body.node.next = cursor;
          })
        : answer;
    },
  },
  {
    id: 'blind-second-platform-status-lost-behind-cursor',
    title: 'From the second page on, payouts are no longer filtered by status',
    breaks:
      'Beneficiaries and payouts: "Query filters: client reference, status …, pagination cursor from ' +
      'a previous response"',
    answer: async (call, { next }) => {
      const filtered = is(call, 'GET', PAYOUTS) && text(param(call, 'status')) && text(cursorOf(call));
      const open = filtered ? await next(withQuery(call, {}, ['status'])) : undefined;
      return open !== undefined && ok(open) ? open : next(call);
    },
  },
  {
    id: 'blind-second-platform-cursor-opens-other-business',
    title: 'A cursor of one business, used with the key of another, shows the data of the first',
    breaks:
      'Authentication: "business-specific calls carry header X-MultiTenantKey"; Conventions: "node: ' +
      '{previous: string|null, next: string|null}"',
    answer: async (call, { next, memory }) => {
      if (!is(call, 'GET', BENEFICIARIES, PAYOUTS)) return next(call);
      const from = memory.get(`${tokenOf(call)} ${call.path} ${cursorOf(call)}`);
      const other = text(cursorOf(call)) && from !== undefined && from !== tenant(call);
      const answer = await next(other ? withTenant(call, from) : call);
      for (const cursor of hasData(answer) ? [answer.body.node?.previous, answer.body.node?.next] : []) {
        const name = `${tokenOf(call)} ${call.path} ${cursor}`;
        if (text(cursor) && !memory.has(name)) memory.set(name, tenant(call));
      }
      return answer;
    },
  },
  {
    id: 'blind-second-platform-csv-with-default-business',
    title: 'The CSV export of a business contains the payouts of the default business of the platform',
    breaks:
      'Beneficiaries and payouts: "csv returns all matching payouts as a CSV download"; ' +
      'Authentication: "business-specific calls carry header X-MultiTenantKey"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      if (!is(call, 'GET', PAYOUTS) || !text(answer.body) || tenant(call) === '') return answer;
      const other = ok(answer) ? await next(withTenant(call, '')) : answer;
      if (!ok(other) || typeof other.body !== 'string') return answer;
      const lines = answer.body.split('\n').filter((line) => line.trim() !== '');
      const more = other.body.split('\n').filter((line) => line.trim() !== '' && !lines.includes(line));
      return more.length === 0 ? answer : { ...answer, body: `${[...lines, ...more].join('\n')}\n` };
    },
  },
  {
    id: 'blind-second-platform-single-day-is-empty',
    title: 'Payouts of a single day are never found: equal start and end dates return an empty list',
    breaks:
      'Beneficiaries and payouts: "created-on-or-after date (ISO 8601, startDate), created-on-or-' +
      'before date (ISO 8601, endDate)"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      const start = param(call, 'startDate');
      const oneDay = text(start) && /^\d{4}-\d\d-\d\d$/.test(start) && start === param(call, 'endDate');
      return is(call, 'GET', PAYOUTS) && oneDay && hasData(answer) ? withItems(answer, []) : answer;
    },
  },
  {
    id: 'blind-second-platform-plus-in-email-not-found',
    title: 'A person whose email address contains a plus sign is not found by that address',
    breaks: 'Persons and users: "GET /v1/persons query: … email (filter)"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      const plus = is(call, 'GET', PERSONS) && param(call, 'email')?.includes('+');
      return plus && hasData(answer) ? withItems(answer, []) : answer;
    },
  },
  {
    id: 'blind-second-platform-users-email-by-ending',
    title: 'The filter for ann@example.com also finds the user joann@example.com',
    breaks: 'Persons and users: "GET /v1/users query: … email (filter)"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      const email = is(call, 'GET', USERS) ? param(call, 'email')?.toLowerCase() : undefined;
      if (!text(email) || !email.includes('@') || pageOf(call) !== 1 || !hasData(answer)) return answer;
      const users = await allItems(withQuery(call, {}, ['email']), next);
      const more = users.filter((user) =>
        String(user.email ?? '')
          .toLowerCase()
          .endsWith(email),
      );
      return withMore(answer, more);
    },
  },
  // ---------------------------------------------------------------- errors
  {
    id: 'blind-second-platform-params-of-earlier-refusals',
    title: 'The params of a refused body also name the fields of requests that were refused before',
    breaks: 'Errors: "for validation errors params maps a field name to a message"',
    answer: async (call, { next, memory }) => {
      const answer = await next(call);
      if (!isWrite(call) || answer.status !== 400 || !isObject(answer.body?.params)) return answer;
      const params = { ...(memory.get('params') ?? {}), ...answer.body.params };
      memory.set('params', params);
      return changed(answer, (body) => {
        body.params = params;
      });
    },
  },
  {
    id: 'blind-second-platform-body-that-is-no-object',
    title: 'A body that is a JSON list or a bare value is an internal error, so clients retry it forever',
    breaks:
      'Endpoints: "Validation failures return the error object with code invalid_request_body"; ' +
      'Errors: "400 | invalid body"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      const odd = call.body !== undefined && !isObject(call.body);
      return isWrite(call) && odd && answer.status === 400 ? internalError() : answer;
    },
  },
  {
    id: 'blind-second-platform-resubmission-message-approved',
    title: 'Resubmitting an approved identity fails with a message about the body, not about the status',
    breaks:
      'Errors: "PATCH KYC on a user whose identity is not rejected fails with a message saying ' +
      'identity can only be resubmitted when status is Rejected"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      if (!is(call, 'PATCH', KYC) || !refusesResubmission(answer)) return answer;
      const state = await next(sibling(call, `/v1/users/${idIn(call, KYC)}/kyc`));
      return ok(state) && state.body?.identity?.status === 'approved'
        ? changed(answer, (body) => {
            body.message = invalidBody().body.message;
          })
        : answer;
    },
  },
];
