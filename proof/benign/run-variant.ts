/** Runs the suite against variants that differ only where the document leaves a choice, alone and two at a time. */
import { allChecks } from '../../conformance/all-checks.ts';
import { type Profile, profiles, withCases } from '../../conformance/engine/check.ts';
import type { ProfileName } from '../../conformance/engine/events.ts';
import type { Results } from '../../conformance/engine/results.ts';
import type { Check } from '../../conformance/provider/check.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import type { Target } from '../../conformance/target/target.ts';
import { collectResults } from '../../src/collect-results.ts';
import { openEmbeddedTarget } from '../../src/targets/embedded-target.ts';
import { tool } from '../../src/tool.ts';
import { collidingPlaces, mergeOverrides } from '../faults/combine.ts';
import { place } from '../faults/place.ts';
import { startFront } from './front.ts';
import type { BenignVariant } from './variant.ts';
import { benignGroups } from './variants.ts';

/** The first cases already show how a variant differs; more cases would only take time. */
const mostCases = { example: 1, property: 2 };
const mostModelCases = (profile: Profile) => (profile === profiles.smoke ? 4 : 9);

/** @param runsOf how many of the generated cases to run, of those that the check has */
export const limited = (check: Check, runsOf: (runs: number, profile: Profile) => number): Check =>
  withCases(check, (cases, { profile }) =>
    cases.type === 'generated' ? { ...cases, runs: runsOf(cases.runs, profile) } : cases,
  );

/** @param modelCases for a group whose differences the first cases of a model do not show */
const briefly =
  (modelCases?: number) =>
  (check: Check): Check =>
    limited(check, (runs, profile) =>
      check.kind === 'model'
        ? (modelCases ?? Math.min(runs, mostModelCases(profile)))
        : Math.min(runs, mostCases[check.kind]),
    );

/** A variant with the checks that can see it. */
export interface NamedVariant extends BenignVariant {
  readonly id: string;
  readonly checks: readonly Check[];
  /** Place of its group in the list of groups. */
  readonly group: number;
}

export const variants: readonly NamedVariant[] = benignGroups.flatMap((group, index) => {
  const seeing = allChecks.filter(({ id }) => group.checks.test(id)).map(briefly(group.modelCases));
  return Object.entries(group.variants).map(([id, variant]) => ({
    ...variant,
    id,
    checks: seeing,
    group: index,
  }));
});

/** Whether two variants can be on one server: they replace different parts. */
function fitTogether(left: NamedVariant, right: NamedVariant): boolean {
  if (left.group === right.group || left.alone || right.alone) return false;
  const isShared = (part: 'front' | 'operations') => left[part] !== undefined && right[part] !== undefined;
  if (isShared('front') || isShared('operations')) return false;
  return collidingPlaces(left.overrides ?? {}, right.overrides ?? {}).length === 0;
}

/**
 * Combinations of two variants of different areas.
 *
 * @param seed the same seed gives the same combinations
 * @param most how many; fewer where the variants give no more
 */
export function chooseCombinations(seed: number, most: number): readonly (readonly [string, string])[] {
  const all = variants.flatMap((left, index) =>
    variants
      .slice(index + 1)
      .filter((right) => fitTogether(left, right))
      .map((right) => [left.id, right.id] as const),
  );
  const places = new Map(all.map((pair) => [pair, place(seed, pair.join(' + '))]));
  return all.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0)).slice(0, most);
}

/** @throws Error when there is no such variant */
function variantById(id: string): NamedVariant {
  const found = variants.find((variant) => variant.id === id);
  if (found === undefined) throw new Error(`There is no benign variant "${id}".`);
  return found;
}

function combine(left: NamedVariant, right: NamedVariant): NamedVariant {
  const front = left.front ?? right.front;
  const operations = left.operations ?? right.operations;
  const seen = new Set(left.checks.map(({ id }) => id));
  return {
    id: `${left.id} + ${right.id}`,
    group: left.group,
    checks: [...left.checks, ...right.checks.filter(({ id }) => !seen.has(id))],
    overrides: mergeOverrides(left.overrides ?? {}, right.overrides ?? {}),
    ...(front && { front }),
    ...(operations && { operations }),
    target: (target) => {
      const once = left.target?.(target) ?? target;
      return right.target?.(once) ?? once;
    },
  };
}

interface VariantOptions {
  readonly seed: number;
  readonly profile: ProfileName;
  /** @defaultValue those that can see the variants */
  readonly checks?: readonly Check[];
  /** Stands between the suite and the server. @returns its address */
  readonly before?: (baseUrl: string) => Promise<string>;
}

interface VariantServer extends AsyncDisposable {
  readonly target: Target;
  /** Address of the server behind the front, if there is one. */
  readonly behind: string;
}

/** @param seedData whether there is example content in its businesses */
export async function openVariant(
  { id, overrides = {}, front, operations }: BenignVariant & { readonly id: string },
  seedData = false,
): Promise<VariantServer> {
  const { target, close } = await openEmbeddedTarget({ control: true, seedData, fault: { id, overrides } });
  const before = front && (await startFront(target.baseUrl, front));
  return {
    target: { ...target, baseUrl: before?.url ?? target.baseUrl, ...(operations && { operations }) },
    behind: target.baseUrl,
    [Symbol.asyncDispose]: async () => {
      await before?.close();
      await close();
    },
  };
}

/** Runs the checks that can see one variant, or two of them on one server. */
export async function runVariants(
  ids: readonly string[],
  { seed, profile, checks: given, before: observe = async (baseUrl) => baseUrl }: VariantOptions,
): Promise<Results> {
  const variant = ids.map(variantById).reduce(combine);
  await using server = await openVariant(variant);
  const seen = { ...server.target, baseUrl: await observe(server.target.baseUrl) };
  return await collectResults(
    runConformance({
      target: variant.target?.(seen) ?? seen,
      checks: given ?? variant.checks,
      ...{ seed, profile, concurrency: 4, tool },
    }),
  );
}
