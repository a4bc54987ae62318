/** Test support: a self-test in which everything happened that can. */
import { faults } from '../../faults/index.ts';
import { buildRecord, type Facts } from '../build-record.ts';
import type {
  FaultOutcome,
  SelftestRecord,
  Sighting,
  SoundOutcome,
  Suspect,
  TrialOutcome,
} from '../record.ts';

export const facts: Facts = {
  tool: { name: 'workforce-conformance', version: '9.9.9' },
  machine: { cores: 2, cpu: 'Sample CPU', node: 'v24.0.0' },
  run: {
    startedAt: '2026-01-02T03:04:05.000Z',
    durationMillis: 65_000,
    seed: 1,
    jobs: 2,
    profiles: { faults: 'smoke', sound: 'standard' },
    trials: 7,
  },
  faults,
};

export function sighting(check: string, requirement: string, more: Partial<Sighting> = {}): Sighting {
  return { check, requirement, level: 'documented', steps: 3, requests: 40, millis: 300, ...more };
}

export function caught(fault: string, ...sightings: readonly [Sighting, ...Sighting[]]): Suspect {
  return { fault, status: 'caught', by: sightings[0], first: sightings[0], sightings: [...sightings] };
}

export function trialOf(suspect: Suspect, others: readonly Sighting[] = []): FaultOutcome {
  return { kind: 'fault', ...suspect, others: [...others], requests: 120, durationMillis: 900 };
}

export function soundWith(seed: number, evaluations: SoundOutcome['evaluations']): SoundOutcome {
  return {
    kind: 'sound',
    seed,
    status: 'passed',
    verdict: 'conformant',
    others: [],
    evaluations,
    requests: 20_000,
    durationMillis: 9_000,
  };
}

const short = caught(
  'balance-one-short-accepted',
  sighting('payroll.model', 'PAYROLL-024', { steps: 4, requests: 60, millis: 500 }),
  sighting('combined.model', 'PAYROLL-024', { steps: 5, requests: 90, millis: 800 }),
);
const zero = caught('page-zero-of-users-served', sighting('operations.parameters', 'USER-006'));

const outcomes: readonly TrialOutcome[] = [
  trialOf(short),
  trialOf(zero),
  trialOf(
    {
      fault: 'params-missing',
      status: 'misattributed',
      reason: 'found ERR-001, but it breaks ERR-002',
      sightings: [],
    },
    [sighting('operations.parameters', 'ERR-001')],
  ),
  trialOf({ fault: 'long-name-answers-500', status: 'missed', reason: 'no finding', sightings: [] }),
  { kind: 'pair', faults: [short, zero], others: [], requests: 300, durationMillis: 2_000 },
  soundWith(1, { 'PAYROLL-024': 7, 'USER-006': 3 }),
  soundWith(2, { 'PAYROLL-024': 5, 'USER-006': 0 }),
];

export const sampleRecord: SelftestRecord = buildRecord(outcomes, facts);
