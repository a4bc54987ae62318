/** selftest.json: the results of a self-test. Durations in milliseconds, times in ISO 8601, shares from 0 to 1. */
import * as z from 'zod';

const Count = z.int().min(0);
const Millis = z.number().min(0);
const Profile = z.enum(['smoke', 'standard', 'thorough']);
const Level = z.enum(['documented', 'observed', 'assumed']);

/** A finding in short. */
const SightingSchema = z.strictObject({
  check: z.string(),
  requirement: z.string(),
  level: Level,
  /** Steps of the counterexample, without set-up. */
  steps: Count,
  /** Requests of the check until it saw the rule broken; making the conversation shorter comes after that. */
  requests: Count,
  /** Since the trial began, in which several checks run side by side. */
  millis: Millis,
});

/** The total cost of a trial: search, shrinking and repetition. */
const effort = { requests: Count, durationMillis: Millis };

/**
 * - `caught`: by a requirement that the fault breaks, and the finding reproduces on a fresh server.
 * - `unrepeatable`: caught, but the replay did not show it again.
 * - `warned`: a requirement that the fault breaks has a warning; through an adapter only.
 * - `misattributed`: only requirements were found broken that the fault does not break.
 * - `missed`: no finding.
 * - `errored`: nothing is proven either way.
 */
const FaultStatusSchema = z.enum(['caught', 'unrepeatable', 'warned', 'misattributed', 'missed', 'errored']);

const suspect = {
  fault: z.string(),
  status: FaultStatusSchema,
  reason: z.string().exactOptional(),
  /** The attributed finding with the shortest counterexample. */
  by: SightingSchema.exactOptional(),
  /** The attributed finding that was seen first. */
  first: SightingSchema.exactOptional(),
  /** Findings of requirements that the fault breaks. */
  sightings: z.array(SightingSchema),
};

const SuspectSchema = z.strictObject(suspect);

const FaultOutcomeSchema = z.strictObject({
  kind: z.literal('fault'),
  ...suspect,
  /** Findings of other requirements. */
  others: z.array(SightingSchema),
  ...effort,
});

/** Two faults on one server. */
const PairOutcomeSchema = z.strictObject({
  kind: z.literal('pair'),
  faults: z.tuple([SuspectSchema, SuspectSchema]),
  /** Findings of requirements that neither breaks. */
  others: z.array(SightingSchema),
  ...effort,
});

/** A server that differs only where the document leaves a choice, or two such differences on one server. */
const VariantOutcomeSchema = z.strictObject({
  kind: z.literal('variant'),
  /** One variant, or the two that were combined. */
  variants: z.array(z.string()),
  /** `failed`: a documented finding. */
  status: z.enum(['passed', 'failed', 'errored']),
  /** Documented findings. */
  others: z.array(SightingSchema),
  reason: z.string().exactOptional(),
  ...effort,
});

const sound = {
  kind: z.literal('sound'),
  seed: Count,
  /** `failed`: a finding, or a requirement that a check covers was not exercised. */
  status: z.enum(['passed', 'failed', 'errored']),
  verdict: z.enum(['conformant', 'partial', 'non-conformant', 'incomplete', 'error']),
  others: z.array(SightingSchema),
  reason: z.string().exactOptional(),
  ...effort,
};

const SoundEntrySchema = z.strictObject(sound);

const described = {
  title: z.string(),
  area: z.string(),
  /** Requirements that the fault breaks, the nearest first. */
  breaks: z.array(z.string()),
};

const FaultEntrySchema = z.strictObject({ ...FaultOutcomeSchema.shape, ...described });

const RequirementEntrySchema = z.strictObject({
  id: z.string(),
  level: Level,
  section: z.string(),
  statement: z.string(),
  /** Faults of the whole catalogue that break it. */
  faults: z.array(z.string()),
  /** Checks that cover it. */
  checks: z.array(z.string()),
  /** Faults of this self-test whose finding names it. */
  seenBrokenBy: z.array(z.string()),
  /** In the sound run that evaluated it least; absent without a sound run. */
  leastEvaluations: Count.exactOptional(),
});

const CheckEntrySchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  kind: z.enum(['example', 'property', 'model']),
  /** Faults that it was run on because it covers a requirement that they break. */
  tried: Count,
  caught: Count,
  /** Faults that no other check caught. */
  alone: Count,
  /** Faults that no other check saw earlier. */
  first: Count,
});

export const SelftestRecordSchema = z.strictObject({
  schemaVersion: z.literal(1),
  tool: z.strictObject({ name: z.string(), version: z.string() }),
  machine: z.strictObject({ cores: Count, cpu: z.string(), node: z.string() }),
  run: z.strictObject({
    startedAt: z.iso.datetime(),
    durationMillis: Millis,
    seed: Count,
    jobs: Count,
    /** Profiles of the faults and pairs, and of the sound server. */
    profiles: z.strictObject({ faults: Profile, sound: Profile }),
    trials: Count,
    /** Each fault was run until it was caught. Absent when every check that covers a requirement that it breaks was run. */
    failFast: z.literal(true).exactOptional(),
    /** The servers were reached through an adapter, as those of somebody else. */
    throughAdapter: z.literal(true).exactOptional(),
    /** Whether every trial was made. */
    complete: z.boolean(),
  }),
  totals: z.strictObject({
    /** Trials. */
    passed: Count,
    failed: Count,
    faults: z.strictObject({
      caught: Count,
      unrepeatable: Count,
      warned: Count,
      misattributed: Count,
      missed: Count,
      errored: Count,
    }),
    pairs: z.strictObject({ caught: Count, failed: Count }),
    sound: z.strictObject({ passed: Count, failed: Count, errored: Count }),
    /** Single variants, and combinations of two. */
    variants: z.strictObject({ passed: Count, failed: Count, errored: Count }),
    /** The share of the faults with a finding whose finding names a requirement that the fault breaks. */
    attribution: z.number().min(0).max(1).nullable(),
    /** Over the faults that were caught; null when none was. */
    median: z
      .strictObject({ requests: Millis, millis: Millis, steps: Millis, durationMillis: Millis })
      .nullable(),
  }),
  faults: z.array(FaultEntrySchema),
  pairs: z.array(PairOutcomeSchema),
  sound: z.array(SoundEntrySchema),
  variants: z.array(VariantOutcomeSchema),
  /** The requirements that can be tested. */
  requirements: z.array(RequirementEntrySchema),
  checks: z.array(CheckEntrySchema),
});

export type Sighting = z.infer<typeof SightingSchema>;
export type FaultStatus = z.infer<typeof FaultStatusSchema>;
export type Suspect = z.infer<typeof SuspectSchema>;
export type FaultOutcome = z.infer<typeof FaultOutcomeSchema>;
export type PairOutcome = z.infer<typeof PairOutcomeSchema>;
export type VariantOutcome = z.infer<typeof VariantOutcomeSchema>;
export type SoundEntry = z.infer<typeof SoundEntrySchema>;
export type FaultRecord = z.infer<typeof FaultEntrySchema>;
export type RequirementEntry = z.infer<typeof RequirementEntrySchema>;
export type CheckEntry = z.infer<typeof CheckEntrySchema>;
export type SelftestRecord = z.infer<typeof SelftestRecordSchema>;

/** As a worker reports it: with the number of evaluations by requirement. */
export interface SoundOutcome extends SoundEntry {
  readonly evaluations: Readonly<Record<string, number>>;
}

export type TrialOutcome = SoundOutcome | FaultOutcome | PairOutcome | VariantOutcome;

/** Whether the suite did its job on this server. */
export function isGood(outcome: TrialOutcome): boolean {
  switch (outcome.kind) {
    case 'sound':
    case 'variant':
      return outcome.status === 'passed';
    case 'fault':
      return outcome.status === 'caught' || outcome.status === 'warned';
    case 'pair':
      return outcome.faults.every(({ status }) => status === 'caught');
  }
  return outcome satisfies never;
}

/**
 * Reads a selftest.json.
 *
 * @throws Error that names the offending place and the remedy
 */
export function parseRecord(text: string): SelftestRecord {
  const remedy = 'give the selftest.json that `conformance selftest` of this version wrote';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error(`Failed to read the self-test: the text is not JSON: ${remedy}`, { cause });
  }
  const parsed = SelftestRecordSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? 'the root' : issue.path.join('.');
  throw new Error(`Failed to read the self-test: ${place}: ${issue?.message ?? 'not valid'}: ${remedy}`);
}
