import type { BlindAnswer, BlindFault, Call } from '../fault.ts';

// ---- helpers -------------------------------------------------------------------------------------------------

const PERSONS = /(?:^|\/)v1\/persons\/?$/;
const PERSON_OR_PERSONS = /(?:^|\/)v1\/persons(?:\/[^/]+)?\/?$/;
const USERS = /(?:^|\/)v1\/users\/?$/;
const CONTRACTS = /(?:^|\/)v1\/contracts\/?$/;
const BENEFICIARIES = /(?:^|\/)v1\/beneficiaries\/?$/;
const PAYOUTS = /(?:^|\/)v1\/payouts\/?$/;
const PAYROLLS = /(?:^|\/)v1\/payrolls\/?$/;
const PAYROLL_SAVE = /(?:^|\/)v1\/payrolls\/[^/]+\/save\/?$/;
const INVOICE = /(?:^|\/)v1\/invoices\/[^/]+\/?$/;
const DEPOSITS = /(?:^|\/)v1\/sandbox\/business-deposits\/?$/;
const CUSTOM_FIELD = /(?:^|\/)v1\/businesses\/[^/]+\/customFields\/[^/]+\/?$/;

const is = (call: Call, method: string, path: RegExp): boolean =>
  call.method.toUpperCase() === method && path.test(call.path);
const ok = (answer: BlindAnswer): boolean => answer.status >= 200 && answer.status < 300;
const isObject = (x: any): boolean => typeof x === 'object' && x !== null && !Array.isArray(x);
const clone = (x: any): any => (x === undefined ? undefined : JSON.parse(JSON.stringify(x)));

/** A query parameter as a single string. */
const param = (call: Call, name: string): string | undefined => {
  const value: any = (call.query ?? {})[name];
  if (typeof value === 'string') return value;
  return Array.isArray(value) && typeof value[0] === 'string' ? value[0] : undefined;
};
/** All values of the query; the names of most parameters of payouts are not in the document. */
const params = (call: Call): [string, string][] =>
  Object.keys(call.query ?? {}).flatMap((name) => {
    const value = param(call, name);
    return value === undefined ? [] : [[name, value] as [string, string]];
  });
const withQuery = (call: Call, change: Record<string, string>, drop: readonly string[] = []): Call => {
  const query: Record<string, string | readonly string[]> = { ...(call.query ?? {}), ...change };
  for (const name of drop) delete query[name];
  return { ...call, query };
};
const wantsCsv = (call: Call): boolean => params(call).some(([, value]) => value.toLowerCase() === 'csv');
const hasData = (answer: BlindAnswer): boolean =>
  ok(answer) && isObject(answer.body) && Array.isArray(answer.body.data);

/** Changes the body of an answer. */
const changed = (answer: BlindAnswer, change: (body: any) => void): BlindAnswer => {
  const body = clone(answer.body);
  change(body);
  return { ...answer, body };
};
/** Changes each object in `data` of a list. */
const eachItem = (answer: BlindAnswer, change: (item: any) => void): BlindAnswer =>
  hasData(answer)
    ? changed(answer, (body) => {
        for (const item of body.data) if (isObject(item)) change(item);
      })
    : answer;
const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : undefined;

// ---- faults --------------------------------------------------------------------------------------------------

export const faults: readonly BlindFault[] = [
  // -- pages
  {
    id: 'blind-fields-persons-pages-fraction',
    title: 'The number of pages of the persons list is not rounded up: five persons by two give 2.5 pages',
    breaks:
      'Conventions: "Page shape: response has data and meta: {limit, currentPage, skipped, pages, itemCount} (integers)."',
    answer: async (call, { next }) => {
      const answer = await next(call);
      if (!is(call, 'GET', PERSONS) || !hasData(answer)) return answer;
      const meta = answer.body.meta;
      if (!isObject(meta) || !(meta.limit > 0) || !(meta.itemCount > 0) || meta.itemCount % meta.limit === 0)
        return answer;
      return changed(answer, (body) => {
        body.meta.pages = body.meta.itemCount / body.meta.limit;
      });
    },
  },
  {
    id: 'blind-fields-persons-limit-100-refused',
    title: 'The greatest page size allowed, 100, is rejected for persons (only up to 99 goes)',
    breaks:
      'GET /v1/persons: "limit (integer 1 to 100)"; Limits: "Persons and users list page size (limit): 1 to 100"',
    answer: async (call, { next }) => {
      if (!is(call, 'GET', PERSONS) || param(call, 'limit') !== '100') return next(call);
      const answer = await next(call);
      if (!ok(answer)) return answer;
      return {
        status: 400,
        headers: { 'content-type': 'application/json' },
        body: {
          code: 'invalid_request_body',
          message: 'the request body provided is not valid',
          params: { limit: 'must be less than 100' },
        },
      };
    },
  },
  {
    id: 'blind-fields-users-limit-above-100',
    title: 'A page size above 100 is taken for users, and said back in meta.limit',
    breaks:
      'Limits: "Persons and users list page size (limit): 1 to 100; page number >= 1"; GET /v1/users: "limit (1 to 100)"',
    answer: async (call, { next }) => {
      const limit = wholeNumber(param(call, 'limit'));
      if (!is(call, 'GET', USERS) || limit === undefined || limit <= 100) return next(call);
      const answer = await next(withQuery(call, { limit: '100' }));
      if (!hasData(answer) || !isObject(answer.body.meta)) return answer;
      return changed(answer, (body) => {
        body.meta.limit = limit;
      });
    },
  },
  {
    id: 'blind-fields-users-second-page-overfull',
    title:
      'From page 2 on, the users list begins with the last user of the page before, and so holds one more than the limit',
    breaks: 'Limits: "Persons and users list page size (limit)"; GET /v1/users query: page, limit (1 to 100)',
    answer: async (call, { next }) => {
      const answer = await next(call);
      const page = wholeNumber(param(call, 'page'));
      if (
        !is(call, 'GET', USERS) ||
        page === undefined ||
        page < 2 ||
        !hasData(answer) ||
        answer.body.data.length === 0
      )
        return answer;
      const before = await next(withQuery(call, { page: String(page - 1) }));
      if (!hasData(before) || before.body.data.length === 0) return answer;
      return changed(answer, (body) => {
        body.data.unshift(clone(before.body.data[before.body.data.length - 1]));
      });
    },
  },

  // -- filters
  {
    id: 'blind-fields-persons-email-lost-with-limit',
    title: 'The email filter of persons is forgotten as soon as a limit is given as well',
    breaks: 'GET /v1/persons query: "email (filter)", beside page and limit',
    answer: async (call, { next }) => {
      if (
        !is(call, 'GET', PERSONS) ||
        param(call, 'email') === undefined ||
        param(call, 'limit') === undefined
      )
        return next(call);
      return next(withQuery(call, {}, ['email']));
    },
  },
  {
    id: 'blind-fields-users-person-beats-email',
    title: 'With both filters on users, only personId counts: a user with another email is listed',
    breaks: 'GET /v1/users query: "personId (filter), email (filter)"',
    answer: async (call, { next }) => {
      if (
        !is(call, 'GET', USERS) ||
        param(call, 'email') === undefined ||
        param(call, 'personId') === undefined
      )
        return next(call);
      return next(withQuery(call, {}, ['email']));
    },
  },
  {
    id: 'blind-fields-contracts-no-match-lists-all',
    title: 'Filtering contracts by a person who has none lists the contracts of everybody',
    breaks: 'GET /v1/contracts: "Query: personId (uuid, optional filter)."',
    answer: async (call, { next }) => {
      const answer = await next(call);
      if (
        !is(call, 'GET', CONTRACTS) ||
        param(call, 'personId') === undefined ||
        !hasData(answer) ||
        answer.body.data.length > 0
      )
        return answer;
      return next(withQuery(call, {}, ['personId']));
    },
  },

  // -- payouts: order, dates, most results, CSV
  {
    id: 'blind-fields-payouts-order-lost-behind-cursor',
    title: 'The first page of payouts in ascending order is right; pages reached by its cursor run backwards',
    breaks:
      'GET /v1/payouts: "sort order by creation date (asc, desc), pagination cursor from a previous response"',
    answer: async (call, { next, memory }) => {
      const answer = await next(call);
      if (!is(call, 'GET', PAYOUTS) || !hasData(answer)) return answer;
      const known: Set<string> = memory.get('ascending cursors') ?? new Set<string>();
      memory.set('ascending cursors', known);
      const values = params(call).map(([, value]) => value);
      const behind = !values.includes('desc') && values.some((value) => known.has(value));
      if (behind || values.includes('asc')) {
        const cursor = isObject(answer.body.node) ? answer.body.node.next : undefined;
        if (typeof cursor === 'string' && cursor !== '') known.add(cursor);
      }
      if (!behind) return answer;
      return changed(answer, (body) => {
        body.data.reverse();
      });
    },
  },
  {
    id: 'blind-fields-payouts-end-day-left-out',
    title: 'Payouts made on the day given as endDate are left out',
    breaks: 'GET /v1/payouts: "created-on-or-before date (ISO 8601, endDate)"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      const end = param(call, 'endDate');
      if (
        !is(call, 'GET', PAYOUTS) ||
        end === undefined ||
        !/^\d{4}-\d{2}-\d{2}$/.test(end) ||
        !hasData(answer)
      )
        return answer;
      const midnight = Date.parse(`${end}T00:00:00Z`) / 1000;
      if (Number.isNaN(midnight)) return answer;
      return changed(answer, (body) => {
        body.data = body.data.filter((item: any) => !(isObject(item) && item.createdTimestamp >= midnight));
      });
    },
  },
  {
    id: 'blind-fields-payouts-max-plus-one',
    title: 'The payouts list holds one payout more than the maximum that was asked for',
    breaks: 'GET /v1/payouts: query filters "... maximum results"',
    answer: async (call, { next, memory }) => {
      if (!is(call, 'GET', PAYOUTS) || wantsCsv(call)) return next(call);
      const known: Set<string> = memory.get('cursors') ?? new Set<string>();
      memory.set('cursors', known);
      const note = (answer: BlindAnswer): BlindAnswer => {
        const node = hasData(answer) ? answer.body.node : undefined;
        if (isObject(node))
          for (const cursor of [node.next, node.previous]) if (typeof cursor === 'string') known.add(cursor);
        return answer;
      };
      const sound = note(await next(call));
      if (!hasData(sound)) return sound;
      // The name of the parameter is not in the document: it is the number that is as great as the page.
      const most = params(call).find(
        ([, value]) => wholeNumber(value) === sound.body.data.length && !known.has(value),
      );
      if (most === undefined || sound.body.data.length === 0) return sound;
      const more = await next(withQuery(call, { [most[0]]: String(sound.body.data.length + 1) }));
      return hasData(more) ? note(more) : sound;
    },
  },
  {
    id: 'blind-fields-csv-without-end-date',
    title: 'The CSV export of payouts goes without an endDate, as far as a startDate is given',
    breaks:
      'GET /v1/payouts: value csv "... requires startDate and endDate"; Limits: "Payouts CSV export: requires startDate and endDate"',
    answer: async (call, { next }) => {
      if (
        !is(call, 'GET', PAYOUTS) ||
        !wantsCsv(call) ||
        param(call, 'startDate') === undefined ||
        param(call, 'endDate') !== undefined
      )
        return next(call);
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
      const answer = await next(withQuery(call, { endDate: tomorrow }));
      return ok(answer) ? answer : next(call);
    },
  },
  {
    id: 'blind-fields-csv-last-row-lost',
    title: 'The CSV export lacks its last payout (when there are two or more)',
    breaks:
      'GET /v1/payouts: "a response format switch whose value csv returns all matching payouts as a CSV download"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      if (!is(call, 'GET', PAYOUTS) || !wantsCsv(call) || !ok(answer) || typeof answer.body !== 'string')
        return answer;
      const end = /\r?\n$/.exec(answer.body)?.[0] ?? '';
      const lines = answer.body.slice(0, answer.body.length - end.length).split('\n');
      if (lines.length < 3) return answer;
      const headers = Object.fromEntries(
        Object.entries(answer.headers ?? {}).filter(([name]) => name.toLowerCase() !== 'content-length'),
      );
      return { ...answer, headers, body: lines.slice(0, -1).join('\n').replace(/\r$/, '') + end };
    },
  },

  // -- shapes of lists
  {
    id: 'blind-fields-beneficiaries-previous-missing',
    title: 'On the first page of beneficiaries, node has no "previous" at all, where null belongs',
    breaks:
      'Conventions: "Cursor shape: response has data (array) and node: {previous: string|null, next: string|null}"; GET /v1/beneficiaries response {data, node}',
    answer: async (call, { next }) => {
      const answer = await next(call);
      if (
        !is(call, 'GET', BENEFICIARIES) ||
        !hasData(answer) ||
        !isObject(answer.body.node) ||
        answer.body.node.previous !== null
      )
        return answer;
      return changed(answer, (body) => {
        delete body.node.previous;
      });
    },
  },
  {
    id: 'blind-fields-contracts-single-as-object',
    title: 'Where exactly one contract answers to the person asked for, data is that contract and no array',
    breaks: 'GET /v1/contracts: "Response: {data: [Contract]}."',
    answer: async (call, { next }) => {
      const answer = await next(call);
      if (
        !is(call, 'GET', CONTRACTS) ||
        param(call, 'personId') === undefined ||
        !hasData(answer) ||
        answer.body.data.length !== 1
      )
        return answer;
      return changed(answer, (body) => {
        body.data = body.data[0];
      });
    },
  },

  // -- beneficiaries
  {
    id: 'blind-fields-beneficiary-absent-as-null',
    title: 'Bank details which were never given (branchName, line2, …) are listed as null',
    breaks: 'Beneficiary: "In list responses, empty strings stand for absent sub-fields."',
    answer: async (call, { next }) => {
      const answer = await next(call);
      if (!is(call, 'GET', BENEFICIARIES)) return answer;
      return eachItem(answer, (item) => {
        const bank = isObject(item.paymentDetails) ? item.paymentDetails.bank : undefined;
        if (!isObject(bank)) return;
        for (const part of [bank, bank.address, bank.beneficiaryId]) {
          if (isObject(part)) for (const name of Object.keys(part)) if (part[name] === '') part[name] = null;
        }
      });
    },
  },
  {
    id: 'blind-fields-beneficiary-postal-code-number',
    title:
      'A postal code with a zero in front (02139) is listed as the number 2139 in the address of the bank',
    breaks:
      'Conventions: "Address object: {countryCode, line1, line2, city, postalCode, state}, all strings."',
    answer: async (call, { next }) => {
      const answer = await next(call);
      if (!is(call, 'GET', BENEFICIARIES)) return answer;
      return eachItem(answer, (item) => {
        const address = item.paymentDetails?.bank?.address;
        if (isObject(address) && typeof address.postalCode === 'string' && /^0\d+$/.test(address.postalCode))
          address.postalCode = Number(address.postalCode);
      });
    },
  },
  {
    id: 'blind-fields-beneficiary-id-without-dashes',
    title: 'Creating a beneficiary returns an id without dashes, which is not the id in the list',
    breaks:
      'POST /v1/beneficiaries: "Response: {id: uuid}"; Conventions: "Identifiers are UUID strings unless stated otherwise."',
    answer: async (call, { next }) => {
      const answer = await next(call);
      if (
        !is(call, 'POST', BENEFICIARIES) ||
        !ok(answer) ||
        !isObject(answer.body) ||
        typeof answer.body.id !== 'string'
      )
        return answer;
      return changed(answer, (body) => {
        body.id = body.id.replaceAll('-', '');
      });
    },
  },

  // -- contracts
  {
    id: 'blind-fields-second-contract-worker-first',
    title: 'From the second contract of one person on, the new contract has the worker sign first',
    breaks:
      'POST /v1/contracts: "A new contract has ... signatures with status unsigned, ordered admin first then worker."',
    answer: async (call, { next, memory }) => {
      const answer = await next(call);
      if (!is(call, 'POST', CONTRACTS) || !ok(answer) || !isObject(answer.body) || !isObject(call.body))
        return answer;
      const person = `person ${String(call.body.personId)}`;
      const before: number = memory.get(person) ?? 0;
      memory.set(person, before + 1);
      if (before === 0 || !Array.isArray(answer.body.signatures) || answer.body.signatures.length < 2)
        return answer;
      return changed(answer, (body) => {
        body.signatures.reverse();
        body.signatures.forEach((signature: any, order: number) => {
          if (isObject(signature)) signature.order = order;
        });
      });
    },
  },
  {
    id: 'blind-fields-contract-order-from-one',
    title: 'The list of contracts counts the order of signing from 1 (the answer to creating counts from 0)',
    breaks: 'Contract, Signature: "order integer (0-based signing order)"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      if (!is(call, 'GET', CONTRACTS)) return answer;
      return eachItem(answer, (item) => {
        if (!Array.isArray(item.signatures)) return;
        for (const signature of item.signatures)
          if (isObject(signature) && Number.isInteger(signature.order)) signature.order += 1;
      });
    },
  },
  {
    id: 'blind-fields-contract-created-at-ms-for-tenant',
    title: 'With a tenant key, createdAt of listed contracts is in milliseconds',
    breaks:
      'Conventions: "Fields named createdAt, ... are Unix timestamps in seconds (integers)"; Contract: "createdAt integer, Unix timestamp (list response)"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      if (!is(call, 'GET', CONTRACTS) || !(call.headers ?? {})['x-multitenantkey']) return answer;
      return eachItem(answer, (item) => {
        if (Number.isInteger(item.createdAt)) item.createdAt *= 1000;
      });
    },
  },

  // -- persons and users
  {
    id: 'blind-fields-employee-number-as-number',
    title: 'An employee number of digits only ("00042") is read back as a number (42)',
    breaks: 'Person: "jobInfo {startDate (date), employeeNumber (string), ...}"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      if (!is(call, 'GET', PERSON_OR_PERSONS) || !ok(answer)) return answer;
      const change = (person: any): void => {
        const job = isObject(person) ? person.jobInfo : undefined;
        if (isObject(job) && typeof job.employeeNumber === 'string' && /^\d{1,15}$/.test(job.employeeNumber))
          job.employeeNumber = Number(job.employeeNumber);
      };
      if (hasData(answer)) return eachItem(answer, change);
      if (!isObject(answer.body)) return answer;
      return changed(answer, (body) => {
        change(body);
        change(body.data);
      });
    },
  },
  {
    id: 'blind-fields-user-status-without-toggle',
    title: 'A look-up of users by email gives their status although the toggle is off',
    breaks: 'User: "status (observed active; returned only when the status toggle is on)"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      if (!is(call, 'GET', USERS) || param(call, 'email') === undefined) return answer;
      if (
        Object.keys(call.query ?? {}).some((name) => !['page', 'limit', 'email', 'personId'].includes(name))
      )
        return answer;
      return eachItem(answer, (item) => {
        if (item.status === undefined) item.status = 'active';
      });
    },
  },
  {
    id: 'blind-fields-user-phone-number-numeric',
    title: 'The number in the phone number of listed users is a JSON number',
    breaks: 'Conventions: "Phone number object: {countryCode: string, number: string}."; User: phoneNumber',
    answer: async (call, { next }) => {
      const answer = await next(call);
      if (!is(call, 'GET', USERS)) return answer;
      return eachItem(answer, (item) => {
        const phone = item.phoneNumber;
        if (!isObject(phone) || typeof phone.number !== 'string') return;
        const digits = phone.number.replace(/\D/g, '');
        if (digits !== '') phone.number = Number(digits);
      });
    },
  },

  // -- payrolls and invoices
  {
    id: 'blind-fields-payroll-period-with-time',
    title: 'The end of the pay period of listed payrolls has a time of day; its beginning has none',
    breaks:
      'Payroll: "payPeriod {fromDate: date, toDate: date}"; Conventions: "Dates are strings in YYYY-MM-DD form."',
    answer: async (call, { next }) => {
      const answer = await next(call);
      if (!is(call, 'GET', PAYROLLS)) return answer;
      return eachItem(answer, (item) => {
        const period = item.payPeriod;
        if (
          isObject(period) &&
          typeof period.toDate === 'string' &&
          /^\d{4}-\d{2}-\d{2}$/.test(period.toDate)
        )
          period.toDate += 'T23:59:59Z';
      });
    },
  },
  {
    id: 'blind-fields-payroll-worker-type-case',
    title: 'The worker type of listed payrolls is written Employee or Contractor',
    breaks: 'Payroll (list item): "workerType string EMPLOYEE, CONTRACTOR"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      if (!is(call, 'GET', PAYROLLS)) return answer;
      return eachItem(answer, (item) => {
        if (item.workerType === 'EMPLOYEE') item.workerType = 'Employee';
        else if (item.workerType === 'CONTRACTOR') item.workerType = 'Contractor';
      });
    },
  },
  {
    id: 'blind-fields-invoice-fx-pair-with-slash',
    title: 'The rates of an invoice are under USD/EUR where USD-EUR belongs',
    breaks: 'Invoice: "fxRates map string to number, keys of the form <FROM>-<TO>"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      if (!is(call, 'GET', INVOICE) || !ok(answer) || !isObject(answer.body)) return answer;
      return changed(answer, (body) => {
        for (const invoice of [body, body.data]) {
          if (!isObject(invoice) || !isObject(invoice.fxRates)) continue;
          invoice.fxRates = Object.fromEntries(
            Object.entries(invoice.fxRates).map(([pair, rate]) => [pair.replace('-', '/'), rate]),
          );
        }
      });
    },
  },

  // -- what is taken, and how it is refused
  {
    id: 'blind-fields-error-params-as-lists',
    title: 'A beneficiary that is rejected has a list of messages under each field in params',
    breaks:
      'Error object: "{code: string, message: string, params?: map string to string}"; Errors: "for validation errors params maps a field name to a message"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      if (!is(call, 'POST', BENEFICIARIES) || answer.status !== 400 || !isObject(answer.body)) return answer;
      return changed(answer, (body) => {
        const sound =
          isObject(body.params) && Object.keys(body.params).length > 0
            ? body.params
            : { body: 'is not valid' };
        body.params = Object.fromEntries(Object.entries(sound).map(([name, message]) => [name, [message]]));
      });
    },
  },
  {
    id: 'blind-fields-custom-field-error-code',
    title: 'A body that is not valid for a custom field is rejected with the code validation_error',
    breaks:
      'Endpoints: "Validation failures return the error object with code invalid_request_body."; Errors: "invalid_request_body ... most POST and PUT endpoints"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      if (
        !is(call, 'PUT', CUSTOM_FIELD) ||
        !isObject(answer.body) ||
        answer.body.code !== 'invalid_request_body'
      )
        return answer;
      return changed(answer, (body) => {
        body.code = 'validation_error';
      });
    },
  },
  {
    id: 'blind-fields-deposit-fraction-rounded',
    title: 'A deposit of 10.5 is taken, and silently rounded to a whole amount',
    breaks:
      'Conventions: "Money object: {amount: integer, currency: string}"; POST /v1/sandbox/business-deposits: "body {value: Money, ...} Errors: invalid_request_body"',
    answer: async (call, { next }) => {
      const amount = isObject(call.body) && isObject(call.body.value) ? call.body.value.amount : undefined;
      if (
        !is(call, 'POST', DEPOSITS) ||
        typeof amount !== 'number' ||
        !Number.isFinite(amount) ||
        Number.isInteger(amount)
      )
        return next(call);
      return next({
        ...call,
        body: { ...call.body, value: { ...call.body.value, amount: Math.ceil(amount) } },
      });
    },
  },
  {
    id: 'blind-fields-payroll-date-with-time',
    title: 'A payroll is saved with a date and time as its payrollDate; the time is cut off',
    breaks:
      'POST /v1/payrolls/{payrollId}/save: "payrollDate date"; Conventions: "Dates are strings in YYYY-MM-DD form."; HTTP statuses: "400 invalid body"',
    answer: async (call, { next }) => {
      const date = isObject(call.body) ? call.body.payrollDate : undefined;
      if (!is(call, 'POST', PAYROLL_SAVE) || typeof date !== 'string' || !/^\d{4}-\d{2}-\d{2}[T ]/.test(date))
        return next(call);
      return next({ ...call, body: { ...call.body, payrollDate: date.slice(0, 10) } });
    },
  },
];
