/** A server that says "not now" is not said to refuse for ever: what the document demands is asked for again. */
import { expect, test } from 'vitest';
import { allChecks } from '../../conformance/all-checks.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import { collectResults } from '../../src/collect-results.ts';
import { openEmbeddedTarget } from '../../src/targets/embedded-target.ts';
import { tool } from '../../src/tool.ts';
import { type FrontAnswer, type FrontRequest, startFront } from '../benign/front.ts';

const checks = allChecks.filter(({ id }) =>
  /^(operations\.parameters|deposits\.balance|businesses\.tenant-key|tokens\.platform-reach)$/.test(id),
);

const saying = (status: number, code: string): FrontAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ code, message: 'Not now; retry later' }),
});

const opens = ({ method, path }: FrontRequest) => method === 'POST' && path === '/v1/platform/businesses';

/** For a moment after a business was opened, nothing else is done. */
function notReady(status: number) {
  let openedAt = Number.NEGATIVE_INFINITY;
  return (request: FrontRequest) => {
    if (!opens(request)) return performance.now() - openedAt < 300 ? saying(status, 'not_ready') : undefined;
    openedAt = performance.now();
    return undefined;
  };
}

/** One request in fifteen of the operations for which the document names the error. */
function nowAndThen() {
  let count = 0;
  return ({ path }: FrontRequest) => {
    if (!/deposits|beneficiaries/.test(path)) return undefined;
    count += 1;
    return count % 15 === 4 ? saying(500, 'internal_error') : undefined;
  };
}

/** Whatever is asked, after every 40 requests. */
function awayNowAndThen() {
  let count = 0;
  let until = 0;
  return () => {
    count += 1;
    if (count % 40 === 0) until = performance.now() + 300;
    return performance.now() < until ? saying(503, 'unavailable') : undefined;
  };
}

test.each<[string, () => (request: FrontRequest) => FrontAnswer | undefined]>([
  ['returns 503 until a new business is ready', () => notReady(503)],
  ['returns 409 until a new business is ready', () => notReady(409)],
  ['returns 500 now and then', nowAndThen],
  ['is unavailable now and then', awayNowAndThen],
])('a server that %s has no finding', async (_, trait) => {
  const { target, close } = await openEmbeddedTarget({ control: true });
  const answerOf = trait();
  const refused = new Map<FrontRequest, FrontAnswer>();
  const front = await startFront(target.baseUrl, {
    request: (request) => {
      const answer = answerOf(request);
      if (answer === undefined) return request;
      // Not carried out.
      const nowhere = { method: 'GET', path: '/not-now' };
      refused.set(nowhere, answer);
      return nowhere;
    },
    answer: (answer, request) => refused.get(request) ?? answer,
  });
  try {
    const seen = { ...target, baseUrl: front.url };
    const options = { target: seen, checks, seed: 1, profile: 'smoke', concurrency: 2, tool } as const;
    const results = await collectResults(runConformance(options));
    expect(refused.size).toBeGreaterThan(0);
    expect(results.findings.filter(({ level }) => level === 'documented')).toEqual([]);
    expect(results.checks.map(({ id, status }) => `${id} ${status}`)).toEqual(
      results.checks.map(({ id }) => `${id} passed`),
    );
  } finally {
    await front.close();
    await close();
  }
});
