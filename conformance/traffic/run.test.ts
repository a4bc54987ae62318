import { describe, expect, test } from 'vitest';
import { RunCollector } from '../catalogues.ts';
import type { RunEvent } from '../engine/events.ts';
import type { ObservedExchange } from './observation.ts';
import { openJudge } from './run.ts';
import { event } from './testing/observed.ts';

const options = { baseUrl: 'http://127.0.0.1:1', tool: { name: 'conformance', version: '0' } };

function list(name: unknown, headers: Readonly<Record<string, string>> = {}): ObservedExchange {
  const body = JSON.stringify({ data: [{ id: 'p-1', firstName: name }], meta: {} });
  return {
    ...{ startedAt: 0, endedAt: 1 },
    request: {
      method: 'GET',
      path: '/v1/persons',
      headers: { authorization: 'Bearer key-of-today', ...headers },
    },
    response: { status: 200, headers: { 'content-type': 'application/json' }, body },
  };
}

async function resultsOf(events: AsyncIterable<RunEvent>) {
  const collector = new RunCollector();
  for await (const event of events) collector.add(event);
  return collector.results;
}

describe('traffic as it passes', () => {
  test('is judged before it ends', async () => {
    const judge = openJudge('observed', options);
    const events = judge.events[Symbol.asyncIterator]();
    judge.exchange(list(7));
    const seen: string[] = [];
    for (let next = await events.next(); !next.done; next = await events.next()) {
      seen.push(next.value.type);
      if (next.value.type === 'finding-reported') judge.end();
    }
    expect(seen.indexOf('finding-reported')).toBeLessThan(seen.indexOf('check-finished'));
    expect(seen.at(-1)).toBe('run-finished');
  });

  test('reports nothing about a write whose response has not arrived yet', async () => {
    const found = async (isSent: boolean) => {
      const judge = openJudge('observed', options);
      const sent = { method: 'POST', path: '/v1/persons', headers: {}, body: '{"firstName":7}' };
      if (isSent) judge.request(sent);
      judge.exchange(list(7));
      judge.end();
      const findings = (await resultsOf(judge.events))?.findings ?? [];
      return findings.filter(({ at }) => at?.includes('firstName')).length;
    };
    expect([await found(false), await found(true)]).toEqual([1, 0]);
  });

  test('counts each message once, however many findings it brings', async () => {
    const read = (at: number, status: string): ObservedExchange => ({
      ...{ startedAt: at, endedAt: at },
      request: { method: 'GET', path: '/v1/payrolls/p-1', headers: {} },
      response: { status: 200, headers: {}, body: JSON.stringify({ payrollId: 7, status }) },
    });
    const event = (id: string, type: string, timestamp: number) => ({
      ...{ startedAt: 0, method: 'PUT', headers: {}, answered: 204 },
      body: JSON.stringify({ eventType: type, id, timestamp, data: { id: 't-1' } }),
    });
    const judge = openJudge('observed', options);
    for (const exchange of [list(7), list(8), read(0, 'Completed'), read(60_000, 'Processing')])
      judge.exchange(exchange);
    judge.delivery(event('evt_1', 'transaction.failed', 0));
    judge.delivery(event('evt_2', 'transaction.succeeded', 60));
    judge.end();
    const results = await resultsOf(judge.events);
    expect(results?.findings.length).toBeGreaterThan(6);
    expect(results?.run.requests).toBe(4);
    expect(results?.coverage.operations).toEqual({ listPersons: { 200: 2 }, readPayroll: { 200: 2 } });
    expect(results?.coverage.events).toEqual({ 'transaction.failed': 1, 'transaction.succeeded': 1 });
  });

  test('reports no null in a field that the client may have left out', async () => {
    const id = '7f7c6f1e-1d0a-4a51-9f0e-3b1a51a0c001';
    const contract = {
      ...{ id, name: 'Contract', personId: id, templateId: id, status: 'completed', signatures: [] },
      ...{ createdAt: 1_772_438_400, customContractAttached: false },
    };
    const found = async (change: object) => {
      const judge = openJudge('observed', options);
      const body = JSON.stringify({ data: [{ ...contract, ...change }] });
      const listed = { status: 200, headers: { 'content-type': 'application/json' }, body };
      const request = { method: 'GET', path: '/v1/contracts', headers: {} };
      judge.exchange({ startedAt: 0, endedAt: 1, request, response: listed });
      judge.end();
      const findings = (await resultsOf(judge.events))?.findings ?? [];
      return findings.flatMap(({ at }) => at?.slice(-1) ?? []);
    };
    expect(await found({ templateId: null })).toEqual([]);
    expect(await found({ templateId: 7 })).toEqual(['templateId']);
    expect(await found({ createdAt: null })).toContain('createdAt');
  });

  test('reports no missing event field that the client may have left out', async () => {
    const id = '7f7c6f1e-1d0a-4a51-9f0e-3b1a51a0c001';
    const person = {
      ...{ id, firstName: 'Mateo', lastName: 'Rojas', email: 'mateo.rojas@example.com', tenantKey: 'tk_1' },
      ...{ personType: 'EMPLOYEE', phoneNumber: { countryCode: '+57', number: '3005550123' } },
    };
    const found = async (change: object, sent?: string) => {
      const data = { ...person, ...change };
      const judge = openJudge('observed', options);
      if (sent !== undefined) judge.request({ method: 'POST', path: '/v1/persons', headers: {}, body: sent });
      judge.delivery(event(1, 'person.created', data));
      judge.end();
      const findings = (await resultsOf(judge.events))?.findings ?? [];
      return findings.flatMap(({ requirement }) => requirement);
    };
    expect(await found({ phoneNumber: undefined })).toEqual([]);
    expect(await found({ phoneNumber: null })).toEqual([]);
    expect(await found({ phoneNumber: 'none' })).not.toEqual([]);
    expect(await found({ email: undefined })).toContain('EVENT-004');
    expect(await found({ email: 7 })).not.toEqual([]);
    expect(await found({ email: 7 }, '{"email":7}')).toEqual([]);
  });

  test('shows no key of a message, however many messages have passed since', async () => {
    const judge = openJudge('observed', options);
    const read = (at: number, status: string, key: string): ObservedExchange => ({
      ...{ startedAt: at, endedAt: at },
      request: {
        method: 'GET',
        path: '/v1/payrolls/p-1',
        headers: { authorization: `Bearer ${key}`, 'x-multitenantkey': 'tenant-1' },
      },
      response: { status: 200, headers: {}, body: JSON.stringify({ payrollId: 'p-1', status }) },
    });
    judge.exchange(read(0, 'Completed', 'key-of-long-ago'));
    for (let index = 0; index < 10_001; index += 1)
      judge.exchange(list('Ada', { authorization: `Bearer key-number-${index}` }));
    judge.exchange(read(60_000, 'Processing', 'key-of-today'));
    judge.end();
    const findings = JSON.stringify((await resultsOf(judge.events))?.findings);
    expect(findings).toContain('"states.payroll/PAYROLL-');
    expect(findings).toContain('Bearer $CONFORMANCE_SECRET');
    expect(findings).not.toContain('key-of-');
  });
});
