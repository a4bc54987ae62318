import { expect, test } from 'vitest';
import { allChecks } from '../../conformance/all-checks.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import { collectResults } from '../../src/collect-results.ts';
import { openEmbeddedTarget } from '../../src/targets/embedded-target.ts';
import { tool } from '../../src/tool.ts';
import { type ChangeAnswer, startFront } from '../benign/front.ts';

const checks = allChecks.filter(({ id }) => id === 'persons.read');
const unknown = { code: 'resource_not_found', message: 'There is no such person' };

/** Runs checks against a server behind a front that changes its answers, and that cannot say when it is done. */
async function runBehind(answer: ChangeAnswer) {
  const { target, close } = await openEmbeddedTarget({ control: false });
  const front = await startFront(target.baseUrl, { request: (request) => request, answer });
  try {
    const patience = { seconds: 0.3, pauseMillis: 10 };
    const seen = { ...target, baseUrl: front.url, kind: 'live', patience } as const;
    const notices: string[] = [];
    async function* events() {
      const options = { target: seen, checks, seed: 1, profile: 'standard', concurrency: 1, tool } as const;
      for await (const event of runConformance(options)) {
        if (event.type === 'notice-given') notices.push(event.notice);
        yield event;
      }
    }
    const { findings } = await collectResults(events());
    return { found: findings.map(({ requirement }) => requirement), notices };
  } finally {
    await front.close();
    await close();
  }
}

/** Persons who cannot be read for a while after they were created, but for the first, whom the rehearsal creates. */
function late(millis: number): ChangeAnswer {
  let created = 0;
  let at = 0;
  return (answer, { method, path }) => {
    if (method === 'POST' && path === '/v1/persons') {
      created += 1;
      at = performance.now();
    }
    const isOne = method === 'GET' && path.startsWith('/v1/persons/');
    const isTooSoon = created > 1 && performance.now() - at < millis;
    return isOne && isTooSoon ? { ...answer, status: 404, body: JSON.stringify(unknown) } : answer;
  };
}

test('a server whose reads become stale after the rehearsal has no finding', async () => {
  const { found, notices } = await runBehind(late(100));
  expect(found).toEqual([]);
  expect(notices).toEqual([
    expect.stringMatching(/^Reads show a write late, so that the run repeats a read for up to 250 ms /),
  ]);
});

test('a server that never shows a write has a finding', async () => {
  expect((await runBehind(late(Number.POSITIVE_INFINITY))).found).toContain('PERSON-015');
});
