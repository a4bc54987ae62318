/** What runs against these servers have cost, as it was measured: `npm run servers -- --record` writes it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Results } from '../../conformance/engine/results.ts';
import { profileNames } from '../../src/config/values.ts';
import { type Mode, modes } from './judge.ts';
import { type ServerName, serverNames } from './start.ts';

const RunCost = z.strictObject({
  server: z.enum(serverNames),
  mode: z.enum(modes),
  profile: z.enum(profileNames),
  requests: z.number(),
  /** That were opened. */
  businesses: z.number(),
  seconds: z.number(),
  /** Documented requirements that passed or failed. */
  exercised: z.number(),
  testable: z.number(),
});

export type RunCost = z.infer<typeof RunCost>;

const file = join(import.meta.dirname, '../site/records/costs.json');

export const readCosts = (): readonly RunCost[] =>
  z.array(RunCost).parse(JSON.parse(readFileSync(file, 'utf8')));

export function costOf(server: ServerName, mode: Mode, { run, totals, coverage }: Results): RunCost {
  const { passed, failed, notExercised, errored } = totals.documented;
  return {
    ...{ server, mode, profile: run.profile, requests: run.requests },
    businesses: Object.entries(coverage.operations.createBusiness ?? {}).reduce(
      (sum, [status, count]) => sum + (status.startsWith('2') ? count : 0),
      0,
    ),
    seconds: Math.round(run.durationMillis / 1_000),
    exercised: passed + failed,
    testable: passed + failed + notExercised + errored,
  };
}

const keyOf = ({ server, mode, profile }: RunCost) => [server, mode, profile].join();

/** Replaces what is known of the same runs. */
export function keepCosts(measured: readonly RunCost[]): void {
  const keys = new Set(measured.map(keyOf));
  const kept = [...readCosts().filter((each) => !keys.has(keyOf(each))), ...measured];
  const place = ({ server, mode, profile }: RunCost) =>
    100 * serverNames.indexOf(server) + 10 * modes.indexOf(mode) + profileNames.indexOf(profile);
  kept.sort((one, other) => place(one) - place(other));
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
}
