import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CaseEnded } from '../../engine/outcome.ts';
import { example } from '../../provider/check.ts';
import { runAgainst, startFakeTarget } from '../../testing/fake-target.ts';
import { announcedAfter, observedIn } from './announcements.ts';
import { balance, register } from './objects.ts';
import { type ClientOutcome, type ObservedWebhook, type PlanStep, play, type Shared } from './play.ts';
import { inWords } from './words.ts';

const write: PlanStep = { client: 1, verb: 'write', object: 0, fate: 'answered' };

const announced: ObservedWebhook = {
  call: { verb: 'payroll.status.updated', object: 0, value: -1 },
  outcome: { status: 200, seen: 'completed' },
};

const shared: Shared = {
  ...inWords({}),
  isAtOnce: true,
  objects: (history) =>
    observedIn(history, [
      announcedAfter({
        listensTo: ({ verb }) => verb === 'payroll.status.updated',
        isCause: ({ verb }) => verb === 'write',
        rule: 'PAYROLL-040',
      }),
    ]),
  lastReads: [],
  perform: async () => ({ status: 200 }),
};

/** The results of a check that plays a plan on a target without controls. */
async function playOn(objects: Shared, plan: readonly PlanStep[]) {
  await using fake = await startFakeTarget();
  const check = example({
    id: 'test.histories',
    title: 'A check of the test',
    covers: ['PAYROLL-040', 'PERSON-012', 'SANDBOX-001'],
    needs: [],
    run: (scenario) => play(scenario, objects, plan),
  });
  const patience = { seconds: 0, pauseMillis: 1 };
  const { results } = await runAgainst({ ...fake.target, patience }, { checks: [check] });
  return results;
}

/** Webhooks, by when they are asked for: before the only request, or after it. */
const arriving = (...arrivals: readonly (readonly ObservedWebhook[])[]) => {
  const left = [...arrivals];
  return () => left.shift() ?? [];
};

test('a webhook is not explained by a request that is sent after it has come', async () => {
  const early = await playOn({ ...shared, announced: arriving([announced]) }, [write]);
  expect(early.findings.map(({ requirement, timeline }) => [requirement, timeline])).toEqual([
    [
      'PAYROLL-040',
      [
        {
          client: -1,
          label: 'webhook payroll.status.updated',
          outcome: 'completed',
          start: 0,
          end: 1,
          isUnexplained: true,
        },
      ],
    ],
  ]);
  const late = await playOn({ ...shared, announced: arriving([], [announced]) }, [write]);
  expect(late.findings).toEqual([]);
  expect(late.requirements.find(({ id }) => id === 'PAYROLL-040')?.status).toBe('passed');
});

test('without webhooks, nothing is evaluated that only they show', async () => {
  const { requirements } = await playOn(shared, [write]);
  expect(requirements.find(({ id }) => id === 'PAYROLL-040')?.status).toBe('not-exercised');
});

test('a server error does not say that a request was not carried out', async () => {
  const outcomes: Readonly<Record<string, ClientOutcome>> = {
    write: { status: 500 },
    read: { status: 200, seen: 0 },
  };
  const { findings } = await playOn(
    {
      ...shared,
      objects: () => [register(0, ['PERSON-012'])],
      lastReads: [{ verb: 'read', object: 0 }],
      perform: async ({ verb }) => outcomes[verb] ?? { status: 404 },
    },
    [write],
  );
  expect(findings).toEqual([]);
});

test('a webhook and a later read may differ on a target that cannot report that it has finished', async () => {
  const succeeded: ObservedWebhook = {
    call: { verb: 'transaction.succeeded', object: 0, value: 0 },
    outcome: { status: 200, seen: 'the deposit of 1' },
  };
  const { findings, requirements } = await playOn(
    {
      ...shared,
      objects: () => [balance(0, ['SANDBOX-001'])],
      announced: arriving([], [succeeded]),
      lastReads: [{ verb: 'read balance', object: 0 }],
      perform: async ({ verb }) => (verb === 'deposit' ? { status: 500 } : { status: 200, seen: 0 }),
    },
    [{ ...write, verb: 'deposit' }],
  );
  expect(findings).toEqual([]);
  expect(requirements.find(({ id }) => id === 'SANDBOX-001')?.warning).toContain('read balance');
});

test('a request whose answer nobody waits for may end the case', async () => {
  const { findings, checks } = await playOn(
    {
      ...shared,
      perform: async ({ value }) => {
        if (value === 0) throw new CaseEnded('The target offers no such request.');
        await nextTurn();
        return { status: 200 };
      },
    },
    [
      { ...write, fate: 'lost' },
      { ...write, client: 2 },
    ],
  );
  expect(findings).toEqual([]);
  expect(checks.map(({ status }) => status)).toEqual(['not-exercised']);
});
