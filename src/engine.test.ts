/** The engine with a third suite, of another interface: nothing of the service has a part in it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import {
  type Catalogue,
  type EngineOptions,
  type Results,
  ResultsCollector,
  renderHtml,
  renderJunit,
  renderMarkdown,
  runSuite,
  type Subject,
} from './engine.ts';
import { type CounterScenario, counterSuite } from './testing/counter-suite.ts';

type Sum = (value: number, by: number) => number;

/** Counters, which a mistake in adding makes wrong. */
function counters(sum: Sum) {
  const values = new Map<string, { value: number; isFrozen: boolean }>();
  return createServer(async (request, response) => {
    const [, , id = '', action] = (request.url ?? '').split('/');
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    const answer = (status: number, content: object) =>
      response.writeHead(status).end(JSON.stringify(content));
    if (request.method === 'POST' && id === '') {
      const created = String(values.size + 1);
      values.set(created, { value: 0, isFrozen: false });
      return answer(201, { id: created, value: 0 });
    }
    const found = values.get(id);
    if (found === undefined) return answer(404, {});
    if (action === 'freeze') found.isFrozen = true;
    if (action === 'add' && found.isFrozen) return answer(409, {});
    if (action === 'add') found.value = sum(found.value, (JSON.parse(body) as { by: number }).by);
    return answer(200, { id, value: found.value });
  }).listen(0, '127.0.0.1');
}

async function run(
  sum: Sum,
  capabilities: readonly string[] = ['freeze'],
  options: Partial<EngineOptions> = {},
  change: (subject: Subject<CounterScenario>) => Partial<Subject<CounterScenario>> = () => ({}),
  about: (id: string) => Partial<Catalogue[number]> = () => ({}),
): Promise<Results> {
  const server = counters(sum);
  await once(server, 'listening');
  const toy = counterSuite(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, capabilities);
  const catalogue = toy.catalogue.map((entry) => ({ ...entry, ...about(entry.id) }));
  const suite = { ...toy, catalogue, subject: { ...toy.subject, ...change(toy.subject) } };
  const collector = new ResultsCollector(() => suite.catalogue);
  const tool = { name: 'counters', version: '1' };
  const engineOptions = { seed: 1, profile: 'standard', concurrency: 2, tool, ...options } as const;
  for await (const event of runSuite(suite, engineOptions)) collector.add(event);
  server.close();
  server.closeAllConnections();
  if (collector.results === undefined) throw new Error('The run has no end.');
  return collector.results;
}

const sound: Sum = (value, by) => value + by;
const wrongFromFive: Sum = (value, by) => (by > 4 ? value + by - 1 : value + by);
const statuses = ({ requirements }: Results) => requirements.map(({ id, status }) => [id, status]);

test('a sound server of a different interface is conformant', async () => {
  const results = await run(sound);
  expect(results.verdict).toBe('conformant');
  expect(statuses(results)).toEqual([
    ['COUNTER-001', 'passed'],
    ['COUNTER-002', 'passed'],
    ['COUNTER-003', 'passed'],
  ]);
  expect(Object.keys(results.coverage.transitions)).toEqual(['counter/add', 'counter/freeze']);
});

test('a fault is found by a property and by a model, with the smallest conversation', async () => {
  const { verdict, findings } = await run(wrongFromFive);
  expect(verdict).toBe('non-conformant');
  expect(findings.map(({ id, expected, actual }) => [id, expected, actual])).toEqual([
    ['counter.sums/COUNTER-001', '5', '4'],
    ['counter.model/COUNTER-001', '5', '4'],
    ['counter.model/COUNTER-002', '5', '4'],
  ]);
  expect(findings[1]?.steps.map(({ label, believed }) => [label, believed])).toEqual([
    ['create a counter', undefined],
    ['add 5', '0'],
  ]);
});

test('cases that run ahead of their turn change nothing in what is found', async () => {
  let running = 0;
  let most = 0;
  const ahead = ({ open }: Subject<CounterScenario>): Partial<Subject<CounterScenario>> => ({
    runsAhead: true,
    open(context) {
      const scenario = open(context);
      running += 1;
      most = Math.max(most, running);
      scenario.atEnd(async () => {
        running -= 1;
      });
      return scenario;
    },
  });
  const shown = ({ findings }: Results) =>
    findings.map(({ id, steps, replay }) => [id, steps.length, replay]);
  const wide = { concurrency: 8 };
  const inTurn = await run(wrongFromFive);
  expect(shown(await run(wrongFromFive, ['freeze'], wide, ahead))).toEqual(shown(inTurn));
  // There are two checks.
  expect(most).toBeGreaterThan(2);
  expect(running).toBe(0);
  const counted = ({ requirements }: Results) => requirements.map(({ id, evaluations }) => [id, evaluations]);
  expect(counted(await run(sound, ['freeze'], wide, ahead))).toEqual(counted(await run(sound)));
});

test('a finding names the interpretation that it depends on', async () => {
  const { findings } = await run(wrongFromFive);
  expect(findings.map(({ requirement, interpretations }) => [requirement, interpretations])).toEqual([
    ['COUNTER-001', undefined],
    ['COUNTER-001', undefined],
    [
      'COUNTER-002',
      [{ id: 7, interpretation: 'Only adding changes it.', otherwise: 'Others may add to it as well.' }],
    ],
  ]);
});

test('with --strict-to-the-letter, a requirement that depends on an interpretation neither fails nor passes', async () => {
  const results = await run(wrongFromFive, ['freeze'], { strictToTheLetter: true });
  expect(results.run.strictToTheLetter).toBe(true);
  expect(results.findings.map(({ id }) => id)).toEqual([
    'counter.sums/COUNTER-001',
    'counter.model/COUNTER-001',
  ]);
  expect(statuses(results)[1]).toEqual(['COUNTER-002', 'not-exercised']);
  expect(results.requirements[1]?.reason).toMatch(
    /^Left out by --strict-to-the-letter: depends on interpretation 7 \(expected .+, actual .+\)\.$/,
  );
  expect((await run(sound, ['freeze'], { strictToTheLetter: true })).verdict).toBe('conformant');
});

const smallest = ['counter.sums/COUNTER-001', 'counter.model/COUNTER-001', 'counter.model/COUNTER-002'];
const found = ({ findings }: Results) => findings.map(({ id }) => id);

test('a violation that a second look confirms is a finding', async () => {
  const seen: boolean[] = [];
  const results = await run(wrongFromFive, ['freeze'], {}, () => ({
    confirm: async (repeat) => {
      seen.push(await repeat());
      return seen.at(-1) ?? false;
    },
  }));
  expect(seen).toEqual([true, true, true]);
  expect(found(results)).toEqual(smallest);
});

test('a violation that a second look does not confirm is not a finding, and the check goes on', async () => {
  let isWrong = true;
  const onlyAtFirst: Sum = (value, by) => (isWrong ? wrongFromFive(value, by) : value + by);
  const results = await run(onlyAtFirst, ['freeze'], { concurrency: 1 }, () => ({
    confirm: (repeat) => {
      isWrong = false;
      return repeat();
    },
  }));
  expect(found(results)).toEqual([]);
  expect(statuses(results)[0]).toEqual(['COUNTER-001', 'passed']);
});

test('a violation whose second look is cut short by the end of the run is kept', async () => {
  const end = new AbortController();
  const results = await run(wrongFromFive, ['freeze'], { signal: end.signal, concurrency: 1 }, () => ({
    confirm: (repeat) => {
      end.abort(new Error('It was enough.'));
      return repeat();
    },
  }));
  expect(results.verdict).toBe('incomplete');
  expect(found(results)).toEqual(['counter.sums/COUNTER-001']);
});

test('a run ends at the requested finding, with the verdict so far', async () => {
  const results = await run(wrongFromFive, ['freeze'], {
    concurrency: 1,
    endAt: ({ requirement }) => requirement === 'COUNTER-001',
  });
  expect(found(results)).toEqual(['counter.sums/COUNTER-001']);
  expect(results).toMatchObject({
    verdict: 'non-conformant',
    reason: 'The run ended at the finding counter.sums/COUNTER-001.',
  });
  expect(statuses(results)[1]).toEqual(['COUNTER-002', 'not-exercised']);
});

test('a transition that the server does not offer is reported as out of reach', async () => {
  const results = await run(sound, []);
  expect(results.requirements[2]).toMatchObject({ status: 'not-exercised', missing: ['freeze'] });
  expect(results.coverage.outOfReach).toEqual({ 'counter/freeze': 'Missing on the target: freeze.' });
});

test('its reports contain its own rules only', async () => {
  const results = await run((value, by) => value - by);
  const page = renderHtml(results);
  for (const text of [page, renderJunit(results), renderMarkdown(results)]) {
    expect(text).toContain('COUNTER-001');
    expect(text).toContain('Adding a number returns the sum.');
    expect(text).not.toMatch(/payroll/i);
  }
});

test('a rule that came later is run and shown, and does not change the verdict of a released set', async () => {
  const since = (id: string) => ({ since: id === 'COUNTER-003' ? '1.9' : '1.10' });
  const judgedBy = (set: string) => run(wrongFromFive, [], { basis: { set } }, undefined, since);
  const [old, next] = [await judgedBy('1.9'), await judgedBy('1.10')];
  expect([old.verdict, next.verdict]).toEqual(['partial', 'non-conformant']);
  expect(old.run.set).toBe('1.9');
  expect(old.totals.documented.failed).toBe(0);
  expect(old.requirements.find(({ id }) => id === 'COUNTER-001')).toMatchObject({
    status: 'failed',
    outside: 'It came with set 1.10; the run is judged by set 1.9.',
  });
  expect(old.findings.map(({ known }) => known?.list)).toEqual(next.findings.map(() => 'outside'));
});

test.each<[name: string, claims: string[], capabilities: string[], verdict: string, made: object[]]>([
  ['that passed', ['freezing'], ['freeze'], 'conformant', [{ status: 'made', passed: 1, testable: 1 }]],
  [
    'of which a rule failed',
    ['adding', 'freezing'],
    ['freeze'],
    'non-conformant',
    [{ scope: 'adding', status: 'broken', failed: ['COUNTER-001', 'COUNTER-002'] }, { status: 'made' }],
  ],
  [
    'of which a rule was not exercised',
    ['freezing'],
    [],
    'partial',
    [{ scope: 'freezing', status: 'open', missing: ['COUNTER-003'], passed: 0, testable: 1 }],
  ],
])('the verdict speaks of the scopes that are claimed: one %s', async (_, claims, has, verdict, made) => {
  const scope = (id: string) => ({
    level: 'documented' as const,
    scope: id === 'COUNTER-003' ? 'freezing' : 'adding',
  });
  const results = await run(wrongFromFive, has, { basis: { claims } }, undefined, scope);
  expect(results.verdict).toBe(verdict);
  expect(results.claims).toMatchObject(made);
});
