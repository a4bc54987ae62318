import { randomUUID } from 'node:crypto';
import type { BlindAnswer, BlindFault, Call } from '../fault.ts';

type Next = (call: Call) => Promise<BlindAnswer>;
type Memory = Map<string, any>;

const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
const isObject = (x: any): boolean => typeof x === 'object' && x !== null && !Array.isArray(x);
const ok = (a: BlindAnswer): boolean => a.status >= 200 && a.status < 300;
const invalid = (a: BlindAnswer): boolean => a.status === 400 || a.status === 422;
const isDate = (x: any): boolean =>
  typeof x === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(x) && !Number.isNaN(Date.parse(x));
const today = (): string => new Date().toISOString().slice(0, 10);
const auth = (call: Call): string => String(call.headers['authorization'] ?? '');
const scope = (call: Call): string => `${auth(call)}|${String(call.headers['x-multitenantkey'] ?? '')}`;
const copy = (x: any): any => (x === undefined ? undefined : JSON.parse(JSON.stringify(x)));
const json = (x: any): string => JSON.stringify(x) ?? '';
const str = (x: any): string => (typeof x === 'string' ? x : '');

const said = (status: number, body?: any): BlindAnswer => ({
  status,
  headers: body === undefined ? {} : { 'content-type': 'application/json' },
  body,
});
const notRejected = (): BlindAnswer =>
  said(400, {
    code: 'invalid_request_body',
    message: 'Identity can only be resubmitted when status is Rejected',
  });

function mapOf(memory: Memory, name: string): Map<string, any> {
  let m = memory.get(name);
  if (!(m instanceof Map)) {
    m = new Map<string, any>();
    memory.set(name, m);
  }
  return m;
}
function setOf(memory: Memory, name: string): Set<string> {
  let s = memory.get(name);
  if (!(s instanceof Set)) {
    s = new Set<string>();
    memory.set(name, s);
  }
  return s;
}

/** The id in a path, if method and path are those. */
function at(call: Call, method: string, pattern: RegExp): string | undefined {
  if (call.method.toUpperCase() !== method) return undefined;
  const m = pattern.exec(call.path);
  return m === null ? undefined : (m[1] ?? '');
}
const KYC = /^\/v1\/users\/([^/]+)\/kyc\/?$/;
const REVIEW = /^\/v1\/sandbox\/users\/([^/]+)\/kyc\/review\/?$/;
const SAVE = /^\/v1\/payrolls\/([^/]+)\/save\/?$/;
const PAYROLLS = /^\/v1\/payrolls\/?$/;
const PAYROLL = /^\/v1\/payrolls\/([^/]+)\/?$/;
const BUSINESSES = /^\/v1\/platform\/businesses\/?$/;
const DEPOSITS = /^\/v1\/sandbox\/business-deposits\/?$/;
const BENEFICIARIES = /^\/v1\/beneficiaries\/?$/;
const CONTRACTS = /^\/v1\/contracts\/?$/;
const JOBINFO = /^\/v1\/persons\/([^/]+)\/jobInfo\/?$/;

const isReview = (body: any): boolean =>
  isObject(body) &&
  (body.action === 'approve' || body.action === 'reject') &&
  (body.type === 'identity' || body.type === 'address');
const idNumber = (body: any): string =>
  isObject(body) && isObject(body.idDetails) ? str(body.idDetails.number) : '';
const keyOf = (call: Call): string => (isObject(call.body) ? str(call.body.idempotencyKey) : '');

/** The status of a KYC component, wherever the record holds it; the shape is left open by the document. */
function component(body: any, name: string): string | undefined {
  if (Array.isArray(body)) {
    for (const item of body) {
      const found = component(item, name);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isObject(body)) return undefined;
  if (body.type === name && typeof body.status === 'string') return body.status.toLowerCase();
  const own = body[name] ?? body[`${name}Status`];
  if (typeof own === 'string') return own.toLowerCase();
  if (isObject(own) && typeof own.status === 'string') return own.status.toLowerCase();
  for (const value of Object.values(body)) {
    const found = component(value, name);
    if (found !== undefined) return found;
  }
  return undefined;
}
const styled = (like: string, status: string): string =>
  /^[A-Z]{2}/.test(like)
    ? status.toUpperCase()
    : /^[A-Z]/.test(like)
      ? status.charAt(0).toUpperCase() + status.slice(1)
      : status;
/** The same record with another status of one component. */
function withComponent(body: any, name: string, status: string): any {
  const walk = (x: any): boolean => {
    if (Array.isArray(x)) return x.some(walk);
    if (!isObject(x)) return false;
    if (x.type === name && typeof x.status === 'string') {
      x.status = styled(x.status, status);
      return true;
    }
    for (const key of [name, `${name}Status`]) {
      if (typeof x[key] === 'string') {
        x[key] = styled(x[key], status);
        return true;
      }
      if (isObject(x[key]) && typeof x[key].status === 'string') {
        x[key].status = styled(x[key].status, status);
        return true;
      }
    }
    return Object.values(x).some(walk);
  };
  const changed = copy(body);
  walk(changed);
  return changed;
}
/** The identity status as the sound server has it now. */
async function identityNow(
  call: Call,
  user: string,
  next: Next,
): Promise<{ answer: BlindAnswer; status: string | undefined }> {
  const answer = await next({
    method: 'GET',
    path: `/v1/users/${user}/kyc`,
    query: {},
    headers: withoutBodyHeaders(call),
    body: undefined,
  });
  return { answer, status: ok(answer) ? component(answer.body, 'identity') : undefined };
}
function withoutBodyHeaders(call: Call): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(call.headers)) {
    if (name !== 'content-length' && name !== 'content-type' && name !== 'transfer-encoding')
      headers[name] = value;
  }
  return headers;
}
/** The same headers for a request whose body has been changed. */
function changedBody(call: Call, body: any): Call {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(call.headers))
    if (name !== 'content-length') headers[name] = value;
  return { ...call, headers, body };
}
function decide(call: Call, user: string, action: string, type: string): Call {
  return {
    method: 'POST',
    path: `/v1/sandbox/users/${user}/kyc/review`,
    query: {},
    headers: { ...withoutBodyHeaders(call), 'content-type': 'application/json' },
    body: { action, type },
  };
}
/** The response with another body. */
const withBody = (a: BlindAnswer, body: any): BlindAnswer => {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(a.headers))
    if (name.toLowerCase() !== 'content-length') headers[name] = value;
  return { ...a, headers, body };
};

export const faults: readonly BlindFault[] = [
  // ——— Creation of businesses: idempotency ———
  {
    id: 'blind-lifecycle-idempotency-two-at-once',
    title:
      'A retry sent while the first business creation is still under way makes a second business; one after the other it is recognised',
    breaks:
      'POST /v1/platform/businesses: idempotencyKey is a "unique value that prevents duplicates" (Endpoints, Businesses and platform)',
    answer: async (call, { next, memory }) => {
      const key = keyOf(call);
      if (at(call, 'POST', BUSINESSES) === undefined || key === '') return next(call);
      const open = mapOf(memory, 'open');
      const k = `${auth(call)}|${key}`;
      if ((open.get(k) ?? 0) > 0)
        return next(changedBody(call, { ...call.body, idempotencyKey: randomUUID() }));
      open.set(k, 1);
      try {
        await sleep(40);
        return await next(call);
      } finally {
        open.delete(k);
      }
    },
  },
  {
    id: 'blind-lifecycle-idempotency-key-cut-at-32',
    title:
      'Idempotency keys are compared by their first 32 characters: a business with a key that differs only later is not created; the server returns the earlier one',
    breaks:
      'POST /v1/platform/businesses "creates a business"; idempotencyKey is a "unique value that prevents duplicates", and a different value is no duplicate (Endpoints, Businesses and platform)',
    answer: async (call, { next, memory }) => {
      const key = keyOf(call);
      if (at(call, 'POST', BUSINESSES) === undefined || key.length <= 32) return next(call);
      const made = mapOf(memory, 'made');
      const k = `${auth(call)}|${key.slice(0, 32)}`;
      const earlier = made.get(k);
      if (earlier !== undefined && earlier.key !== key) return earlier.answer;
      const answer = await next(call);
      if (ok(answer) && earlier === undefined) made.set(k, { key, answer });
      return answer;
    },
  },
  {
    id: 'blind-lifecycle-idempotency-only-latest-key',
    title:
      'Only the key of the latest creation is remembered: repeating an older request after another business was created makes a duplicate',
    breaks:
      'POST /v1/platform/businesses: idempotencyKey is a "unique value that prevents duplicates" (Endpoints, Businesses and platform)',
    answer: async (call, { next, memory }) => {
      const key = keyOf(call);
      if (at(call, 'POST', BUSINESSES) === undefined || key === '') return next(call);
      const who = auth(call);
      const alias = mapOf(memory, 'alias');
      const latest = mapOf(memory, 'latest');
      const seen = setOf(memory, 'seen');
      const k = `${who}|${key}`;
      if (seen.has(k) && latest.get(who) !== key) alias.set(k, randomUUID());
      const real = alias.get(k);
      const answer = await next(
        real === undefined ? call : changedBody(call, { ...call.body, idempotencyKey: real }),
      );
      if (ok(answer)) {
        seen.add(k);
        latest.set(who, key);
      }
      return answer;
    },
  },

  // ——— KYC: the sandbox review ———
  {
    id: 'blind-lifecycle-review-identity-approves-address',
    title:
      'Approving the identity in a sandbox review approves the address along with it, unless the address was reviewed before',
    breaks:
      'POST /v1/sandbox/users/{userId}/kyc/review "Decides one check per call" (Sandbox-only behaviour); the review action "decides one component" (KYC states)',
    answer: async (call, { next, memory }) => {
      const user = at(call, 'POST', REVIEW);
      if (user === undefined || !isReview(call.body)) return next(call);
      const answer = await next(call);
      if (!ok(answer)) return answer;
      const decided = setOf(memory, 'address decided');
      if (call.body.type === 'address') decided.add(user);
      else if (call.body.action === 'approve' && !decided.has(user))
        await next(decide(call, user, 'approve', 'address'));
      return answer;
    },
  },
  {
    id: 'blind-lifecycle-review-approved-address-stays',
    title:
      'An address approved by review can no longer be rejected: the review answers 204 and nothing changes, no event',
    breaks:
      'The sandbox review "works in any user state" and "emits user.kyc.updated" (Sandbox-only behaviour); any state, action reject, next state rejected (KYC states)',
    answer: async (call, { next, memory }) => {
      const user = at(call, 'POST', REVIEW);
      if (user === undefined || !isReview(call.body) || call.body.type !== 'address') return next(call);
      const approved = setOf(memory, 'approved');
      const k = `${scope(call)}|${user}`;
      if (call.body.action === 'reject' && approved.has(k)) return said(204);
      const answer = await next(call);
      if (ok(answer) && call.body.action === 'approve') approved.add(k);
      return answer;
    },
  },
  {
    id: 'blind-lifecycle-review-needs-submission',
    title: 'A sandbox review of a user who has not submitted KYC yet is rejected with 404',
    breaks:
      'The sandbox review "works in any user state" (Sandbox-only behaviour); "any state | sandbox review action approve / reject … returns 204" (KYC states)',
    answer: async (call, { next, memory }) => {
      const submitted = setOf(memory, 'submitted');
      const submitting = at(call, 'POST', KYC);
      if (submitting !== undefined) {
        const answer = await next(call);
        if (ok(answer)) submitted.add(submitting);
        return answer;
      }
      const user = at(call, 'POST', REVIEW);
      if (user === undefined || !isReview(call.body) || submitted.has(user)) return next(call);
      const now = await identityNow(call, user, next);
      if (now.answer.status === 401 || now.answer.status === 403) return next(call);
      if (['processing', 'approved', 'rejected', 'pending'].includes(now.status ?? '')) return next(call);
      return said(404, { code: 'resource_not_found', message: 'The requested resource could not be found' });
    },
  },
  {
    id: 'blind-lifecycle-two-reviews-at-once',
    title:
      'Identity and address of one user reviewed at the same time: both calls answer 204, but only the first decision is applied',
    breaks:
      'The sandbox review "Decides one check per call", "emits user.kyc.updated" (Sandbox-only behaviour); a call that decides none breaks it',
    answer: async (call, { next, memory }) => {
      const user = at(call, 'POST', REVIEW);
      if (user === undefined || !isReview(call.body)) return next(call);
      const open = mapOf(memory, 'open');
      const k = `${scope(call)}|${user}`;
      const other = open.get(k);
      if (other !== undefined) return other === call.body.type ? next(call) : said(204);
      open.set(k, call.body.type);
      try {
        await sleep(40);
        return await next(call);
      } finally {
        open.delete(k);
      }
    },
  },

  // ——— KYC: resubmission ———
  {
    id: 'blind-lifecycle-patch-when-only-address-rejected',
    title:
      'A resubmission is accepted as soon as the address is rejected, though the identity is approved, and the approved identity is lost',
    breaks:
      '"PATCH in any other identity status fails with an error whose message says identity can only be resubmitted when status is Rejected" (KYC states)',
    answer: async (call, { next, memory }) => {
      const rejected = setOf(memory, 'address rejected');
      const reviewed = at(call, 'POST', REVIEW);
      if (reviewed !== undefined && isReview(call.body) && call.body.type === 'address') {
        const answer = await next(call);
        if (ok(answer)) {
          if (call.body.action === 'reject') rejected.add(reviewed);
          else rejected.delete(reviewed);
        }
        return answer;
      }
      const user = at(call, 'PATCH', KYC);
      if (user === undefined || !rejected.has(user)) return next(call);
      const before = await identityNow(call, user, next);
      if (before.status !== 'approved') return next(call);
      const answer = await next(call);
      if (
        answer.status < 400 ||
        [401, 403, 404].includes(answer.status) ||
        !/reject/i.test(json(answer.body))
      )
        return answer;
      const moved = await next(decide(call, user, 'reject', 'identity'));
      return ok(moved) ? next(call) : answer;
    },
  },
  {
    id: 'blind-lifecycle-patch-only-once',
    title:
      'A user who is rejected a second time cannot resubmit again: the second PATCH is rejected as if the identity were not rejected',
    breaks:
      '"rejected | PATCH resubmission | only allowed in rejected | processing" (KYC states); only any OTHER identity status fails',
    answer: async (call, { next, memory }) => {
      const user = at(call, 'PATCH', KYC);
      if (user === undefined) return next(call);
      const used = setOf(memory, 'resubmitted');
      if (used.has(user)) {
        const now = await identityNow(call, user, next);
        if (now.status === 'rejected') return notRejected();
      }
      const answer = await next(call);
      if (ok(answer)) used.add(user);
      return answer;
    },
  },
  {
    id: 'blind-lifecycle-patch-unknown-file-half-applied',
    title:
      'A resubmission with an unknown file answers 404 and yet leaves "rejected": the identity reads processing and the corrected PATCH is rejected',
    breaks:
      '"unknown ids are rejected with 404" (KYC endpoints) while "rejected | PATCH resubmission" is the only way on, and PATCH is allowed in rejected (KYC states)',
    answer: async (call, { next, memory }) => {
      const locked = setOf(memory, 'locked');
      const reviewed = at(call, 'POST', REVIEW);
      if (reviewed !== undefined && isReview(call.body)) {
        const answer = await next(call);
        if (ok(answer) && call.body.type === 'identity') locked.delete(reviewed);
        return answer;
      }
      const reading = at(call, 'GET', KYC);
      if (reading !== undefined && locked.has(reading)) {
        const answer = await next(call);
        return ok(answer) && component(answer.body, 'identity') === 'rejected'
          ? withBody(answer, withComponent(answer.body, 'identity', 'processing'))
          : answer;
      }
      const user = at(call, 'PATCH', KYC);
      if (user === undefined) return next(call);
      const before = await identityNow(call, user, next);
      if (before.status !== 'rejected') return next(call);
      if (locked.has(user)) return notRejected();
      const answer = await next(call);
      if (answer.status === 404) locked.add(user);
      return answer;
    },
  },
  {
    id: 'blind-lifecycle-patch-after-expiry-refused',
    title:
      'Whose last submitted document is past its grace period cannot resubmit, though the identity is rejected',
    breaks:
      '"once expired, PATCH resubmission also applies" (document expiry); "rejected | PATCH resubmission" (KYC states)',
    answer: async (call, { next, memory }) => {
      const posting = at(call, 'POST', KYC);
      const user = posting ?? at(call, 'PATCH', KYC);
      if (user === undefined) return next(call);
      const expiries = mapOf(memory, 'expiry');
      const expired = setOf(memory, 'expired');
      if (posting === undefined) {
        const last = expiries.get(user);
        const past = last !== undefined && Date.now() - Date.parse(last) > 61 * 86_400_000;
        if (past || expired.has(user)) {
          const now = await identityNow(call, user, next);
          if (now.status === 'rejected') return notRejected();
        }
      }
      const answer = await next(call);
      const date =
        isObject(call.body) && isObject(call.body.idDetails) ? call.body.idDetails.expirationDate : undefined;
      if (ok(answer) && isDate(date)) expiries.set(user, date);
      return answer;
    },
    deliver: async (attempt, { send, memory }) => {
      const event = attempt.event;
      if (
        isObject(event) &&
        event.eventType === 'user.kyc.expiry' &&
        isObject(event.data) &&
        event.data.stage === 'expired'
      ) {
        setOf(memory, 'expired').add(str(event.data.userId));
      }
      return send(attempt);
    },
  },

  // ——— KYC: sentinels ———
  {
    id: 'blind-lifecycle-sentinel-case-in-patch',
    title:
      'In a resubmission the sentinel auto-approve counts in small letters only; in the first submission any case does',
    breaks:
      '"sentinels are case-insensitive, combine across identity and address, and work in POST and PATCH" (Sandbox-only behaviour)',
    answer: async (call, { next }) => {
      const number = idNumber(call.body);
      if (
        at(call, 'PATCH', KYC) === undefined ||
        number === 'auto-approve' ||
        number.toLowerCase() !== 'auto-approve'
      )
        return next(call);
      return next(
        changedBody(call, { ...call.body, idDetails: { ...call.body.idDetails, number: 'AUTO_APPROVE' } }),
      );
    },
  },
  {
    id: 'blind-lifecycle-sentinel-not-at-once',
    title:
      'After a submission with auto-approve the first read still says processing; only the next one says approved',
    breaks:
      '"auto-approve approves identity at once" (Sandbox-only behaviour); sentinel value: "decided at once" (KYC states)',
    answer: async (call, { next, memory }) => {
      const fresh = setOf(memory, 'fresh');
      const submitting = at(call, 'POST', KYC) ?? at(call, 'PATCH', KYC);
      if (submitting !== undefined) {
        const answer = await next(call);
        if (ok(answer) && idNumber(call.body).toLowerCase() === 'auto-approve') fresh.add(submitting);
        return answer;
      }
      const reviewed = at(call, 'POST', REVIEW);
      if (reviewed !== undefined) fresh.delete(reviewed);
      const reading = at(call, 'GET', KYC);
      if (reading === undefined || !fresh.has(reading)) return next(call);
      const answer = await next(call);
      if (!ok(answer)) return answer;
      fresh.delete(reading);
      return component(answer.body, 'identity') === 'approved'
        ? withBody(answer, withComponent(answer.body, 'identity', 'processing'))
        : answer;
    },
  },

  // ——— KYC: events ———
  {
    id: 'blind-lifecycle-kyc-event-status-only-first-time',
    title:
      'user.kyc.updated is sent once per user, component and status: when a status comes a second time (processing again after a resubmission, rejected again) there is no event',
    breaks: 'user.kyc.updated "fires on every KYC status change" (Event list)',
    deliver: async (attempt, { send, memory }) => {
      const event = attempt.event;
      if (!isObject(event) || event.eventType !== 'user.kyc.updated' || !isObject(event.data))
        return send(attempt);
      const first = mapOf(memory, 'first');
      const k = `${attempt.url}|${str(event.data.userId)}|${str(event.data.type)}|${str(event.data.status)}`;
      if (!first.has(k)) first.set(k, event.id);
      return first.get(k) === event.id ? send(attempt) : 200;
    },
  },
  {
    id: 'blind-lifecycle-kyc-event-wrong-component',
    title:
      'When both components of a user take the same status together, the second event names the component of the first',
    breaks:
      'user.kyc.updated carries "type (identity, address)" and fires on every status change of each component (Event list; KYC states are "per component")',
    deliver: async (attempt, { send, memory }) => {
      const event = attempt.event;
      if (!isObject(event) || event.eventType !== 'user.kyc.updated' || !isObject(event.data))
        return send(attempt);
      const named = mapOf(memory, 'named');
      const latest = mapOf(memory, 'latest');
      const mine = `${attempt.url}|${String(event.id)}`;
      if (!named.has(mine)) {
        const k = `${attempt.url}|${str(event.data.userId)}|${str(event.data.status)}`;
        const before = latest.get(k);
        const mixed =
          before !== undefined && before.type !== event.data.type && Date.now() - before.at < 1500;
        named.set(mine, mixed ? before.type : event.data.type);
        if (mixed) latest.delete(k);
        else latest.set(k, { type: event.data.type, at: Date.now() });
      }
      return send({ ...attempt, event: { ...event, data: { ...event.data, type: named.get(mine) } } });
    },
  },
  {
    id: 'blind-lifecycle-grace-period-30-days',
    title:
      'A document that expired more than 30 days ago is announced as expired, though it is within its 60 days of grace',
    breaks:
      'in-grace-period: "expired, within 60-day grace period"; Limits: "Document expiry: grace period | 60 days after expiry"',
    deliver: async (attempt, { send }) => {
      const event = attempt.event;
      if (!isObject(event) || event.eventType !== 'user.kyc.expiry' || !isObject(event.data))
        return send(attempt);
      if (event.data.stage !== 'in-grace-period' || !isDate(event.data.expiryDate)) return send(attempt);
      const now = typeof event.timestamp === 'number' ? event.timestamp * 1000 : Date.now();
      if (now - Date.parse(event.data.expiryDate) <= 30 * 86_400_000) return send(attempt);
      return send({ ...attempt, event: { ...event, data: { ...event.data, stage: 'expired' } } });
    },
  },

  // ——— Payrolls ———
  {
    id: 'blind-lifecycle-save-leaves-out-bad-last-entry',
    title:
      'A payroll whose last entry is invalid is saved without that entry instead of being rejected: one worker is not paid',
    breaks:
      '"(none) | save payroll | entries valid | saved" (Payroll states); "Validation failures return the error object with code invalid_request_body" (Endpoints)',
    answer: async (call, { next }) => {
      if (at(call, 'POST', SAVE) === undefined) return next(call);
      const answer = await next(call);
      const entries = isObject(call.body) ? call.body.entries : undefined;
      if (!invalid(answer) || !Array.isArray(entries) || entries.length < 2) return answer;
      const again = await next(changedBody(call, { ...call.body, entries: entries.slice(0, -1) }));
      return ok(again) ? again : answer;
    },
  },
  {
    id: 'blind-lifecycle-past-payroll-completed-on-save',
    title:
      'A payroll saved with a past payrollDate reads Completed right after the save, before anybody approved it',
    breaks:
      '"A payroll saved with a past payrollDate completes immediately on approval" (Sandbox-only behaviour); save leads to saved, and approval to Completed (Payroll states)',
    answer: async (call, { next, memory }) => {
      const past = setOf(memory, 'past');
      const saving = at(call, 'POST', SAVE);
      if (saving !== undefined) {
        const answer = await next(call);
        if (ok(answer) && isObject(call.body) && isDate(call.body.payrollDate)) {
          if (call.body.payrollDate < today()) past.add(saving);
          else past.delete(saving);
        }
        return answer;
      }
      const one = at(call, 'GET', PAYROLL);
      if (past.size === 0 || (one === undefined && at(call, 'GET', PAYROLLS) === undefined))
        return next(call);
      const answer = await next(call);
      if (!ok(answer) || !isObject(answer.body)) return answer;
      const body = copy(answer.body);
      const mark = (x: any): void => {
        if (isObject(x) && typeof x.status === 'string' && x.status.toLowerCase() === 'saved')
          x.status = 'Completed';
      };
      if (one !== undefined) {
        if (past.has(one)) [body, body.data, body.payroll].forEach(mark);
      } else if (Array.isArray(body.data)) {
        for (const item of body.data)
          if (isObject(item) && past.has(str(item.payrollId ?? item.id))) mark(item);
      }
      return withBody(answer, body);
    },
  },
  {
    id: 'blind-lifecycle-refused-save-moves-date',
    title:
      'Saving a saved payroll anew with invalid entries is rejected, but its payrollDate has moved to the rejected one',
    breaks:
      '"save payroll | entries valid" is the condition of a save (Payroll states); a validation failure "return[s] the error object" (Endpoints) and saves nothing',
    answer: async (call, { next, memory }) => {
      const id = at(call, 'POST', SAVE);
      if (id === undefined) return next(call);
      const good = mapOf(memory, 'good');
      const answer = await next(call);
      if (!isObject(call.body)) return answer;
      if (ok(answer)) {
        good.set(id, copy(call.body));
        return answer;
      }
      const earlier = good.get(id);
      if (
        !invalid(answer) ||
        earlier === undefined ||
        !isDate(call.body.payrollDate) ||
        call.body.payrollDate === earlier.payrollDate
      )
        return answer;
      const half = { ...earlier, payrollDate: call.body.payrollDate };
      const moved = await next(changedBody(call, half));
      if (ok(moved)) good.set(id, half);
      return answer;
    },
  },
  {
    id: 'blind-lifecycle-two-saves-at-once',
    title: 'Two payrolls saved at the same time: the second gets payrollDate and payPeriod of the first',
    breaks:
      'POST /v1/payrolls/{payrollId}/save "saves a payroll" with the body\'s payrollDate and payPeriod (Endpoints, Payrolls)',
    answer: async (call, { next, memory }) => {
      const id = at(call, 'POST', SAVE);
      if (id === undefined || !isObject(call.body)) return next(call);
      const first = memory.get('current');
      if (first !== undefined) {
        if (first.id === id || !isDate(first.payrollDate) || !isObject(first.payPeriod)) return next(call);
        return next(
          changedBody(call, { ...call.body, payrollDate: first.payrollDate, payPeriod: first.payPeriod }),
        );
      }
      memory.set('current', { id, payrollDate: call.body.payrollDate, payPeriod: copy(call.body.payPeriod) });
      try {
        await sleep(40);
        return await next(call);
      } finally {
        memory.delete('current');
      }
    },
  },

  // ——— Deposits and transactions ———
  {
    id: 'blind-lifecycle-equal-deposits-lost',
    title:
      'A second test deposit of the same value and description within ten seconds returns the same as the first, but adds no funds and makes no transaction',
    breaks:
      'POST /v1/sandbox/business-deposits "adds test funds to the wallet" (Sandbox-only behaviour); each creation of a transaction fires transaction.initiated (Transaction states); no deduplication is documented here',
    answer: async (call, { next, memory }) => {
      if (at(call, 'POST', DEPOSITS) === undefined || !isObject(call.body)) return next(call);
      const made = mapOf(memory, 'made');
      const k = `${scope(call)}|${json(call.body.value)}|${json(call.body.description)}`;
      const earlier = made.get(k);
      if (earlier !== undefined && Date.now() - earlier.at < 10_000) return earlier.answer;
      const answer = await next(call);
      if (ok(answer)) made.set(k, { at: Date.now(), answer });
      return answer;
    },
  },
  {
    id: 'blind-lifecycle-succeeded-retry-new-id',
    title:
      'Retries of transaction.succeeded come with a new id, so a receiver that deduplicates books the money twice; retries of other events keep theirs',
    breaks:
      'Envelope id: "unique webhook id; retries reuse the same id (use it to deduplicate)" (Events, Delivery)',
    deliver: async (attempt, { send }) => {
      if (
        attempt.number < 2 ||
        !isObject(attempt.event) ||
        attempt.event.eventType !== 'transaction.succeeded'
      )
        return send(attempt);
      return send({ ...attempt, event: { ...attempt.event, id: randomUUID() } });
    },
  },
  {
    id: 'blind-lifecycle-two-open-deposits-mixed',
    title:
      'With two deposits open at once, the success of the one is announced under the id of the other; one transaction succeeds twice, the other never',
    breaks:
      'transaction.succeeded: "same fields as initiated" (Event list), id among them; every transaction goes from initiated to succeeded by its own event (Transaction states)',
    deliver: async (attempt, { send, memory }) => {
      const event = attempt.event;
      if (!isObject(event) || !isObject(event.data) || event.data.type !== 'DEPOSIT') return send(attempt);
      const open = mapOf(memory, `open|${attempt.url}`);
      const own = str(event.data.id);
      if (event.eventType === 'transaction.initiated') {
        if (!setOf(memory, `done|${attempt.url}`).has(own)) open.set(own, str(event.data.tenantKey));
        return send(attempt);
      }
      if (event.eventType !== 'transaction.succeeded') return send(attempt);
      const told = mapOf(memory, `told|${attempt.url}`);
      const k = String(event.id);
      if (!told.has(k)) {
        const other = [...open].find(([id, tenant]) => id !== own && tenant === str(event.data.tenantKey));
        told.set(k, other === undefined ? own : other[0]);
        open.delete(own);
        setOf(memory, `done|${attempt.url}`).add(own);
      }
      return send({ ...attempt, event: { ...event, data: { ...event.data, id: told.get(k) } } });
    },
  },

  // ——— Beneficiaries ———
  {
    id: 'blind-lifecycle-beneficiaries-at-once-share-id',
    title:
      'Two beneficiaries created at the same time: both are created, but both callers get the id of the later one, so a payout goes to the wrong account',
    breaks:
      'POST /v1/beneficiaries "Response: {id: uuid}" of the beneficiary created (Endpoints, Beneficiaries and payouts); the list has another id under that name',
    answer: async (call, { next, memory }) => {
      if (at(call, 'POST', BENEFICIARIES) === undefined) return next(call);
      const answer = await next(call);
      if (!ok(answer) || !isObject(answer.body) || typeof answer.body.id !== 'string') return answer;
      memory.set('last', answer.body.id);
      await sleep(40);
      return withBody(answer, { ...answer.body, id: memory.get('last') });
    },
  },

  // ——— Contracts ———
  {
    id: 'blind-lifecycle-second-contract-worker-first',
    title: 'From the second contract of a person on, the worker signs first and the admin second',
    breaks:
      'A new contract has signatures "ordered admin first then worker" (POST /v1/contracts); order is the "0-based signing order" (Contract)',
    answer: async (call, { next, memory }) => {
      const creating = at(call, 'POST', CONTRACTS) !== undefined;
      if (!creating && at(call, 'GET', CONTRACTS) === undefined) return next(call);
      const turned = setOf(memory, 'turned');
      const persons = setOf(memory, 'persons');
      const turn = (contract: any): any => {
        if (!isObject(contract) || !Array.isArray(contract.signatures) || contract.signatures.length !== 2)
          return contract;
        if (!contract.signatures.every(isObject)) return contract;
        const sorted = [...contract.signatures].sort((a: any, b: any) => Number(a.order) - Number(b.order));
        return {
          ...contract,
          signatures: [
            { ...sorted[1], order: 0 },
            { ...sorted[0], order: 1 },
          ],
        };
      };
      const answer = await next(call);
      if (!ok(answer) || !isObject(answer.body)) return answer;
      if (!creating) {
        if (turned.size === 0 || !Array.isArray(answer.body.data)) return answer;
        return withBody(answer, {
          ...answer.body,
          data: answer.body.data.map((c: any) => (isObject(c) && turned.has(str(c.id)) ? turn(c) : c)),
        });
      }
      const person = isObject(call.body) ? str(call.body.personId) : '';
      if (person === '') return answer;
      if (!persons.has(person)) {
        persons.add(person);
        return answer;
      }
      turned.add(str(answer.body.id));
      return withBody(answer, turn(answer.body));
    },
  },
  {
    id: 'blind-lifecycle-contract-replaced',
    title:
      'A second contract from the same template for the same person makes the first one vanish from the list',
    breaks:
      'POST /v1/contracts "creates a contract", GET /v1/contracts "lists contracts" (Endpoints, Contracts); no operation removes one',
    answer: async (call, { next, memory }) => {
      const gone = setOf(memory, 'gone');
      if (at(call, 'POST', CONTRACTS) !== undefined) {
        const answer = await next(call);
        const id = isObject(answer.body) ? str(answer.body.id) : '';
        if (!ok(answer) || id === '' || !isObject(call.body) || str(call.body.personId) === '') return answer;
        const current = mapOf(memory, 'current');
        const k = `${str(call.body.personId)}|${str(call.body.templateId)}`;
        const earlier = current.get(k);
        if (earlier !== undefined && earlier !== id) gone.add(earlier);
        current.set(k, id);
        return answer;
      }
      if (gone.size === 0 || at(call, 'GET', CONTRACTS) === undefined) return next(call);
      const answer = await next(call);
      if (!ok(answer) || !isObject(answer.body) || !Array.isArray(answer.body.data)) return answer;
      return withBody(answer, {
        ...answer.body,
        data: answer.body.data.filter((c: any) => !(isObject(c) && gone.has(str(c.id)))),
      });
    },
  },
  {
    id: 'blind-lifecycle-listing-counts-as-viewing',
    title:
      'Listing the contracts over the API counts as the first signer having viewed them: from the second list on lastViewedAt is set',
    breaks: 'Signature: "lastViewedAt integer (0 when never viewed)" (Contract)',
    answer: async (call, { next, memory }) => {
      if (at(call, 'GET', CONTRACTS) === undefined) return next(call);
      const answer = await next(call);
      if (!ok(answer) || !isObject(answer.body) || !Array.isArray(answer.body.data)) return answer;
      const viewed = mapOf(memory, 'viewed');
      const body = copy(answer.body);
      for (const contract of body.data) {
        if (!isObject(contract) || !Array.isArray(contract.signatures)) continue;
        const when = viewed.get(str(contract.id));
        const first = contract.signatures[0];
        if (when === undefined) viewed.set(str(contract.id), Math.floor(Date.now() / 1000));
        else if (isObject(first) && first.lastViewedAt === 0) first.lastViewedAt = when;
      }
      return withBody(answer, body);
    },
  },

  // ——— Persons ———
  {
    id: 'blind-lifecycle-jobinfo-same-again-silent',
    title: 'A PUT of jobInfo that repeats the previous one word for word emits no event',
    breaks:
      'person.jobinfo.updated "fires on PUT jobInfo" (Event list); PUT /v1/persons/{personId}/jobInfo "Emits person.jobinfo.updated" (Persons and users)',
    answer: async (call, { next, memory }) => {
      const person = at(call, 'PUT', JOBINFO);
      if (person === undefined) return next(call);
      const last = mapOf(memory, 'last');
      const quiet = mapOf(memory, 'quiet');
      const text = json(call.body);
      const same = last.get(person) === text;
      if (same) quiet.set(person, (quiet.get(person) ?? 0) + 1);
      const answer = await next(call);
      if (ok(answer)) last.set(person, text);
      else if (same) quiet.set(person, Math.max(0, (quiet.get(person) ?? 0) - 1));
      return answer;
    },
    deliver: async (attempt, { send, memory }) => {
      const event = attempt.event;
      if (!isObject(event) || event.eventType !== 'person.jobinfo.updated') return send(attempt);
      const dropped = setOf(memory, 'dropped');
      const kept = setOf(memory, 'kept');
      const id = String(event.id);
      if (dropped.has(id)) return 200;
      if (kept.has(id)) return send(attempt);
      const text = json(event.data);
      // The payload may not name the person; then it is taken for the one that was changed quietly.
      const named = [...mapOf(memory, 'last').keys()].some((person) => text.includes(person));
      for (const [person, count] of mapOf(memory, 'quiet')) {
        if (count > 0 && (!named || text.includes(person))) {
          mapOf(memory, 'quiet').set(person, count - 1);
          dropped.add(id);
          return 200;
        }
      }
      kept.add(id);
      return send(attempt);
    },
  },
  {
    id: 'blind-lifecycle-jobinfo-event-one-behind',
    title:
      'From the second change of a person on, person.jobinfo.updated carries the job information of the change before',
    breaks: 'person.jobinfo.updated: "job information as stored" (Event list)',
    answer: async (call, { next, memory }) => {
      const person = at(call, 'PUT', JOBINFO);
      if (person !== undefined) {
        setOf(memory, 'persons').add(person);
        memory.set('last person', person);
      }
      return next(call);
    },
    deliver: async (attempt, { send, memory }) => {
      const event = attempt.event;
      if (!isObject(event) || event.eventType !== 'person.jobinfo.updated' || !isObject(event.data))
        return send(attempt);
      const text = json(event.data);
      const person =
        [...setOf(memory, 'persons')].find((id) => text.includes(id)) ?? memory.get('last person');
      if (person === undefined) return send(attempt);
      const told = mapOf(memory, 'told');
      const latest = mapOf(memory, 'latest');
      const mine = `${attempt.url}|${String(event.id)}`;
      const k = `${attempt.url}|${person}`;
      if (!told.has(mine)) {
        told.set(mine, latest.get(k) ?? event.data);
        latest.set(k, event.data);
      }
      return send({ ...attempt, event: { ...event, data: told.get(mine) } });
    },
  },
  {
    id: 'blind-lifecycle-lists-at-once-across-tenants',
    title:
      'Equal list requests under way at the same time are answered together, whatever their tenant key: a tenant sees the persons or users of another',
    breaks:
      'business-specific calls carry X-MultiTenantKey; "Omitting it scopes the request to the default platform business" (Authentication, 4): the header decides whose data is answered',
    answer: async (call, { next, memory }) => {
      if (call.method.toUpperCase() !== 'GET' || !/^\/v1\/(persons|users)\/?$/.test(call.path))
        return next(call);
      const open = mapOf(memory, 'open');
      const k = `${auth(call)}|${call.path}|${json(call.query)}`;
      const under = open.get(k);
      if (under !== undefined) return under;
      const asked = (async () => {
        await sleep(40);
        return next(call);
      })();
      open.set(k, asked);
      try {
        return await asked;
      } finally {
        open.delete(k);
      }
    },
  },
];
