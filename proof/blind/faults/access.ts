import type { BlindAnswer, BlindFault, Call, Hands } from '../fault.ts';

/* ---------- small helpers (never throw) ---------- */

const TENANT = 'x-multitenantkey';

const authOf = (call: Call): string => String(call.headers?.['authorization'] ?? '').trim();
const tenantOf = (call: Call): string => String(call.headers?.[TENANT] ?? '').trim();
const tokenOf = (auth: string): string => auth.replace(/^bearer\s+/i, '');
const ok = (a: BlindAnswer): boolean => a.status >= 200 && a.status < 300;
const refused = (a: BlindAnswer): boolean => a.status === 403 || a.status === 404;
const isObject = (v: any): boolean => typeof v === 'object' && v !== null && !Array.isArray(v);
const is = (call: Call, method: string, path: string | RegExp): boolean =>
  call.method.toUpperCase() === method &&
  (typeof path === 'string' ? call.path === path : path.test(call.path));
const first = (v: any): string => String((Array.isArray(v) ? v[0] : v) ?? '');

/** The same call, under another authorization and/or tenant key (empty: without the header). */
const under = (call: Call, scope: { auth?: string; tenant?: string }): Call => {
  const headers: Record<string, string> = { ...call.headers };
  if (scope.auth !== undefined) {
    if (scope.auth) headers['authorization'] = scope.auth;
    else delete headers['authorization'];
  }
  if (scope.tenant !== undefined) {
    if (scope.tenant) headers[TENANT] = scope.tenant;
    else delete headers[TENANT];
  }
  return { ...call, headers };
};

const plain = (headers: Readonly<Record<string, string>>): Record<string, string> => {
  const out: Record<string, string> = { ...headers };
  for (const name of Object.keys(out)) if (/^(content-length|etag)$/i.test(name)) delete out[name];
  return out;
};
const withBody = (a: BlindAnswer, body: any): BlindAnswer => ({
  status: a.status,
  headers: plain(a.headers ?? {}),
  body,
});
const json = (status: number, body: any): BlindAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body,
});
const error = (status: number, code: string, message: string): BlindAnswer => json(status, { code, message });

const mapIn = (memory: Map<string, any>, name: string): Map<string, any> => {
  let map = memory.get(name);
  if (!map) memory.set(name, (map = new Map<string, any>()));
  return map;
};

interface Scope {
  auth: string;
  tenant: string;
}

/** Keeps authorization and tenant key of every call that went well, and of businesses created. */
const learn = (call: Call, answer: BlindAnswer, memory: Map<string, any>): void => {
  if (!ok(answer) || !authOf(call)) return;
  const scopes = mapIn(memory, 'scopes');
  const add = (auth: string, tenant: string): void => {
    scopes.set(JSON.stringify([auth, tenant]), { auth, tenant });
  };
  add(authOf(call), tenantOf(call));
  if (
    is(call, 'POST', '/v1/platform/businesses') &&
    isObject(answer.body) &&
    typeof answer.body.tenantKey === 'string'
  ) {
    add(authOf(call), answer.body.tenantKey);
    const created = mapIn(memory, 'created'); // tenantKey -> { auth, businessId }, in order of creation
    if (!created.has(answer.body.tenantKey))
      created.set(answer.body.tenantKey, { auth: authOf(call), businessId: answer.body.businessId });
  }
};
const scopesIn = (memory: Map<string, any>): Scope[] => [...mapIn(memory, 'scopes').values()];

/** Asks, and learns from the answer. */
const ask = async (call: Call, hands: Hands): Promise<BlindAnswer> => {
  const answer = await hands.next(call);
  learn(call, answer, hands.memory);
  return answer;
};

/** Other scopes that are known: the answer of the first that is let in. */
const byOthers = async (
  call: Call,
  hands: Hands,
  pick: (scope: Scope) => boolean,
): Promise<BlindAnswer | undefined> => {
  for (const scope of scopesIn(hands.memory)) {
    if (scope.auth === authOf(call) && scope.tenant === tenantOf(call)) continue;
    if (!pick(scope)) continue;
    const answer = await hands.next(under(call, scope));
    if (ok(answer)) return answer;
  }
  return undefined;
};

/** Scopes of the same token: its default business and all tenants that it has been seen with. */
const sameToken = (call: Call, memory: Map<string, any>): string[] => {
  const tenants = new Set<string>(['']);
  for (const scope of scopesIn(memory)) if (scope.auth === authOf(call)) tenants.add(scope.tenant);
  tenants.delete(tenantOf(call));
  return [...tenants];
};

/** 'user' when the token is valid but may not list a business's things; 'none' when it is not valid. */
const kindOf = async (call: Call, hands: Hands): Promise<'user' | 'business' | 'none'> => {
  const auth = authOf(call);
  if (!auth) return 'none';
  const kinds = mapIn(hands.memory, 'kinds');
  if (kinds.has(auth)) return kinds.get(auth);
  const probe = async (path: string): Promise<number> =>
    (await hands.next({ ...under(call, { tenant: '' }), method: 'GET', path, query: {}, body: undefined }))
      .status;
  let kind: 'user' | 'business' | 'none' = 'business';
  for (const path of ['/v1/payrolls', '/v1/beneficiaries', '/v1/contract-templates']) {
    const status = await probe(path);
    if (status === 401) {
      kind = 'none';
      break;
    }
    if (status === 403) {
      kind = 'user';
      break;
    }
  }
  if (kind !== 'none') kinds.set(auth, kind);
  return kind;
};

/** The user that a JWT speaks of, if that can be told. */
const subjectOf = (jwt: string): string | undefined => {
  try {
    const payload = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8'));
    const subject = payload?.sub ?? payload?.email ?? payload?.userId;
    return subject === undefined ? undefined : String(subject);
  } catch {
    return undefined;
  }
};

const uuid = (): string => globalThis.crypto.randomUUID();

const environmentOf = (token: string): 'production' | 'sandbox' | undefined =>
  /sandbox|test/i.test(token) ? 'sandbox' : /live|prod/i.test(token) ? 'production' : undefined;

/* ---------- the faults ---------- */

export const faults: readonly BlindFault[] = [
  /* --- tokens --- */

  {
    id: 'blind-access-deposit-without-token-403',
    title:
      'A sandbox deposit without any token is rejected with 403, not 401; clients that log in anew on 401 never do.',
    breaks: 'Authentication 3: "Missing or invalid token returns 401."',
    async answer(call, hands) {
      const answer = await hands.next(call);
      if (is(call, 'POST', '/v1/sandbox/business-deposits') && answer.status === 401 && !authOf(call)) {
        return { ...answer, status: 403 };
      }
      return answer;
    },
  },
  {
    id: 'blind-access-bad-token-with-tenant-key-403',
    title:
      'The tenant key is checked before the token: a bad token next to a good X-MultiTenantKey gives 403.',
    breaks:
      'Authentication 6: "401 for a wrong environment key or invalid token; 403 when the tenant key does not belong to the platform" (here it does belong).',
    async answer(call, hands) {
      const answer = await ask(call, hands);
      const tenant = tenantOf(call);
      if (answer.status !== 401 || !authOf(call) || !tenant) return answer;
      if (!scopesIn(hands.memory).some((scope) => scope.tenant === tenant)) return answer;
      return { ...answer, status: 403 };
    },
  },
  {
    id: 'blind-access-jwt-exchange-is-public',
    title: 'The JWT exchange counts as a login page and needs no API key at all.',
    breaks:
      'Endpoints: "Every request carries the Authorization header"; Authentication 3: "Missing or invalid token returns 401." (POST /v1/auth/login/jwt)',
    async answer(call, hands) {
      const answer = await ask(call, hands);
      if (!is(call, 'POST', '/v1/auth/login/jwt') || answer.status !== 401 || authOf(call)) return answer;
      if (!isObject(call.body) || typeof call.body.jwt !== 'string' || call.body.jwt === '') return answer;
      const known = scopesIn(hands.memory).reverse()[0];
      if (known) {
        const again = await hands.next(under(call, { auth: known.auth }));
        if (again.status !== 401) return again;
      }
      return json(200, { redirectToken: uuid() });
    },
  },
  {
    id: 'blind-access-token-with-tail-accepted',
    title: 'Tokens are compared by prefix: a valid token with anything appended is let in.',
    breaks: 'Authentication 3: "Missing or invalid token returns 401."',
    async answer(call, hands) {
      const answer = await ask(call, hands);
      if (answer.status !== 401) return answer;
      const token = tokenOf(authOf(call));
      for (const scope of scopesIn(hands.memory)) {
        const good = tokenOf(scope.auth);
        if (good.length >= 4 && token.length > good.length && token.startsWith(good))
          return hands.next(under(call, { auth: scope.auth }));
      }
      return answer;
    },
  },
  {
    id: 'blind-access-other-environment-key-reads',
    title: 'A key of the other environment is rejected for writing but still reads.',
    breaks:
      'Authentication 2: "a sandbox key does not work in production and the reverse"; 401 for "key from the wrong environment".',
    async answer(call, hands) {
      const answer = await ask(call, hands);
      if (answer.status !== 401 || call.method.toUpperCase() !== 'GET' || !authOf(call)) return answer;
      const environment = environmentOf(tokenOf(authOf(call)));
      if (!environment) return answer;
      const pick = (scope: Scope): boolean => {
        const here = environmentOf(tokenOf(scope.auth)) ?? 'sandbox';
        return here !== environment && scope.tenant === tenantOf(call);
      };
      return (await byOthers(call, hands, pick)) ?? answer;
    },
  },
  {
    id: 'blind-access-user-token-dies-after-a-minute',
    title:
      'The lifetime of user tokens is taken in seconds, not minutes: after 60 seconds they are rejected.',
    breaks:
      'Authentication, token table: "User token | one user | 1 hour"; Limits: "User token lifetime | 1 hour".',
    async answer(call, hands) {
      const auth = authOf(call);
      if (!auth || (await kindOf(call, hands)) !== 'user') return hands.next(call);
      const seen = mapIn(hands.memory, 'first-seen');
      if (!seen.has(auth)) seen.set(auth, Date.now());
      if (Date.now() - seen.get(auth) > 60_000) return error(401, 'unauthorized', 'the token has expired');
      return hands.next(call);
    },
  },

  /* --- errors of access --- */

  {
    id: 'blind-access-missing-token-foreign-error-body',
    title:
      "Without a token the beneficiary list answers with the gateway's own error body instead of the error object.",
    breaks: 'Errors: "Error body: `{code, message, params?}`"; Error object: code string, message string.',
    async answer(call, hands) {
      const answer = await hands.next(call);
      if (is(call, 'GET', '/v1/beneficiaries') && answer.status === 401 && !authOf(call)) {
        return withBody(answer, { statusCode: 401, error: 'Unauthorized' });
      }
      return answer;
    },
  },
  {
    id: 'blind-access-foreign-tenant-key-numeric-code',
    title: 'The rejection of a foreign tenant key on the contract list has the number 403 as its code.',
    breaks: 'Error object: "`{code: string, message: string, params?}`".',
    async answer(call, hands) {
      const answer = await hands.next(call);
      if (is(call, 'GET', '/v1/contracts') && answer.status === 403 && tenantOf(call)) {
        const body = isObject(answer.body) ? answer.body : { message: 'forbidden' };
        return withBody(answer, { ...body, code: 403 });
      }
      return answer;
    },
  },
  {
    id: 'blind-access-user-token-payroll-save-401',
    title:
      'A user token that tries to save a payroll is told 401, as if it were not valid, and the frontend logs the user out.',
    breaks:
      'Authentication 6: "403 when ... permissions are insufficient for the token type and scope" (401 only for a missing, invalid or wrong-environment token).',
    async answer(call, hands) {
      const answer = await hands.next(call);
      if (!is(call, 'POST', /^\/v1\/payrolls\/[^/]+\/save$/) || answer.status !== 403) return answer;
      if ((await kindOf(call, hands)) !== 'user') return answer;
      return { ...answer, status: 401 };
    },
  },

  /* --- X-MultiTenantKey --- */

  {
    id: 'blind-access-unknown-tenant-key-falls-back',
    title:
      "An unknown tenant key on the payroll list silently shows the payrolls of the platform's own business.",
    breaks:
      'Errors: "403 | tenant key not belonging to the platform"; Authentication 4: only omitting the header scopes to the default business.',
    async answer(call, hands) {
      const answer = await hands.next(call);
      if (!is(call, 'GET', '/v1/payrolls') || answer.status !== 403 || !tenantOf(call)) return answer;
      const fallback = await hands.next(under(call, { tenant: '' }));
      return ok(fallback) ? fallback : answer;
    },
  },
  {
    id: 'blind-access-unknown-tenant-key-creates-after-all',
    title:
      'A beneficiary under an unknown tenant key is rejected with 403 but is created at the default business all the same.',
    breaks:
      'Authentication 6: "403 when the tenant key does not belong to the platform" (the call is refused; only "Omitting it scopes the request to the default platform business").',
    async answer(call, hands) {
      const answer = await hands.next(call);
      if (is(call, 'POST', '/v1/beneficiaries') && answer.status === 403 && tenantOf(call)) {
        await hands.next(under(call, { tenant: '' }));
      }
      return answer;
    },
  },
  {
    id: 'blind-access-shortened-tenant-key-accepted',
    title:
      'Tenant keys are looked up by their beginning: one that lost its last characters still opens the business.',
    breaks: 'Authentication 6: "403 when the tenant key does not belong to the platform".',
    async answer(call, hands) {
      const answer = await ask(call, hands);
      const given = tenantOf(call);
      if (answer.status !== 403 || !given) return answer;
      for (const scope of scopesIn(hands.memory)) {
        if (scope.auth !== authOf(call) || scope.tenant.length <= given.length) continue;
        if (given.length * 2 >= scope.tenant.length && scope.tenant.startsWith(given)) {
          return hands.next(under(call, { tenant: scope.tenant }));
        }
      }
      return answer;
    },
  },
  {
    id: 'blind-access-business-id-serves-as-tenant-key',
    title: 'The businessId, which is no secret, is accepted in X-MultiTenantKey in place of the tenant key.',
    breaks:
      'Authentication 4: "`X-MultiTenantKey: <tenant_key>`; the tenant key is returned by business creation (`tenantKey`)"; 6: 403 for a key that does not belong.',
    async answer(call, hands) {
      const answer = await ask(call, hands);
      const given = tenantOf(call);
      if (answer.status !== 403 || !given) return answer;
      for (const [tenantKey, made] of mapIn(hands.memory, 'created')) {
        if (made.auth === authOf(call) && made.businessId === given && tenantKey !== given) {
          return hands.next(under(call, { tenant: tenantKey }));
        }
      }
      return answer;
    },
  },
  {
    id: 'blind-access-oldest-tenant-key-forgotten',
    title:
      'The platform knows only its two newest businesses: with the third, the tenant key of the first is rejected.',
    breaks:
      'Authentication, token table: "Platform token | primary business and all businesses created | none (revocable)".',
    async answer(call, hands) {
      const tenant = tenantOf(call);
      const mine = [...mapIn(hands.memory, 'created')]
        .filter(([, made]) => made.auth === authOf(call))
        .map(([key]) => key);
      if (tenant && mine.slice(0, -2).includes(tenant)) {
        return error(403, 'forbidden', 'the tenant key does not belong to the platform');
      }
      return ask(call, hands);
    },
  },
  {
    id: 'blind-access-tenant-sticks-to-token',
    title:
      "A user list without tenant key, right after a call for a tenant with the same token, shows that tenant's users.",
    breaks: 'Authentication 4: "Omitting it scopes the request to the default platform business."',
    async answer(call, hands) {
      const last = mapIn(hands.memory, 'last-tenant');
      const auth = authOf(call);
      const sticky = last.get(auth) ?? '';
      let asked = call;
      if (is(call, 'GET', '/v1/users') && auth && !tenantOf(call) && sticky)
        asked = under(call, { tenant: sticky });
      const answer = await hands.next(asked);
      if (ok(answer)) last.set(auth, tenantOf(call));
      return answer;
    },
  },
  {
    id: 'blind-access-second-page-of-default-business',
    title:
      "From the second page on the person list forgets the tenant and shows persons of the platform's own business.",
    breaks:
      'Authentication 4: "With a platform token, business-specific calls carry header `X-MultiTenantKey`"; only "Omitting it scopes the request to the default platform business." (GET /v1/persons, `page`)',
    async answer(call, hands) {
      if (is(call, 'GET', '/v1/persons') && tenantOf(call) && Number(first(call.query?.['page'])) >= 2) {
        const sound = await hands.next(call);
        if (!ok(sound)) return sound;
        const other = await hands.next(under(call, { tenant: '' }));
        return ok(other) ? other : sound;
      }
      return hands.next(call);
    },
  },
  {
    id: 'blind-access-email-filter-searches-every-tenant',
    title:
      'A user list filtered by an e-mail that the business does not have finds the user of another business.',
    breaks:
      'Authentication 4: calls are scoped to the business of the tenant key, and "Omitting it scopes the request to the default platform business." (GET /v1/users, `email`)',
    async answer(call, hands) {
      const answer = await ask(call, hands);
      if (!is(call, 'GET', '/v1/users') || !first(call.query?.['email']) || !ok(answer)) return answer;
      if (!isObject(answer.body) || !Array.isArray(answer.body.data) || answer.body.data.length > 0)
        return answer;
      for (const tenant of sameToken(call, hands.memory)) {
        const other = await hands.next(under(call, { tenant }));
        if (ok(other) && isObject(other.body) && Array.isArray(other.body.data) && other.body.data.length > 0)
          return other;
      }
      return answer;
    },
  },
  {
    id: 'blind-access-second-deposit-of-tenant-to-platform',
    title: "Every second test deposit of a tenant lands in the wallet of the platform's own business.",
    breaks:
      'Authentication 4: "With a platform token, business-specific calls carry header `X-MultiTenantKey`"; POST /v1/sandbox/business-deposits "adds test funds to the wallet" (of that business).',
    async answer(call, hands) {
      if (!is(call, 'POST', '/v1/sandbox/business-deposits') || !tenantOf(call)) return hands.next(call);
      const counts = mapIn(hands.memory, 'deposits');
      const key = JSON.stringify([authOf(call), tenantOf(call)]);
      const before = counts.get(key) ?? 0;
      // only a key that has already made a deposit is known to be good
      const answer = await hands.next(before % 2 === 1 ? under(call, { tenant: '' }) : call);
      if (ok(answer)) counts.set(key, before + 1);
      return answer;
    },
  },

  /* --- businesses of a platform --- */

  {
    id: 'blind-access-same-admin-same-tenant-key',
    title:
      'A second business with the same adminEmail is handed the tenant key of the first, so its calls go to the wrong one.',
    breaks:
      'POST /v1/platform/businesses "Response: `{businessId: uuid, tenantKey: string}`"; Authentication 4: "the tenant key is returned by business creation (`tenantKey`)".',
    async answer(call, hands) {
      const answer = await hands.next(call);
      if (!is(call, 'POST', '/v1/platform/businesses') || !ok(answer)) return answer;
      if (!isObject(call.body) || typeof call.body.adminEmail !== 'string' || !call.body.adminEmail)
        return answer;
      if (!isObject(answer.body) || typeof answer.body.tenantKey !== 'string') return answer;
      const admins = mapIn(hands.memory, 'admins');
      const key = call.body.adminEmail.toLowerCase();
      if (!admins.has(key)) {
        admins.set(key, answer.body.tenantKey);
        return answer;
      }
      return withBody(answer, { ...answer.body, tenantKey: admins.get(key) });
    },
  },
  {
    id: 'blind-access-org-token-creates-business',
    title: 'An org token, too, may create businesses of the platform.',
    breaks:
      'POST /v1/platform/businesses "creates a business (platform token required)"; 403 for insufficient permissions.',
    async answer(call, hands) {
      const answer = await ask(call, hands);
      if (!is(call, 'POST', '/v1/platform/businesses') || answer.status !== 403 || tenantOf(call))
        return answer;
      if (!isObject(call.body) || (await kindOf(call, hands)) !== 'business') return answer;
      const creator = [...mapIn(hands.memory, 'created').values()].find((made) => made.auth !== authOf(call));
      if (creator) {
        const again = await hands.next(under(call, { auth: creator.auth }));
        if (ok(again)) return again;
      }
      return json(200, { businessId: uuid(), tenantKey: uuid() });
    },
  },
  {
    id: 'blind-access-org-token-hops-by-tenant-key',
    title: 'An org token that sends the tenant key of some business reads that business instead of its own.',
    breaks:
      'Authentication, token table: "Org token | one business"; 6: "403 when ... permissions are insufficient for the token type and scope".',
    async answer(call, hands) {
      const answer = await ask(call, hands);
      if (call.method.toUpperCase() !== 'GET' || !tenantOf(call) || answer.status === 401) return answer;
      const created = mapIn(hands.memory, 'created');
      const made = created.get(tenantOf(call));
      const auth = authOf(call);
      if (!made || made.auth === auth || [...created.values()].some((other) => other.auth === auth))
        return answer;
      if ((await kindOf(call, hands)) !== 'business') return answer;
      const hopped = await hands.next(under(call, { auth: made.auth }));
      return ok(hopped) ? hopped : answer;
    },
  },

  /* --- who may read or change what --- */

  {
    id: 'blind-access-payroll-by-id-outside-default',
    title:
      'A single payroll is looked up by its id alone: without tenant key a payroll of any tenant is shown.',
    breaks:
      'Authentication 4: "Omitting it scopes the request to the default platform business." (GET /v1/payrolls/{id})',
    async answer(call, hands) {
      const answer = await ask(call, hands);
      if (!is(call, 'GET', /^\/v1\/payrolls\/[^/]+$/) || tenantOf(call) || !refused(answer)) return answer;
      for (const tenant of sameToken(call, hands.memory)) {
        const other = await hands.next(under(call, { tenant }));
        if (ok(other)) return other;
      }
      return answer;
    },
  },
  {
    id: 'blind-access-user-token-reads-others-kyc',
    title:
      "With a user token the KYC of a colleague can be read by putting the colleague's id into the path.",
    breaks:
      'Authentication, token table: "User token ... access only to that user\'s resources". (GET /v1/users/{userId}/kyc)',
    async answer(call, hands) {
      const answer = await ask(call, hands);
      if (!is(call, 'GET', /^\/v1\/users\/[^/]+\/kyc$/)) return answer;
      const seen = mapIn(hands.memory, 'kyc');
      if (ok(answer)) {
        seen.set(call.path, answer);
        return answer;
      }
      if (!refused(answer) || (await kindOf(call, hands)) !== 'user') return answer;
      return (
        (await byOthers(call, hands, (scope) => scope.auth !== authOf(call))) ?? seen.get(call.path) ?? answer
      );
    },
  },
  {
    id: 'blind-access-user-token-submits-others-kyc',
    title: 'With a user token KYC can be submitted for another user.',
    breaks:
      'Authentication, token table: "User token ... access only to that user\'s resources"; 403 for insufficient permissions. (POST /v1/users/{userId}/kyc)',
    async answer(call, hands) {
      const answer = await ask(call, hands);
      if (!is(call, 'POST', /^\/v1\/users\/[^/]+\/kyc$/) || !refused(answer)) return answer;
      if ((await kindOf(call, hands)) !== 'user') return answer;
      return (await byOthers(call, hands, (scope) => scope.auth !== authOf(call))) ?? answer;
    },
  },
  {
    id: 'blind-access-jobinfo-refused-but-written',
    title:
      'The job information of a person of another business is rejected, but has been changed all the same.',
    breaks:
      'Authentication 4 and token table: a call is scoped to its business ("Omitting it scopes the request to the default platform business"; "Org token | one business"; user token "access only to that user\'s resources"). (PUT /v1/persons/{personId}/jobInfo)',
    async answer(call, hands) {
      const answer = await ask(call, hands);
      if (is(call, 'PUT', /^\/v1\/persons\/[^/]+\/jobInfo$/) && refused(answer) && authOf(call)) {
        await byOthers(call, hands, () => true);
      }
      return answer;
    },
  },

  /* --- JWT exchange --- */

  {
    id: 'blind-access-jwt-redirect-token-of-first-user',
    title: 'The exchange caches by backend: the JWT of a second user gives the redirect token of the first.',
    breaks:
      'POST /v1/auth/login/jwt "body `{jwt: string}` (the caller\'s own token); response `{redirectToken: string}`"; token table: "User token | one user".',
    async answer(call, hands) {
      const answer = await hands.next(call);
      if (!is(call, 'POST', '/v1/auth/login/jwt') || !ok(answer)) return answer;
      if (!isObject(call.body) || typeof call.body.jwt !== 'string') return answer;
      if (!isObject(answer.body) || typeof answer.body.redirectToken !== 'string') return answer;
      const tokens = mapIn(hands.memory, 'redirects');
      const key = JSON.stringify([authOf(call), tenantOf(call)]);
      const before = tokens.get(key);
      if (!before) {
        tokens.set(key, { jwt: call.body.jwt, redirectToken: answer.body.redirectToken });
        return answer;
      }
      const one = subjectOf(before.jwt);
      const two = subjectOf(call.body.jwt);
      if (before.jwt === call.body.jwt || (one !== undefined && one === two)) return answer;
      return withBody(answer, { ...answer.body, redirectToken: before.redirectToken });
    },
  },
  {
    id: 'blind-access-jwt-of-wrong-type-500',
    title:
      'A jwt that is no string makes the exchange stumble: 500 internal_error, which clients retry forever.',
    breaks:
      'Endpoints: "Validation failures return the error object with code `invalid_request_body`"; Errors: "400 | invalid body". (POST /v1/auth/login/jwt, `jwt: string`)',
    async answer(call, hands) {
      const answer = await hands.next(call);
      if (!is(call, 'POST', '/v1/auth/login/jwt') || answer.status !== 400 || !isObject(call.body))
        return answer;
      if (call.body.jwt === undefined || typeof call.body.jwt === 'string') return answer;
      return error(500, 'internal_error', 'an unexpected error occurred, please retry later');
    },
  },

  /* --- events of tenants --- */

  {
    id: 'blind-access-jobinfo-event-of-previous-tenant',
    title: 'person.jobinfo.updated carries the tenantKey of whichever event was sent before it.',
    breaks: 'Events, Delivery: a platform endpoint "uses `tenantKey` in each payload to tell them apart".',
    async deliver(attempt, { send, memory }) {
      const data = attempt.event?.data;
      if (!isObject(data) || typeof data.tenantKey !== 'string') return send(attempt);
      const previous = memory.get('previous-tenant');
      memory.set('previous-tenant', data.tenantKey);
      if (attempt.event.eventType !== 'person.jobinfo.updated' || !previous || previous === data.tenantKey)
        return send(attempt);
      return send({ ...attempt, event: { ...attempt.event, data: { ...data, tenantKey: previous } } });
    },
  },
  {
    id: 'blind-access-address-kyc-event-without-tenant-key',
    title: 'user.kyc.updated of type address tells no tenantKey.',
    breaks: 'Events: "Every payload contains `tenantKey` (string)."; row user.kyc.updated.',
    async deliver(attempt, { send }) {
      const data = attempt.event?.data;
      if (!isObject(data) || attempt.event.eventType !== 'user.kyc.updated' || data.type !== 'address')
        return send(attempt);
      const { tenantKey: _gone, ...rest } = data;
      return send({ ...attempt, event: { ...attempt.event, data: rest } });
    },
  },
  {
    id: 'blind-access-retried-event-of-other-tenant',
    title:
      'A retried event carries the tenantKey of another business, for which an event or a call came in meanwhile or before.',
    breaks:
      'Events, Delivery: "a platform endpoint receives events for all businesses and uses `tenantKey` in each payload to tell them apart"; retries are of the same event.',
    async answer(call, hands) {
      const answer = await ask(call, hands);
      if (ok(answer) && tenantOf(call)) mapIn(hands.memory, 'tenants').set(tenantOf(call), true);
      for (const key of mapIn(hands.memory, 'created').keys()) mapIn(hands.memory, 'tenants').set(key, true);
      return answer;
    },
    async deliver(attempt, { send, memory }) {
      const data = attempt.event?.data;
      if (!isObject(data) || typeof data.tenantKey !== 'string') return send(attempt);
      const tenants = mapIn(memory, 'tenants');
      tenants.set(data.tenantKey, true);
      const other = [...tenants.keys()].reverse().find((key) => key !== data.tenantKey);
      if (!(attempt.number >= 2) || other === undefined) return send(attempt);
      return send({ ...attempt, event: { ...attempt.event, data: { ...data, tenantKey: other } } });
    },
  },
];
