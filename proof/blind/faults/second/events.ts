import type { BlindAnswer, BlindAttempt, BlindFault, Call, DeliveryHands } from '../../fault.ts';
import {
  byUser,
  changed,
  clone,
  each,
  eachPayroll,
  further,
  hasData,
  idIn,
  inTheNameOf,
  is,
  isEvent,
  isEventOf,
  isObject,
  isWaiting,
  items,
  type Memory,
  mapIn,
  noteOwner,
  ok,
  param,
  pause,
  setIn,
  slot,
  tenant,
  told,
  WALLETS,
  who,
} from './hands.ts';

const CONTRACTS = /(?:^|\/)v1\/contracts\/?$/;
const INVOICES = /(?:^|\/)v1\/invoices\/?$/;
const INVOICE = /(?:^|\/)v1\/invoices\/([^/]+)\/?$/;
const PAYMENTS = /(?:^|\/)v1\/invoices\/([^/]+)\/payments\/?$/;
const REIMBURSEMENTS = /(?:^|\/)v1\/reimbursements\/?$/;
const REIMBURSEMENT = /(?:^|\/)v1\/reimbursements\/([^/]+)\/?$/;
const REIMBURSEMENT_REVIEW = /(?:^|\/)v1\/reimbursements\/([^/]+)\/review\/?$/;
const ANY_REIMBURSEMENT = /(?:^|\/)v1\/reimbursements(?:\/|$)/;
const CALCULATIONS = /(?:^|\/)v1\/tax\/calculations\/?$/;
const REQUIRED_FIELDS = /(?:^|\/)v1\/tax\/required-fields\/?$/;
const FILINGS = /(?:^|\/)v1\/filings\/?$/;
const BUSINESSES = /(?:^|\/)v1\/(?:platform\/businesses|beneficiaries)\/?$/;

const accepted = (status = 0): boolean => status >= 200 && status < 300;
const isTransaction = (attempt: BlindAttempt, type: string): boolean =>
  isEventOf(attempt, 'transaction.') && attempt.event.data.type === type;
const differ = (one: any, other: any): boolean =>
  isObject(one) && isObject(other) && one.currency !== other.currency;

/** A fault that changes the payload of some events. */
const telling =
  (when: (attempt: BlindAttempt) => boolean, change: (data: any, memory: Memory, event: any) => void) =>
  async (attempt: BlindAttempt, { send, memory }: DeliveryHands): Promise<number | undefined> =>
    send(when(attempt) ? told(attempt, (data, event) => change(data, memory, event)) : attempt);

/** What the event with this id carried before its own value came; the same on each retry and endpoint. */
const oneBehind = (memory: Memory, id: string, own: any): any => {
  const shown = mapIn(memory, 'shown');
  if (!shown.has(id)) {
    shown.set(id, memory.has('latest') ? memory.get('latest') : own);
    memory.set('latest', own);
  }
  return shown.get(id);
};

const spoiled = (signature: string): string => {
  const at = signature.length - 6;
  if (at < 0) return signature;
  return signature.slice(0, at) + (signature[at] === 'a' ? 'b' : 'a') + signature.slice(at + 1);
};
const nameEnding = (headers: Record<string, string>, end: string): string =>
  Object.keys(headers).find((name) => name.toLowerCase().endsWith(end)) ?? end;

/** Both amounts of each reimbursement that is paid in another currency. */
const noteAmounts = (memory: Memory, call: Call, answer: BlindAnswer): Map<string, any> => {
  const amounts = mapIn(memory, 'amounts');
  if (!ANY_REIMBURSEMENT.test(call.path) || !ok(answer)) return amounts;
  for (const item of [answer.body, ...items(answer)]) {
    if (isObject(item) && typeof item.id === 'string' && differ(item.sourceAmount, item.amount)) {
      amounts.set(item.id, { source: item.sourceAmount, destination: item.amount });
    }
  }
  return amounts;
};

export const faults: readonly BlindFault[] = [
  {
    id: 'blind-second-events-one-endpoint-acknowledges-for-all',
    title: 'An event that one endpoint acknowledged is never retried at the second endpoint that failed',
    breaks: 'Events, Delivery: "any other status, including 3xx, is a failure and triggers retries"',
    deliver: async (attempt, { send, memory }) => {
      const urls = slot(memory, `urls ${attempt.event?.id}`, () => new Set<string>());
      const status = await send(attempt);
      if (accepted(status)) urls.add(attempt.url);
      return [...urls].some((url) => url !== attempt.url) ? 200 : status;
    },
  },
  {
    id: 'blind-second-events-gone-ends-retries',
    title: 'A receiver that responds with 410 or 404 during a deployment never gets the event again',
    breaks: 'Events, Delivery: "any other status, including 3xx, is a failure and triggers retries"',
    deliver: async (attempt, { send }) => {
      const status = await send(attempt);
      return status === 410 || status === 404 ? 200 : status;
    },
  },
  {
    id: 'blind-second-events-silence-acknowledges',
    title: 'A receiver that closes the connection without a response loses the event; it is never retried',
    breaks: 'Events, Delivery: "the endpoint must return a 2xx status to acknowledge"',
    deliver: async (attempt, { send }) => (await send(attempt)) ?? 200,
  },
  {
    id: 'blind-second-events-second-retry-has-new-id',
    title: 'From the second retry on an event has a new id; a receiver that deduplicates handles it twice',
    breaks: 'Events, Delivery: "retries reuse the same id (use it to deduplicate)"',
    deliver: async (attempt, { send, memory }) => {
      if (attempt.number < 3 || !isObject(attempt.event)) return send(attempt);
      const id = slot(memory, `id ${attempt.event.id}`, () => crypto.randomUUID());
      return send({ ...attempt, event: { ...clone(attempt.event), id } });
    },
  },
  {
    id: 'blind-second-events-later-success-drops-retry',
    title: 'When a later event arrives at an endpoint, the earlier event that failed there is not retried',
    breaks: 'Limits: "retry schedule after a failed delivery: 1st retry after 5 seconds, …"',
    deliver: async (attempt, { send, memory }) => {
      const failed = mapIn(memory, 'failed');
      const key = `${attempt.url} ${attempt.event?.id}`;
      const healthy = failed.has(key) && (memory.get(attempt.url) ?? -1) > failed.get(key);
      if (attempt.number > 1 && healthy) return 200;
      const status = await send(attempt);
      const time = (memory.get('time') ?? 0) + 1;
      memory.set('time', time);
      if (accepted(status)) memory.set(attempt.url, time);
      else failed.set(key, time);
      return status;
    },
  },
  {
    id: 'blind-second-events-signature-cached-per-second',
    title: 'The second event of a second carries the signature of the first; the receiver discards it',
    breaks: 'Webhook authentication: "`hook-signature` (HMAC-SHA256 signature of the payload)"',
    deliver: async (attempt, { send, memory }) =>
      send(attempt, {
        headers: (signed) => {
          const name = nameEnding(signed, '-signature');
          const key = `${attempt.url} ${signed[nameEnding(signed, '-timestamp')]}`;
          return { ...signed, [name]: slot(memory, key, () => signed[name] ?? '') };
        },
      }),
  },
  {
    id: 'blind-second-events-signature-of-escaped-slash',
    title: 'An event with a slash in a text, such as "INV/2026/03", has a signature that does not verify',
    breaks: 'Webhook authentication: "`hook-signature` (HMAC-SHA256 signature of the payload)"',
    deliver: async (attempt, { send }) =>
      send(attempt, {
        headers: (signed, body) => {
          const name = nameEnding(signed, '-signature');
          return body.includes('/') ? { ...signed, [name]: spoiled(signed[name] ?? '') } : signed;
        },
      }),
  },
  {
    id: 'blind-second-events-version-of-retry-is-number',
    title: 'A retried event has the version as a number; a receiver with a strict schema rejects each retry',
    breaks: 'Events, Delivery: "version | string | webhook version"',
    deliver: async (attempt, { send }) => {
      const version = Number(attempt.event?.version);
      if (attempt.number < 2 || Number.isNaN(version)) return send(attempt);
      return send({ ...attempt, event: { ...clone(attempt.event), version } });
    },
  },
  {
    id: 'blind-second-events-suppressed-email-suppresses-event',
    title: 'A contract that is created without emails sends no webhook events either',
    breaks: 'Endpoints, Contracts: "suppressNotification | … (suppresses email notifications)"',
    answer: async (call, { next, memory }) => {
      const quiet = setIn(memory, 'quiet');
      const suppressed = is(call, 'POST', CONTRACTS) && call.body?.suppressNotification === true;
      const answer = await next(call);
      if (suppressed && ok(answer) && typeof answer.body?.id === 'string') quiet.add(answer.body.id);
      return answer;
    },
    deliver: async (attempt, { send, memory }) => {
      if (!isEventOf(attempt, 'contract.')) return send(attempt);
      await pause(100);
      return setIn(memory, 'quiet').has(attempt.event.data.id) ? 200 : send(attempt);
    },
  },
  {
    id: 'blind-second-events-scheduled-after-wait-unsent',
    title: 'A payroll that had to wait for funds never sends the event that it is scheduled',
    breaks: 'States, Payroll: "Awaiting Funds | … | scheduled | `payroll.status.updated` with scheduled"',
    answer: async (call, { next, memory }) =>
      eachPayroll(call, await next(call), (payroll, id) => {
        if (isWaiting(payroll)) setIn(memory, 'waited').add(id);
      }),
    deliver: async (attempt, { send, memory }) => {
      if (!isEvent(attempt, 'payroll.status.updated')) return send(attempt);
      const { id, status } = attempt.event.data;
      return status === 'scheduled' && setIn(memory, 'waited').has(id) ? 200 : send(attempt);
    },
  },
  {
    id: 'blind-second-events-later-remittance-event-without-resource',
    title: 'From the second event of a remittance on nobody can tell which remittance completed or failed',
    breaks: 'Events: "(filing, remittance and requirement events carry resourceType and resourceId)"',
    deliver: telling(
      (attempt) => isEventOf(attempt, 'remittance.'),
      (data, memory, event) => {
        const first = slot(memory, String(data.resourceId), () => event.eventType);
        if (first !== event.eventType) delete data.resourceId;
      },
    ),
  },
  {
    id: 'blind-second-events-reference-of-first-payroll',
    title: 'The payments of a second payroll refer to the first payroll of the business; books do not match',
    breaks: 'Events: "`reference` is payrollId for PAYROLL"',
    deliver: telling(
      (attempt) => isTransaction(attempt, 'PAYROLL'),
      (data, memory) => {
        data.reference = slot(memory, String(data.tenantKey), () => data.reference);
      },
    ),
  },
  {
    id: 'blind-second-events-second-contractor-is-employee',
    title: 'The second contractor of a payroll is announced as an employee; tax reports are wrong',
    breaks: 'Events: "`recipientType` values: `BUSINESS`, `USER`, `EMPLOYEE`, `CONTRACTOR`; … accordingly"',
    deliver: telling(
      (attempt) => isTransaction(attempt, 'PAYROLL') && attempt.event.data.recipientType === 'CONTRACTOR',
      (data, memory) => {
        const first = slot(memory, String(data.reference), () => data.recipientId);
        if (first !== data.recipientId) data.recipientType = 'EMPLOYEE';
      },
    ),
  },
  {
    id: 'blind-second-events-fee-is-processing',
    title: 'A payroll fee that settles instantly sends a processing event; ledgers count it as pending money',
    breaks: 'Transaction: "instant settlement (e.g. PAYROLL_FEE wallet debit) | … | no processing event"',
    deliver: async (attempt, { send, memory }) => {
      const sent = setIn(memory, 'sent');
      const key = `${attempt.url} ${attempt.event?.data?.id}`;
      const fee = isEvent(attempt, 'transaction.succeeded') && isTransaction(attempt, 'PAYROLL_FEE');
      if (fee && !sent.has(key)) {
        sent.add(key);
        await send(further(attempt, 'transaction.processing', clone(attempt.event.data)));
      }
      return send(attempt);
    },
  },
  {
    id: 'blind-second-events-deposit-description-by-amount',
    title: 'A deposit has the description of an earlier one of the same amount, even of another business',
    breaks: 'Events, Deposit details: "otherwise the description given at creation"',
    deliver: telling(
      (attempt) => isTransaction(attempt, 'DEPOSIT') && typeof attempt.event.data.description === 'string',
      (data, memory) => {
        const key = `${data.amount?.amount} ${data.amount?.currency}`;
        data.description = slot(memory, key, () => data.description);
      },
    ),
  },
  {
    id: 'blind-second-events-answered-request-still-asks',
    title: 'After the information is provided, the event still asks for it; the business sends it again',
    breaks: 'Events: "transaction.rfi.updated | … actionRequired (omitted when RFI_PROVIDED)"',
    deliver: telling(
      (attempt) => isEvent(attempt, 'transaction.rfi.updated'),
      (data, memory) => {
        const asked = mapIn(memory, 'asked');
        if (data.status === 'RFI_REQUESTED') asked.set(data.id, data.actionRequired);
        else if (data.status === 'RFI_PROVIDED') data.actionRequired = asked.get(data.id) ?? '';
      },
    ),
  },
  {
    id: 'blind-second-events-verified-account-keeps-microdeposits',
    title: 'The event of a verified bank account still announces micro-deposits; its owner waits for them',
    breaks: 'Events: "microdepositInfo present only while awaiting verification"',
    deliver: telling(
      (attempt) => isEvent(attempt, 'external-account.added'),
      (data, memory) => {
        const open = mapIn(memory, 'open');
        const key = [data.tenantKey, data.bankName, data.accountNumber, data.accountName].join('|');
        if (data.microdepositInfo) open.set(key, clone(data.microdepositInfo));
        else if (data.status === 'active' && open.has(key)) data.microdepositInfo = open.get(key);
      },
    ),
  },
  {
    id: 'blind-second-events-virtual-account-of-two-owners',
    title: 'The virtual account of a user is announced with a business too; deposits get the wrong owner',
    breaks: 'Events: "virtual-account.created (exactly one of userId or businessId present)"',
    answer: async (call, { next, memory }) => {
      const answer = await next(call);
      if (!BUSINESSES.test(call.path) || !ok(answer)) return answer;
      for (const item of [answer.body, ...items(answer)]) {
        const { businessId, tenantKey } = item ?? {};
        if (businessId && tenantKey) mapIn(memory, 'businesses').set(tenantKey, businessId);
      }
      return answer;
    },
    deliver: telling(
      (attempt) => isEvent(attempt, 'virtual-account.created') && Boolean(attempt.event.data.userId),
      (data, memory) => {
        data.businessId = mapIn(memory, 'businesses').get(data.tenantKey) ?? '';
      },
    ),
  },
  {
    id: 'blind-second-events-plain-invoice-sends-event',
    title: 'The payment of an invoice of the service itself is announced as a paid contractor invoice',
    breaks: 'Events: "Only invoices with source CONTRACTOR_SUBMITTED fire invoice events."',
    answer: async (call, { next, memory }) => {
      const answer = await next(call);
      if (tenant(call) !== '') setIn(memory, 'tenants').add(tenant(call));
      const plain = isObject(answer.body) && answer.body.source !== 'CONTRACTOR_SUBMITTED';
      if (!is(call, 'POST', PAYMENTS) || !ok(answer) || !plain) return answer;
      const { id = idIn(call, PAYMENTS), invoiceNumber, status, source, total } = answer.body;
      const invoice = { id, invoiceNumber, status, source, total };
      slot<any[]>(memory, 'due', () => []).push({ key: tenant(call), invoice });
      return answer;
    },
    deliver: async (attempt, { send, memory }) => {
      const due = slot<any[]>(memory, 'due', () => []);
      const tenantKey = attempt.event?.data?.tenantKey;
      const created = setIn(memory, 'tenants').has(tenantKey);
      const at = due.findIndex(({ key }) => key === tenantKey || (key === '' && !created));
      if (at < 0 || tenantKey === undefined) return send(attempt);
      const [{ invoice }] = due.splice(at, 1);
      await send(further(attempt, 'invoice.contractor.paid', { ...invoice, tenantKey }));
      return send(attempt);
    },
  },
  {
    id: 'blind-second-events-invoice-rejection-reason-of-previous',
    title: 'The second rejected invoice is announced with the reason of the invoice rejected before',
    breaks: 'Events: "invoice.contractor.rejected (with reason)"; Invoices: "a rejection carries a reason"',
    deliver: telling(
      (attempt) => isEvent(attempt, 'invoice.contractor.rejected'),
      (data, memory, event) => {
        data.reason = oneBehind(memory, String(data.id ?? event.id), data.reason);
      },
    ),
  },
  {
    id: 'blind-second-events-reimbursement-reason-first-line',
    title: 'Of a reason with several lines the event of a rejected reimbursement carries only the first line',
    breaks: 'Events: "reimbursement.rejected (with reason)"',
    deliver: telling(
      (attempt) => isEvent(attempt, 'reimbursement.rejected'),
      (data) => {
        if (typeof data.reason === 'string') data.reason = data.reason.split(/\r?\n/)[0];
      },
    ),
  },
  {
    id: 'blind-second-events-reimbursement-paid-in-source-currency',
    title: 'The event of a paid reimbursement carries the amount that left the wallet, in the wrong currency',
    breaks: 'Events: "reimbursement.paid (amount is the reimbursed destination amount)"',
    answer: async (call, { next, memory }) => {
      const answer = await next(call);
      noteAmounts(memory, call, answer);
      return answer;
    },
    deliver: telling(
      (attempt) => isEvent(attempt, 'reimbursement.paid'),
      (data, memory) => {
        data.amount = mapIn(memory, 'amounts').get(data.id)?.source ?? data.amount;
      },
    ),
  },
  {
    id: 'blind-second-events-reimbursement-debits-other-wallet',
    title: 'A reimbursement in another currency leaves the wallet of the destination currency',
    breaks: 'Invoices, reimbursements, tax: "(approval disburses from the source-currency wallet)"',
    answer: async (call, { next, memory }) => {
      const answer = await next(call);
      const amounts = noteAmounts(memory, call, answer);
      const paid = slot<any[]>(memory, `paid ${who(call)}`, () => []);
      const id = idIn(call, REIMBURSEMENT_REVIEW);
      const approved = call.body?.action === 'approve' && is(call, 'POST', REIMBURSEMENT_REVIEW);
      const amount = approved && ok(answer) ? amounts.get(id) : undefined;
      if (amount && !paid.includes(amount)) paid.push(amount);
      if (!is(call, 'GET', WALLETS) || paid.length === 0) return answer;
      return each(answer, ({ balance }) => {
        for (const { source, destination } of paid) {
          if (balance?.currency === source.currency) balance.amount += source.amount;
          if (balance?.currency === destination.currency) balance.amount -= destination.amount;
        }
      });
    },
  },
  {
    id: 'blind-second-events-user-token-reads-other-reimbursement',
    title: 'A user reads the reimbursement of a colleague by its id',
    breaks: 'Authentication: "User token | … access only to that user\'s resources"',
    answer: async (call, { next, memory }) => {
      const answer = await next(call);
      const user = byUser(memory, call, answer);
      if (!user && REIMBURSEMENTS.test(call.path)) noteOwner(memory, call, answer);
      const owner = mapIn(memory, 'owners').get(idIn(call, REIMBURSEMENT));
      const closed = answer.status === 403 || answer.status === 404;
      if (!user || !closed || !owner || !is(call, 'GET', REIMBURSEMENT)) return answer;
      const leaked = await next(inTheNameOf(call, owner));
      return ok(leaked) ? leaked : answer;
    },
  },
  {
    id: 'blind-second-events-paid-invoice-pending-in-list',
    title: 'A paid invoice is still pending in the list of invoices; somebody pays it a second time',
    breaks: 'States, Other resources: "a payment being recorded (`paid`)"',
    answer: async (call, { next, memory }) => {
      const paid = setIn(memory, 'paid');
      const answer = await next(call);
      if (is(call, 'POST', PAYMENTS) && ok(answer)) paid.add(idIn(call, PAYMENTS));
      if (!is(call, 'GET', INVOICES) || !hasData(answer)) return answer;
      const stale = (invoice: any): boolean => invoice?.status === 'paid' && paid.has(invoice.id);
      return changed(answer, (body) => {
        if (param(call, 'status') === 'paid') body.data = body.data.filter((invoice: any) => !stale(invoice));
        for (const invoice of body.data) if (stale(invoice)) invoice.status = 'pending';
      });
    },
  },
  {
    id: 'blind-second-events-invoice-of-other-business',
    title: 'A business reads the invoice of another business by its id',
    breaks: 'Authentication, 4: "business-specific calls carry header `X-MultiTenantKey: <tenant_key>`"',
    answer: async (call, { next, memory }) => {
      const answer = await next(call);
      if (INVOICES.test(call.path)) noteOwner(memory, call, answer);
      const owner = mapIn(memory, 'owners').get(idIn(call, INVOICE));
      if (!is(call, 'GET', INVOICE) || answer.status !== 404 || !owner) return answer;
      const leaked = await next(inTheNameOf(call, owner));
      return ok(leaked) ? leaked : answer;
    },
  },
  {
    id: 'blind-second-events-required-fields-of-first-country',
    title: 'The required tax fields of a second country are those of the country that was asked first',
    breaks: 'Endpoints, tax: "Required tax fields returns `{country, fields: […]}`"',
    answer: async (call, { next, memory }) => {
      const answer = await next(call);
      if (!is(call, 'GET', REQUIRED_FIELDS) || !ok(answer) || !isObject(answer.body)) return answer;
      const first = slot(memory, 'first', () => answer.body);
      return first.country === answer.body.country ? answer : { ...answer, body: clone(first) };
    },
  },
  {
    id: 'blind-second-events-tax-calculations-at-once-mixed',
    title: 'Of two tax calculations at the same time both return the result of the second person',
    breaks: 'Resources, Tax calculation result: "`personId`, `grossAmount` (Money, the input salary)"',
    answer: async (call, { next, memory }) => {
      if (!is(call, 'POST', CALCULATIONS)) return next(call);
      memory.set(who(call), call);
      await pause(40);
      return next(memory.get(who(call)));
    },
  },
  {
    id: 'blind-second-events-unblocked-filing-blocked-in-list',
    title: 'A filing that is unblocked stays blocked in the list of filings',
    breaks: 'States, Other resources: "blocked to pending when unblocked"',
    answer: async (call, { next, memory }) => {
      const blocked = setIn(memory, 'blocked');
      const answer = await next(call);
      if (!is(call, 'GET', FILINGS)) return answer;
      return each(answer, (filing) => {
        if (filing.status === 'blocked') blocked.add(filing.id);
        else if (filing.status === 'pending' && blocked.has(filing.id)) filing.status = 'blocked';
      });
    },
    deliver: async (attempt, { send, memory }) => {
      if (isEvent(attempt, 'filing.blocked')) setIn(memory, 'blocked').add(attempt.event.data.resourceId);
      return send(attempt);
    },
  },
  {
    id: 'blind-second-events-requirement-of-previous-resource',
    title: 'The event of the second satisfied requirement points to the resource of the requirement before',
    breaks: 'Events: "(filing, remittance and requirement events carry resourceType and resourceId)"',
    deliver: telling(
      (attempt) => isEvent(attempt, 'requirement.satisfied'),
      (data, memory, event) => {
        data.resourceId = oneBehind(memory, String(data.id ?? event.id), data.resourceId);
      },
    ),
  },
];
