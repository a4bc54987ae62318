import { expect, test } from 'vitest';
import { exchange, foundIn } from './testing/observed.ts';

const id = '7f7c6f1e-1d0a-4a51-9f0e-3b1a51a0c001';
const asked = { authorization: 'Bearer key-of-a-business', 'content-type': 'application/json' };
const period = { fromDate: '2026-03-01', toDate: '2026-03-31' };
const entry = { personId: id, salary: { amount: 1_000, currency: 'USD' } };
const payroll = { payrollDate: '2026-04-01', payPeriod: period, entries: [entry] };
const save = `POST /v1/payrolls/${id}/save`;

/** A request with a token, so that other requests visibly lack one. */
const other = exchange(0, 'GET /v1/payrolls', { data: [] }, { headers: asked });

test.each([
  ['a valid request', save, asked, payroll, []],
  ['no token', save, { ...asked, authorization: '' }, payroll, ['headers/CLIENT-001']],
  ['another scheme', save, { ...asked, authorization: 'Basic a2V5' }, payroll, ['headers/CLIENT-001']],
  ['a form', save, { ...asked, 'content-type': 'text/plain' }, payroll, ['headers/CLIENT-002']],
  ['a wrong type', save, asked, { ...payroll, payrollDate: 7 }, ['savePayroll/CLIENT-003']],
  ['a field that is needed', save, asked, { entries: [entry] }, ['savePayroll/CLIENT-004']],
  ['fewer items than are assumed', save, asked, { ...payroll, entries: [] }, ['savePayroll/CLIENT-004']],
  ['a limit', 'GET /v1/persons?limit=101', asked, undefined, ['listPersons/CLIENT-005']],
  ['a limit within', 'GET /v1/persons?limit=100', asked, undefined, []],
  ['a path of nobody', 'GET /v1/nowhere', asked, undefined, ['unknown/CLIENT-006']],
  ['a health check without a token', 'GET /health', {}, undefined, ['unknown/CLIENT-006']],
  ['a preflight', 'OPTIONS /v1/nowhere', {}, undefined, []],
])('clients are told of %s', async (_, line, headers, body, found) => {
  const request = exchange(1, line, {}, { headers, ...(body && { body }) });
  const ids = await foundIn({ exchanges: [other, request] }, { side: 'clients' });
  expect(ids).toEqual(found.map((each) => `requests.${each}`));
});

test.each([
  ['http://api.workforce.example.com', ['requests.address/CLIENT-007']],
  ['http://203.0.113.7:8080', ['requests.address/CLIENT-007']],
  ['https://api.workforce.example.com', []],
  ['http://127.0.0.1:4010', []],
  ['http://192.168.1.4:4010', []],
  ['http://api:4010', []],
])('clients that use %s', async (baseUrl, found) => {
  expect(await foundIn({ baseUrl, exchanges: [other] }, { side: 'clients' })).toEqual(found);
});
