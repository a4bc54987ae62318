import { describe, expect, test } from 'vitest';
import { exampleRequests } from './once-each.ts';
import { failuresOfOutput } from './tools/dredd.ts';
import { failuresOfReport as failuresOfNewman } from './tools/portman.ts';
import { violationsOf } from './tools/prism.ts';
import { failuresOfEvent } from './tools/schemathesis.ts';
import { failuresOfReport as failuresOfJunit } from './tools/specmatic.ts';

describe('failures are read', () => {
  test('from an event of Schemathesis', () => {
    const failure = { operation: 'GET /v1/users', title: 'Server error', message: 'It broke\n{"page": 1}' };
    const checks = {
      one: [
        { name: 'not_a_server_error', status: 'failure', failure_info: { failure } },
        { name: 'other', status: 'success' },
      ],
    };
    const line = JSON.stringify({ ScenarioFinished: { recorder: { checks } } });
    expect(failuresOfEvent(line)).toEqual(['GET /v1/users | not_a_server_error | Server error | It broke']);
    expect(failuresOfEvent('{"EngineStarted":{}}')).toEqual([]);
  });

  test('from a JUnit report of Specmatic, without what was generated', () => {
    const message = 'API: GET /v1/a -&gt; 200&#10;  &gt;&gt; RESPONSE.BODY.data[3].id&#10;';
    const report = `<testcase name="+ve  Scenario: with &apos;x&apos;" time="0.1">\n<failure message="${message}" type="E">`;
    expect(failuresOfJunit(report)).toEqual(['API: GET /v1/a -> 200 | >> RESPONSE.BODY.data[*].id']);
  });

  test('from what Dredd prints, once for each difference', () => {
    const output = [
      'fail: GET (200) /v1/a?b=c duration: 7ms',
      "body: At '/data/0/id' Missing required property: id",
      "body: At '/data/1/id' Missing required property: id",
      'request: ',
      'body: {}',
    ].join('\n');
    expect(new Set(failuresOfOutput(output))).toEqual(
      new Set(["GET (200) /v1/a | body: At '/data/*/id' Missing required property: id"]),
    );
  });

  test('from a report of Newman, each difference of its own', () => {
    const message =
      'expected data to satisfy schema but found following errors: \ndata.a[0] is one, data.b is two';
    const failures = [{ source: { name: 'Read' }, error: { test: 'Schema', message } }];
    expect(failuresOfNewman(JSON.stringify({ run: { failures } }))).toEqual([
      'Read | Schema | data.a[*] is one',
      'Read | Schema | data.b is two',
    ]);
  });

  test('from the log of Prism, of answers only', () => {
    const log =
      'x Violation: request.query.limit must be <= 100\nx Violation: response.body.data.2.id must be string\n';
    expect(violationsOf(log)).toEqual(['response.body.data.*.id must be string']);
  });
});

test('every operation is sent once, reads first', () => {
  const json = { 'application/json': { examples: { one: { value: { a: 1 } } } } };
  const requests = exampleRequests({
    components: { parameters: { Id: { name: 'id', example: '7' } } },
    paths: {
      '/a/{id}': {
        delete: { operationId: 'remove', parameters: [{ $ref: '#/components/parameters/Id' }] },
        put: {
          operationId: 'put',
          parameters: [{ $ref: '#/components/parameters/Id' }],
          requestBody: { content: json },
        },
        get: { operationId: 'read', parameters: [{ $ref: '#/components/parameters/Id' }] },
      },
      '/files': { post: { operationId: 'upload', requestBody: { content: { 'multipart/form-data': {} } } } },
    },
  });
  expect(requests).toEqual([
    { method: 'GET', path: '/a/7' },
    { method: 'PUT', path: '/a/7', body: '{"a":1}' },
    { method: 'DELETE', path: '/a/7' },
  ]);
});
