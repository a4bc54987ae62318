import type { BlindAnswer, BlindAttempt, BlindFault, Call } from '../fault.ts';

// ---------------------------------------------------------------- helpers

const isObj = (x: any): boolean => typeof x === 'object' && x !== null && !Array.isArray(x);
const ok = (a: BlindAnswer): boolean => a.status >= 200 && a.status < 300;
const isOp = (call: Call, method: string, pattern: RegExp): boolean =>
  call.method.toUpperCase() === method && pattern.test(call.path);
const withBody = (a: BlindAnswer, body: any): BlindAnswer => ({ ...a, body });
const asking = (call: Call, body: any): Call => ({ ...call, body });
const tenantOf = (call: Call): string => String(call.headers['x-multitenantkey'] ?? '');

const DEPOSITS = /^\/v1\/sandbox\/business-deposits\/?$/;
const PAYOUTS = /^\/v1\/payouts\/?$/;
const PAYROLLS = /^\/v1\/payrolls\/?$/;
const PAYROLL = /^\/v1\/payrolls\/([^/]+)\/?$/;
const PAYROLL_SAVE = /^\/v1\/payrolls\/([^/]+)\/save\/?$/;
const INVOICE = /^\/v1\/invoices\/[^/]+\/?$/;
const BENEFICIARIES = /^\/v1\/beneficiaries\/?$/;

const DAY = 86_400_000;
const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const valuesOf = (v: any): readonly string[] =>
  Array.isArray(v) ? v.map(String) : v === undefined ? [] : [String(v)];
/** Does any parameter, whatever its name, have this value? (Names are not shown in the document.) */
const hasValue = (call: Call, wanted: string): boolean =>
  Object.values(call.query ?? {}).some((v) => valuesOf(v).some((s) => s.toLowerCase() === wanted));
const isCsv = (call: Call): boolean => isOp(call, 'GET', PAYOUTS) && hasValue(call, 'csv');

/** Changes each item of `{data: [...]}`; leaves any other shape alone. */
const mapData = (a: BlindAnswer, change: (item: any) => any): BlindAnswer =>
  ok(a) && isObj(a.body) && Array.isArray(a.body.data)
    ? withBody(a, { ...a.body, data: a.body.data.map((item: any) => (isObj(item) ? change(item) : item)) })
    : a;
/** Changes the one resource of an answer, bare or wrapped in `data`. */
const mapOne = (a: BlindAnswer, change: (item: any) => any): BlindAnswer => {
  if (!ok(a) || !isObj(a.body)) return a;
  return isObj(a.body.data)
    ? withBody(a, { ...a.body, data: change(a.body.data) })
    : withBody(a, change(a.body));
};

const isEvent = (attempt: BlindAttempt, type: string): boolean =>
  isObj(attempt.event) && attempt.event.eventType === type && isObj(attempt.event.data);
const withEvent = (attempt: BlindAttempt, change: any): BlindAttempt => ({
  ...attempt,
  event: { ...attempt.event, ...change },
});
const withData = (attempt: BlindAttempt, change: any): BlindAttempt =>
  withEvent(attempt, { data: { ...attempt.event.data, ...change } });

const freshId = (old: any): string => {
  const made = String((globalThis as any).crypto.randomUUID());
  const prefix = /^([a-z]+_)/i.exec(String(old ?? ''));
  return prefix ? prefix[1] + made.replaceAll('-', '') : made;
};

const failed = (status: number | undefined): boolean => status === undefined || status < 200 || status > 299;

/** A signature of the same length and alphabet (hex or base64) that no longer fits. */
const spoil = (signature: string): string =>
  String(signature)
    .split(' ')
    .map((one) => {
      const from = Math.max(0, one.length - 16);
      const to = Math.max(0, one.length - 6);
      return (
        one.slice(0, from) +
        [...one.slice(from, to)].map((c) => (c === '0' ? '1' : '0')).join('') +
        one.slice(to)
      );
    })
    .join(' ');
const changeHeader = (
  headers: any,
  ending: string,
  change: (old: string) => string,
): Record<string, string> => {
  const made: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers ?? {}))
    made[name] = name.toLowerCase().endsWith(ending) ? change(String(value)) : String(value);
  return made;
};

// ---------------------------------------------------------------- faults

export const faults: readonly BlindFault[] = [
  // ------------------------------------------------------------ acknowledgement and retries
  {
    id: 'blind-money-redirect-acknowledges',
    title: 'A receiver that answers with a redirect (3xx) is taken to have the event; it is never sent again',
    breaks:
      'Events, Delivery: "the endpoint must return a 2xx status to acknowledge; any other status, including 3xx, is a failure and triggers retries"',
    deliver: async (attempt, { send }) => {
      const status = await send(attempt);
      return status !== undefined && status >= 300 && status <= 399 ? 200 : status;
    },
  },
  {
    id: 'blind-money-only-200-acknowledges',
    title: 'A receiver that acknowledges with 201, 202 or 204 gets the same event again and again',
    breaks:
      'Events, Delivery: "the endpoint must return a 2xx status to acknowledge"; Limits: retries come "after a failed delivery"',
    deliver: async (attempt, { send }) => {
      const status = await send(attempt);
      return status !== undefined && status > 200 && status <= 299 ? 500 : status;
    },
  },
  {
    id: 'blind-money-first-retry-at-once',
    title:
      'The first retry follows at once on the failure, while the receiver is still down, not after 5 seconds',
    breaks: 'Limits: "Webhook retry schedule after a failed delivery: 1st retry after 5 seconds"',
    deliver: async (attempt, { send }) => {
      const status = await send(attempt);
      if (attempt.number !== 1 || !failed(status)) return status;
      return send({ ...attempt, number: 2 });
    },
  },
  {
    id: 'blind-money-second-retry-at-once',
    title:
      'The first retry is on time, but when it fails the second follows on its heels in place of 5 minutes later',
    breaks: 'Limits: "2nd [retry] after 5 minutes"',
    deliver: async (attempt, { send }) => {
      const status = await send(attempt);
      if (attempt.number !== 2 || !failed(status)) return status;
      return send({ ...attempt, number: 3 });
    },
  },
  {
    id: 'blind-money-new-id-after-4xx',
    title:
      'After a 4xx answer the event is queued as a new message: its retry has another id and is booked twice (after 5xx it keeps its id)',
    breaks:
      'Events, Delivery, envelope `id`: "unique webhook id; retries reuse the same id (use it to deduplicate)"',
    deliver: async (attempt, { send, memory }) => {
      if (!isObj(attempt.event)) return send(attempt);
      const key = `${attempt.url}|${attempt.event.id}`;
      const before = memory.get(key);
      const renamed = attempt.number > 1 && typeof before === 'number' && before >= 400 && before <= 499;
      const status = await send(renamed ? withEvent(attempt, { id: freshId(attempt.event.id) }) : attempt);
      memory.set(key, status);
      return status;
    },
  },

  // ------------------------------------------------------------ signature headers
  {
    id: 'blind-money-signature-not-ascii',
    title:
      'Events with a letter beyond ASCII (a name such as Zoë, a description with €) carry a signature that does not verify',
    breaks:
      'Webhook authentication: "`hook-signature` (HMAC-SHA256 signature of the payload). The receiver verifies the signature with the signing secret"',
    deliver: async (attempt, { send }) => {
      let text = '';
      try {
        text = JSON.stringify(attempt.event) ?? '';
      } catch {
        text = '';
      }
      if (!/[^\x00-\x7f]/.test(text)) return send(attempt);
      return send(attempt, { headers: (signed) => changeHeader(signed, 'signature', spoil) });
    },
  },
  {
    id: 'blind-money-signature-of-retries',
    title:
      'Retries are signed with another key than first attempts: a receiver that was down rejects all that is sent to it again',
    breaks:
      'Webhook authentication: "Each delivery carries three headers … `hook-signature` (HMAC-SHA256 signature of the payload)", verified "with the signing secret <SIGNING_SECRET>"',
    deliver: async (attempt, { send }) =>
      attempt.number > 1
        ? send(attempt, { headers: (signed) => changeHeader(signed, 'signature', spoil) })
        : send(attempt),
  },
  {
    id: 'blind-money-hook-timestamp-millis',
    title: 'The hook-timestamp header counts milliseconds, so that a check of its age always fails',
    breaks: 'Webhook authentication: "`hook-timestamp` (Unix timestamp)"',
    deliver: async (attempt, { send }) =>
      send(attempt, {
        headers: (signed) => changeHeader(signed, 'timestamp', (v) => (/^\d{9,11}$/.test(v) ? `${v}000` : v)),
      }),
  },

  // ------------------------------------------------------------ envelope
  {
    id: 'blind-money-envelope-hour-second-tenant',
    title:
      'The envelope timestamp of events of any but the first business is an hour ahead (local time taken for UTC)',
    breaks: 'Events, Delivery, envelope `timestamp`: "Unix timestamp of sending"',
    deliver: async (attempt, { send, memory }) => {
      const tenant = attempt.event?.data?.tenantKey;
      if (typeof tenant !== 'string' || typeof attempt.event.timestamp !== 'number') return send(attempt);
      if (!memory.has('first')) memory.set('first', tenant);
      return send(
        memory.get('first') === tenant
          ? attempt
          : withEvent(attempt, { timestamp: attempt.event.timestamp + 3600 }),
      );
    },
  },
  {
    id: 'blind-money-succeeded-shares-id',
    title:
      'transaction.succeeded comes with the webhook id of the transaction.initiated before it; whoever deduplicates never learns of the success',
    breaks: 'Events, Delivery, envelope `id`: "unique webhook id … (use it to deduplicate)"',
    deliver: async (attempt, { send, memory }) => {
      if (isEvent(attempt, 'transaction.initiated'))
        memory.set(`${attempt.url}|${attempt.event.data.id}`, attempt.event.id);
      if (!isEvent(attempt, 'transaction.succeeded')) return send(attempt);
      const id = memory.get(`${attempt.url}|${attempt.event.data.id}`);
      return send(id === undefined ? attempt : withEvent(attempt, { id }));
    },
  },

  // ------------------------------------------------------------ number and payload of events
  {
    id: 'blind-money-processing-twice',
    title: 'transaction.processing is emitted twice for one transaction, each under an id of its own',
    breaks:
      'Events, row transaction.processing: "at most once per transaction" (so also in States, Transaction)',
    deliver: async (attempt, { send }) => {
      const status = await send(attempt);
      if (attempt.number === 1 && isEvent(attempt, 'transaction.processing'))
        await send(withEvent(attempt, { id: freshId(attempt.event.id) }));
      return status;
    },
  },
  {
    id: 'blind-money-recipient-of-first-worker',
    title:
      'In a payroll of several workers the transactions of the second and later ones name the first worker as recipient',
    breaks:
      'Events: "recipientId is a businessId, userId or personId accordingly", type `PAYROLL` being the "worker payment from a payroll run"',
    deliver: async (attempt, { send, memory }) => {
      const data = attempt.event?.data;
      if (
        !isObj(data) ||
        data.type !== 'PAYROLL' ||
        typeof data.reference !== 'string' ||
        data.recipientId === undefined
      )
        return send(attempt);
      if (!memory.has(data.reference)) memory.set(data.reference, data.recipientId);
      const first = memory.get(data.reference);
      return send(first === data.recipientId ? attempt : withData(attempt, { recipientId: first }));
    },
  },
  {
    id: 'blind-money-description-cut-at-35',
    title:
      'The description of a deposit is cut after 35 characters in transaction.succeeded, not in /v1/disbursements; long references cannot be matched',
    breaks:
      'Events, Deposit details: "`description` is sent on any deposit that has one (… otherwise the description given at creation), equal to what /v1/disbursements returns"',
    deliver: async (attempt, { send }) => {
      const data = attempt.event?.data;
      if (
        !isEvent(attempt, 'transaction.succeeded') ||
        typeof data.description !== 'string' ||
        data.description.length <= 35
      )
        return send(attempt);
      return send(withData(attempt, { description: data.description.slice(0, 35) }));
    },
  },
  {
    id: 'blind-money-jobinfo-event-one-behind',
    title:
      'From the second change on, person.jobinfo.updated shows the compensation as it was before the change',
    breaks:
      'Events, row person.jobinfo.updated: "fires on PUT jobInfo; job information as stored, compensation in the compInfo shape of GET person"',
    deliver: async (attempt, { send, memory }) => {
      if (!isEvent(attempt, 'person.jobinfo.updated') || !isObj(attempt.event.data.compInfo))
        return send(attempt);
      const data = attempt.event.data;
      const event = `event|${attempt.url}|${attempt.event.id}`;
      const person = `person|${attempt.url}|${data.personId ?? data.id}`;
      if (!memory.has(event)) {
        memory.set(event, memory.get(person));
        memory.set(person, data.compInfo);
      }
      const before = memory.get(event);
      return send(before === undefined ? attempt : withData(attempt, { compInfo: before }));
    },
  },
  {
    id: 'blind-money-payroll-created-type-hyphen',
    title: 'payroll.created spells the type of a one-off payroll as the list does, with a hyphen',
    breaks: 'Resources, Payroll, `type`: "list shows `ONE-OFF`; event payload shows `ONE_OFF`"',
    deliver: async (attempt, { send }) =>
      send(
        isEvent(attempt, 'payroll.created') && attempt.event.data.type === 'ONE_OFF'
          ? withData(attempt, { type: 'ONE-OFF' })
          : attempt,
      ),
  },
  {
    id: 'blind-money-grace-30-days',
    title:
      'A document that expired more than 30 (and up to 60) days ago is announced as expired, not as in its grace period',
    breaks:
      'States, KYC: "`in-grace-period` (expired, within 60-day grace period)"; Limits: "Document expiry: grace period | 60 days after expiry"',
    deliver: async (attempt, { send }) => {
      if (!isEvent(attempt, 'user.kyc.expiry') || attempt.event.data.stage !== 'in-grace-period')
        return send(attempt);
      const expired = Date.parse(String(attempt.event.data.expiryDate));
      const now = typeof attempt.event.timestamp === 'number' ? attempt.event.timestamp * 1000 : Date.now();
      return send(
        Number.isFinite(expired) && now - expired > 31 * DAY
          ? withData(attempt, { stage: 'expired' })
          : attempt,
      );
    },
  },

  // ------------------------------------------------------------ deposits
  {
    id: 'blind-money-deposit-single-precision',
    title:
      'Large deposits lose their last digits: 16777217 is credited as 16777216 (amounts kept in single precision)',
    breaks:
      'Sandbox-only behaviour: "POST /v1/sandbox/business-deposits body `{value: Money, description: string}` adds test funds to the wallet"; event field `amount (Money)`',
    answer: async (call, { next }) => {
      const amount = call.body?.value?.amount;
      if (!isOp(call, 'POST', DEPOSITS) || !Number.isSafeInteger(amount) || Math.abs(amount) <= 2 ** 24)
        return next(call);
      return next(asking(call, { ...call.body, value: { ...call.body.value, amount: Math.fround(amount) } }));
    },
  },
  {
    id: 'blind-money-deposit-currency-of-first',
    title:
      'A deposit in a second currency is credited, same number, in the currency of the first deposit of the business',
    breaks:
      'Sandbox-only behaviour: "body `{value: Money, …}` adds test funds to the wallet"; Conventions: Money is `{amount: integer, currency: string}`',
    answer: async (call, { next, memory }) => {
      const currency = call.body?.value?.currency;
      if (!isOp(call, 'POST', DEPOSITS) || typeof currency !== 'string') return next(call);
      const key = `currency|${call.headers.authorization ?? ''}|${tenantOf(call)}`;
      const first = memory.get(key);
      if (first !== undefined && first !== currency)
        return next(asking(call, { ...call.body, value: { ...call.body.value, currency: first } }));
      const got = await next(call);
      if (ok(got)) memory.set(key, currency);
      return got;
    },
  },
  {
    id: 'blind-money-deposit-same-again-swallowed',
    title: 'A second deposit of the same value with the same description returns success but adds nothing',
    breaks:
      'Sandbox-only behaviour: "POST /v1/sandbox/business-deposits … adds test funds to the wallet" (there is no idempotency key in it)',
    answer: async (call, { next, memory }) => {
      if (!isOp(call, 'POST', DEPOSITS) || !isObj(call.body) || !isObj(call.body.value)) return next(call);
      const { amount, currency } = call.body.value;
      const key = JSON.stringify([
        call.headers.authorization ?? '',
        tenantOf(call),
        amount,
        currency,
        call.body.description,
      ]);
      const before = memory.get(key);
      if (before !== undefined) return before;
      const got = await next(call);
      if (ok(got)) memory.set(key, got);
      return got;
    },
  },
  {
    id: 'blind-money-deposit-fraction-rounded',
    title: 'A deposit of 10.5 is not rejected but rounded to a whole amount and booked',
    breaks:
      'Conventions: "Money object: `{amount: integer, currency: string}`"; Errors: 400 invalid body, `invalid_request_body`, also listed for the deposit',
    answer: async (call, { next }) => {
      const amount = call.body?.value?.amount;
      if (
        !isOp(call, 'POST', DEPOSITS) ||
        typeof amount !== 'number' ||
        !Number.isFinite(amount) ||
        Number.isInteger(amount)
      )
        return next(call);
      return next(
        asking(call, {
          ...call.body,
          value: { ...call.body.value, amount: Math.max(1, Math.round(amount)) },
        }),
      );
    },
  },

  // ------------------------------------------------------------ tax, invoices, beneficiaries
  {
    id: 'blind-money-tax-gross-whole-hundreds',
    title:
      'A tax calculation returns the gross amount cut down to whole hundreds; salaries that are multiples of 100 look right',
    breaks: 'Resources, Tax calculation result: "`grossAmount` (Money, the input salary)"',
    // The document does not show the path of the operation, so its response identifies it.
    answer: async (call, { next }) => {
      const got = await next(call);
      return mapOne(got, (result) => {
        const amount = result.grossAmount?.amount;
        if (
          !Array.isArray(result.deductions) ||
          !isObj(result.netAmount) ||
          !Number.isInteger(amount) ||
          amount % 100 === 0
        )
          return result;
        return { ...result, grossAmount: { ...result.grossAmount, amount: Math.floor(amount / 100) * 100 } };
      });
    },
  },
  {
    id: 'blind-money-paid-invoice-overdue',
    title: 'An invoice that has been paid shows as overdue again as soon as its due date is past',
    breaks: 'States, Other resources, Invoice statuses: "a payment being recorded (`paid`)"',
    answer: async (call, { next }) => {
      const got = await next(call);
      if (!isOp(call, 'GET', INVOICE)) return got;
      return mapOne(got, (invoice) =>
        invoice.status === 'paid' &&
        typeof invoice.dueDate === 'string' &&
        invoice.dueDate < isoDay(Date.now())
          ? { ...invoice, status: 'overdue' }
          : invoice,
      );
    },
  },
  {
    id: 'blind-money-beneficiary-updated-millis',
    title:
      'In the beneficiary list lastUpdatedTimestamp is in milliseconds, createdTimestamp beside it in seconds',
    breaks:
      'Conventions: "Fields named createdAt, …, createdTimestamp, lastUpdatedTimestamp and timestamp are Unix timestamps in seconds (integers)"',
    answer: async (call, { next }) => {
      const got = await next(call);
      if (!isOp(call, 'GET', BENEFICIARIES)) return got;
      return mapData(got, (item) =>
        Number.isInteger(item.lastUpdatedTimestamp) && item.lastUpdatedTimestamp < 1e11
          ? { ...item, lastUpdatedTimestamp: item.lastUpdatedTimestamp * 1000 }
          : item,
      );
    },
  },

  // ------------------------------------------------------------ payouts
  {
    id: 'blind-money-payout-fxrate-number',
    title: 'The payout list gives fxRate as a JSON number, so that digits of the rate are lost on the way',
    breaks: 'Resources, Payout: "`fxRate` (string)"',
    answer: async (call, { next }) => {
      const got = await next(call);
      if (!isOp(call, 'GET', PAYOUTS)) return got;
      return mapData(got, (item) =>
        typeof item.fxRate === 'string' && item.fxRate !== '' && Number.isFinite(Number(item.fxRate))
          ? { ...item, fxRate: Number(item.fxRate) }
          : item,
      );
    },
  },
  {
    id: 'blind-money-payout-end-date-midnight',
    title:
      'An endDate without a time means the midnight at which that day begins: payouts of the last day are missing from the list',
    breaks: 'GET /v1/payouts: "created-on-or-before date (ISO 8601, `endDate`)"',
    answer: async (call, { next }) => {
      const got = await next(call);
      const end = valuesOf(call.query?.endDate)[0];
      if (!isOp(call, 'GET', PAYOUTS) || end === undefined || !/^\d{4}-\d\d-\d\d$/.test(end)) return got;
      const limit = Date.parse(`${end}T00:00:00Z`);
      if (!Number.isFinite(limit) || !ok(got) || !isObj(got.body) || !Array.isArray(got.body.data))
        return got;
      return withBody(got, {
        ...got.body,
        data: got.body.data.filter(
          (item: any) => typeof item?.createdTimestamp !== 'number' || item.createdTimestamp * 1000 <= limit,
        ),
      });
    },
  },
  {
    id: 'blind-money-csv-without-end-date',
    title: 'A CSV export without an endDate is not rejected: it silently ends today',
    breaks:
      'GET /v1/payouts: value `csv` "requires startDate and endDate"; Limits: "Payouts CSV export | requires startDate and endDate"',
    answer: async (call, { next }) => {
      if (!isCsv(call) || !valuesOf(call.query.startDate)[0] || valuesOf(call.query.endDate)[0])
        return next(call);
      return next({ ...call, query: { ...call.query, endDate: isoDay(Date.now()) } });
    },
  },
  {
    id: 'blind-money-csv-forgets-status',
    title:
      'A CSV export filtered by status contains the payouts of every status; only the JSON list is filtered',
    breaks:
      'GET /v1/payouts: "Query filters: … status (`initiated`, `processing`, `succeeded`, `failed`) …"; `csv` "returns all matching payouts as a CSV download"',
    answer: async (call, { next }) => {
      if (!isCsv(call)) return next(call);
      const statuses = ['initiated', 'processing', 'succeeded', 'failed'];
      const query: Record<string, string | readonly string[]> = {};
      for (const [name, value] of Object.entries(call.query)) {
        const all = valuesOf(value);
        // The name of the parameter is not shown; it is known by its values.
        if (all.length > 0 && all.every((v) => statuses.includes(v))) continue;
        query[name] = value;
      }
      return next({ ...call, query });
    },
  },

  // ------------------------------------------------------------ payrolls
  {
    id: 'blind-money-pay-period-ends-on-30th',
    title: 'A pay period that ends on the 31st is listed as ending on the 30th',
    breaks:
      'Resources, Payroll (list item): "payPeriod | `{fromDate: date, toDate: date}`", as saved with POST /v1/payrolls/{payrollId}/save "payPeriod | `{fromDate, toDate}` dates"',
    answer: async (call, { next }) => {
      const got = await next(call);
      if (!isOp(call, 'GET', PAYROLLS)) return got;
      return mapData(got, (item) =>
        isObj(item.payPeriod) &&
        typeof item.payPeriod.toDate === 'string' &&
        /^\d{4}-\d\d-31$/.test(item.payPeriod.toDate)
          ? { ...item, payPeriod: { ...item.payPeriod, toDate: item.payPeriod.toDate.replace(/31$/, '30') } }
          : item,
      );
    },
  },
  {
    id: 'blind-money-yesterday-is-not-past',
    title:
      'A payroll dated yesterday does not complete on approval (one dated earlier does): the date is compared a day late',
    breaks:
      'Sandbox-only behaviour: "A payroll saved with a past payrollDate completes immediately on approval"; States, Payroll, row 2',
    answer: async (call, { next, memory }) => {
      const show = (item: any): any => {
        const kept = isObj(item) ? memory.get(String(item.payrollId ?? item.id ?? '')) : undefined;
        return kept !== undefined && item.payrollDate === kept.stored
          ? { ...item, payrollDate: kept.asked }
          : item;
      };
      if (isOp(call, 'POST', PAYROLL_SAVE)) {
        const id = PAYROLL_SAVE.exec(call.path)?.[1] ?? '';
        const asked = call.body?.payrollDate;
        const now = Date.now();
        if (asked !== isoDay(now - DAY)) {
          const plain = await next(call);
          if (ok(plain)) memory.delete(id);
          return plain;
        }
        const stored = isoDay(now + DAY);
        const got = await next(asking(call, { ...call.body, payrollDate: stored }));
        if (!ok(got)) return got;
        memory.set(id, { asked, stored });
        return mapOne(got, (item) => (item.payrollDate === stored ? { ...item, payrollDate: asked } : item));
      }
      const got = await next(call);
      if (isOp(call, 'GET', PAYROLLS)) return mapData(got, show);
      if (isOp(call, 'GET', PAYROLL)) return mapOne(got, show);
      return got;
    },
  },
  {
    id: 'blind-money-awaiting-funds-sticks',
    title:
      'Once somebody has polled a payroll while it awaited funds, GET keeps saying Awaiting Funds after the money has come',
    breaks:
      'States, Payroll: "Awaiting Funds | balance becomes sufficient | automatic | scheduled"; such states "are detected by polling GET of the payroll"',
    answer: async (call, { next, memory }) => {
      const got = await next(call);
      if (!isOp(call, 'GET', PAYROLL)) return got;
      const key = call.path.replace(/\/$/, '');
      return mapOne(got, (item) => {
        if (item.status === 'Awaiting Funds') memory.set(key, true);
        return memory.get(key) === true && typeof item.status === 'string'
          ? { ...item, status: 'Awaiting Funds' }
          : item;
      });
    },
  },
];
