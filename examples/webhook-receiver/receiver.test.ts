import { expect, it } from 'vitest';
import { receiverRequirements } from '../../openapi/catalogue.ts';
import { findingCommand } from '../../reports/commands.ts';
import { consumerChecks } from '../../src/index.ts';
import { createByHand, soundHabits } from './habits.ts';
import { mistakes } from './mistakes.ts';
import { createReceiver } from './receiver.ts';
import { foundBy, secret, tryReceiver } from './testing.ts';

it('finds nothing at a receiver that is as it should be', async () => {
  const results = await tryReceiver(createReceiver(secret), { profile: 'smoke', quickMillis: 5_000 });
  expect(foundBy(results)).toEqual([]);
  expect(results.verdict).toBe('conformant');
  expect(Object.keys(results.coverage.events).length).toBeGreaterThan(57);
});

/** Longer checks. `npm run task -- receivers` tests the mistakes that these find. */
const longer = [
  'receiver.order',
  'receiver.duplicates',
  'receiver.distinct',
  'receiver.events',
  'receiver.traces',
];

it.concurrent.each(Object.entries(mistakes).filter(([, { check }]) => !longer.includes(check)))(
  'finds a receiver that has the mistake %s',
  async (_name, { habits, breaks, check }) => {
    const checks = consumerChecks.filter(({ id }) => id === check);
    const receiver = createByHand(secret, { ...soundHabits, ...habits });
    const { findings } = await tryReceiver(receiver, { checks, profile: 'smoke', patienceSeconds: 0.1 });
    expect(findings.map(({ requirement }) => requirement)).toContain(breaks);
  },
);

it('says how a finding is made again', async () => {
  const checks = consumerChecks.filter(({ id }) => id === 'receiver.time');
  const habits = { ...soundHabits, ...mistakes['ignores-the-time'].habits };
  const results = await tryReceiver(createByHand(secret, habits), { checks, seed: 5 });
  const own =
    /^conformance webhook --url http:\S+\/hooks --environment sandbox --checks receiver\.time --seed 5 --out conformance-report\/again$/;
  expect(results.findings.map((finding) => findingCommand(finding, results))).toEqual([
    expect.stringMatching(own),
  ]);
});

it('has a mistake for every requirement, and a check', () => {
  const ids = receiverRequirements.map(({ id }) => id);
  const covered = new Set(consumerChecks.flatMap(({ covers }) => covers));
  expect(ids.filter((id) => !covered.has(id))).toEqual([]);
  const broken = new Set<string>(Object.values(mistakes).map(({ breaks }) => breaks));
  // Two secrets are a matter of the run: see below.
  expect(ids.filter((id) => !broken.has(id))).toEqual(['RECEIVER-026']);
});

it('finds a receiver that knows one of two secrets', async () => {
  const checks = consumerChecks.filter(({ id }) => id === 'receiver.rotation');
  const secrets = [secret, 'whsec_AAECAwQFBgcICQoLDA0ODw=='] as const;
  const { findings } = await tryReceiver(createReceiver(secret), { checks, secrets });
  expect(findings.map(({ requirement }) => requirement)).toEqual(['RECEIVER-026']);
});
