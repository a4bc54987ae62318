import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { observers } from '../../service/observer.ts';
import { startScenario } from '../../testing/scenario.ts';
import { createLog } from './log.ts';
import { createTracing } from './tracing.ts';
import { readTracingSettings } from './tracing-settings.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly status: { readonly code: number };
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

/** Takes traces as a collector does. */
async function startCollector() {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(`${request.url} ${await text(request)}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  vi.stubEnv(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
  );
  return {
    bodies,
    spans: (): SentSpan[] =>
      bodies.flatMap((body) => {
        const { resourceSpans } = JSON.parse(body.slice(body.indexOf(' ')));
        return resourceSpans.flatMap((resource: { scopeSpans: { spans: SentSpan[] }[] }) =>
          resource.scopeSpans.flatMap(({ spans }) => spans),
        );
      }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('requests and deliveries are spans, in the trace of their caller and in the log', async () => {
  await using collector = await startCollector();
  vi.stubEnv('OTEL_SERVICE_NAME', 'sandbox-of-ours');
  const tracing = createTracing({
    sampler: 'parentbased_always_on',
    ratio: 1,
    environment: 'sandbox',
    version: '1',
  });
  const lines: string[] = [];
  const log = createLog({
    level: 'info',
    base: {},
    traceOf: tracing.traceOf,
    write: (line) => lines.push(line),
  });
  await using scenario = await startScenario({ observer: observers([tracing, log]) });
  const { server, client } = scenario;
  const events = await scenario.watch();
  await client.ok('createPerson', { body: { firstName: 'Adaeze', email: 'canary@example.com' } });
  await events();
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  await fetch(`${server.url}/v1/persons?email=canary@example.com`, {
    headers: { authorization: 'Bearer wrong', traceparent: `00-${traceId}-b7ad6b7169203331-01` },
  });
  await expect
    .poll(() => lines.filter((line) => line.includes('"status":401')), { interval: 5 })
    .toHaveLength(1);
  await tracing.close();
  const spans = collector.spans();
  const named = (name: string) => spans.find((span) => span.name === name);
  expect(named('createPerson')).toMatchObject({ kind: 2, status: { code: 0 } });
  expect(named('deliver person.created')).toMatchObject({ kind: 3 });
  expect(named('listPersons')).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' });
  expect(lines.find((line) => line.includes('"status":401'))).toContain(`"trace":"${traceId}"`);
  const sent = collector.bodies.join('');
  expect(sent).toContain('/v1/traces');
  expect(sent).toContain('sandbox-of-ours');
  for (const secret of [
    ...Object.values(server.keys),
    'canary',
    'Adaeze',
    server.businesses.platform.tenantKey,
  ])
    expect(sent).not.toContain(secret);
});

test('a trace that the caller does not sample is not exported', async () => {
  await using collector = await startCollector();
  const tracing = createTracing({
    sampler: 'parentbased_always_on',
    ratio: 1,
    environment: 'sandbox',
    version: '1',
  });
  const request = {
    requestId: 'r',
    beganAt: 1,
    durationMillis: 1,
    method: 'GET',
    path: '/v1/persons',
    status: 200,
  };
  tracing.requestAnswered?.({
    ...request,
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00',
  });
  await tracing.close();
  expect(collector.bodies).toEqual([]);
});

describe('the variables', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' };
  const usual = { sampler: 'parentbased_always_on', ratio: 1 };
  test.each<[variables: Record<string, string>, want: object | undefined]>([
    [{}, undefined],
    [{ OTEL_SERVICE_NAME: 'a' }, undefined],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, undefined],
    [endpoint, usual],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://a/v1/traces' }, usual],
    [{ OTEL_TRACES_EXPORTER: 'otlp' }, usual],
    [{ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }, undefined],
    [{ ...endpoint, OTEL_SDK_DISABLED: 'true' }, undefined],
    [
      { ...endpoint, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' },
      { sampler: 'traceidratio', ratio: 0.1 },
    ],
  ])('%j ask for %j', (variables, want) => {
    expect(readTracingSettings(variables)).toEqual(want);
  });

  test.each<[variables: Record<string, string>, want: RegExp]>([
    [{ OTEL_TRACES_EXPORTER: 'zipkin' }, /OTEL_TRACES_EXPORTER .* set it to otlp or none/],
    [{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /set OTEL_EXPORTER_OTLP_PROTOCOL to http\/json/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4317' }, /set OTEL_EXPORTER_OTLP_ENDPOINT to/],
    [{ ...endpoint, OTEL_TRACES_SAMPLER: 'some' }, /set it to one of always_on/],
    [{ ...endpoint, OTEL_TRACES_SAMPLER_ARG: '2' }, /a number from 0 to 1/],
  ])('%j are refused with the remedy', (variables, want) => {
    expect(() => readTracingSettings(variables)).toThrow(want);
  });
});
