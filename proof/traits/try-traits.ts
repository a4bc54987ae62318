/** Runs the suite against a server behind a relay that gives it some traits. */
import { allChecks } from '../../conformance/all-checks.ts';
import type { ProfileName } from '../../conformance/engine/events.ts';
import type { Results } from '../../conformance/engine/results.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import { asDescribed } from '../../conformance/target/as-described.ts';
import type { OpenTarget, Target } from '../../conformance/target/target.ts';
import { collectResults } from '../../src/collect-results.ts';
import { openEmbeddedThread } from '../../src/targets/embedded-target.ts';
import { tool } from '../../src/tool.ts';
import { startRelay } from './relay.ts';
import type { Trait } from './trait.ts';
import { traits } from './traits.ts';

/** A stranger is known by its keys alone; a friend is connected, with controls. */
export const modes = ['stranger', 'friend'] as const;
export type Mode = (typeof modes)[number];

/** One run, in a form that a worker process can take and return. */
export interface TraitTrial {
  readonly ids: readonly string[];
  readonly mode: Mode;
  readonly profile: ProfileName;
}

export interface Outcome {
  readonly exercised: readonly string[];
  /** Documented findings. */
  readonly findings: readonly string[];
  /** Checks that ended with an error, each with the error. */
  readonly errors: readonly string[];
  readonly seconds: number;
  /** Traits that changed nothing. */
  readonly idle: readonly string[];
}

/** The reference server, as a run sees a server of somebody else. */
async function openReference(mode: Mode): Promise<OpenTarget> {
  const { target, close } = await openEmbeddedThread({ control: true });
  const { controls, clock: _, known: __, data, ...common } = target;
  const stranger: Target = { ...common, kind: 'live', controls: {} };
  const friend: Target = { ...stranger, controls, operations: asDescribed, ...(data && { data }) };
  return { target: mode === 'stranger' ? stranger : friend, close };
}

export function outcomeOf(
  { requirements, findings, checks, run }: Results,
  idle: readonly string[],
): Outcome {
  return {
    exercised: requirements.flatMap(({ id, level, status }) =>
      level === 'documented' && (status === 'passed' || status === 'failed') ? [id] : [],
    ),
    findings: findings.flatMap(({ level, requirement, check, expected, actual }) =>
      level === 'documented' ? [`${requirement} in ${check}: expected ${expected}; actual ${actual}`] : [],
    ),
    errors: checks.flatMap(({ id, error }) => (error === undefined ? [] : [`${id}: ${error}`])),
    seconds: run.durationMillis / 1_000,
    idle,
  };
}

/** @throws Error if there is no such trait */
export function chosenTraits(ids: readonly string[]): ReadonlyMap<string, Trait> {
  return new Map(
    ids.map((id) => {
      const trait = traits[id];
      if (trait === undefined) throw new Error(`There is no trait "${id}".`);
      return [id, trait];
    }),
  );
}

export async function tryTraits({ ids, mode, profile }: TraitTrial, checks = allChecks): Promise<Outcome> {
  const { target, close } = await openReference(mode);
  const relay = await startRelay(target.baseUrl, chosenTraits(ids));
  try {
    const options = { checks, seed: 1, profile, concurrency: 4, tool } as const;
    const events = runConformance({ ...options, target: { ...target, baseUrl: relay.url } });
    return outcomeOf(await collectResults(events), relay.idle());
  } finally {
    await relay.close();
    await close();
  }
}
