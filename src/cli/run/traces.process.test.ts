/** The spans of a run, as a collector on this machine takes them. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { parseResults } from '../../../reports/json.ts';
import { temporaryFolder } from '../../testing/conformance-process.ts';

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly links?: readonly { readonly spanId: string }[];
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

async function startCollector() {
  const spans: SentSpan[] = [];
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as Sent;
    spans.push(...resourceSpans.flatMap((each) => each.scopeSpans.flatMap((scope) => scope.spans)));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return {
    spans,
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

const run = (out: string, env: Readonly<Record<string, string>> = {}) =>
  folder.run(
    [
      'run',
      '--fault',
      'limit-1-refused',
      '--checks',
      'operations.parameters',
      '--record',
      'har',
      '--quiet',
      '--out',
      out,
    ],
    env,
  );
const written = (...path: string[]) => readFileSync(join(folder.path, ...path), 'utf8');

test('a run sends spans of itself, its checks, cases and requests, and a finding names its trace', async () => {
  await using collector = await startCollector();
  await run('traced', { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const { spans } = collector;
  const named = (name: string) => spans.find((span) => span.name === name);
  const [whole, check, one] = [
    'conformance run',
    'check operations.parameters',
    'case of operations.parameters',
  ].map(named);
  expect(check).toMatchObject({ traceId: whole?.traceId, parentSpanId: whole?.spanId });
  expect(one?.links?.[0]?.spanId).toBe(check?.spanId);
  const { findings } = parseResults(written('traced', 'results.json'));
  const { traceId } = findings[0] ?? {};
  const ofFinding = spans.filter((span) => span.traceId === traceId);
  const root = ofFinding.find(({ parentSpanId }) => parentSpanId === undefined);
  const requests = ofFinding.filter(({ name }) => name === 'listPersons');
  expect(requests.length).toBeGreaterThan(0);
  for (const { parentSpanId } of requests) expect(parentSpanId).toBe(root?.spanId);
  for (const { spanId } of requests)
    expect(written('traced', 'exchanges.har').includes(`00-${traceId}-${spanId}-01`)).toBe(true);
  expect(written('traced', 'index.html')).toContain(`trace <code>${traceId}</code>`);
});

test('a run without the variable sends no traceparent', async () => {
  await run('plain');
  expect(written('plain', 'exchanges.har')).not.toContain('traceparent');
  expect(written('plain', 'results.json')).not.toContain('traceId');
});
