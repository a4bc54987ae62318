/** A target for tests of the engine: a real HTTP server with the responses of the test. */

import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequirementId } from '../../openapi/catalogue.ts';
import { RunCollector } from '../catalogues.ts';
import type { RunEvent } from '../engine/events.ts';
import { type Check, example } from '../provider/check.ts';
import { type RunOptions, runConformance } from '../provider/run.ts';
import type { Target } from '../target/target.ts';

export interface FakeAnswer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FakeTarget extends AsyncDisposable {
  readonly target: Target;
  readonly requests: IncomingMessage[];
}

/** Secrets of the fake target; tests search for them in places where they must not occur. */
export const fakeSecrets = { platformToken: 'platform-secret-7f2a', orgToken: 'org-secret-91bc' };

/** The target of a server that a test started on a local port. */
export const fakeTargetAt = (port: number): Target => ({
  baseUrl: `http://127.0.0.1:${port}`,
  kind: 'live',
  environment: 'sandbox',
  credentials: fakeSecrets,
  controls: {},
  absentOperations: [],
});

/** @param answer decides the response to each request; `destroy` cuts the connection, `hang` never responds. */
export async function startFakeTarget(
  answer: (request: IncomingMessage) => FakeAnswer | 'destroy' | 'hang' = () => ({}),
): Promise<FakeTarget> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const decided = answer(request);
    request.resume().on('end', () => {
      if (decided === 'hang') return;
      if (decided === 'destroy') {
        response.destroy();
        return;
      }
      const { status = 200, body = { data: [] }, headers } = decided;
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    target: fakeTargetAt(port),
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

export interface FakeRun extends Partial<Omit<RunOptions, 'target' | 'checks'>> {
  readonly checks: readonly Check[];
}

/** Runs checks to the end. */
export async function runAgainst(target: RunOptions['target'], options: FakeRun) {
  const collector = new RunCollector();
  const events: RunEvent[] = [];
  const tool = { name: 'test', version: '0' };
  for await (const event of runConformance({
    target,
    seed: 7,
    profile: 'smoke',
    concurrency: 1,
    tries: 'nothing',
    tool,
    ...options,
  })) {
    events.push(event);
    collector.add(event);
  }
  const { results } = collector;
  if (results === undefined) throw new Error('The run did not finish.');
  const status = (id: RequirementId) => results.requirements.find((entry) => entry.id === id)?.status;
  return { events, results, status };
}

/** A check that reads a path which the preflight does not, and judges the response by its schema. */
export const asksForPayrolls = example({
  id: 'test.asks',
  title: 'A check of the test',
  covers: ['ERR-007', 'PAYROLL-010'],
  needs: [],
  run: async (scenario) => {
    scenario.step('list the payrolls');
    await scenario.succeed('listPayrolls', { token: fakeSecrets.platformToken });
  },
});
