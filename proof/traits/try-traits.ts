/** Runs the suite against a server behind a relay with some traits. */
import { asDescribed } from '../../conformance/target/as-described.ts';
import { allChecks } from '../../conformance/all-checks.ts';
import type { Results } from '../../conformance/engine/results.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import type { OpenTarget, Target } from '../../conformance/target/target.ts';
import { collectResults } from '../../src/collect-results.ts';
import { openEmbeddedThread } from '../../src/targets/embedded-target.ts';
import { tool } from '../../src/tool.ts';
import { startRelay } from './relay.ts';
import { traits } from './traits.ts';

/** A stranger has keys only; a friend is connected, with its controls. */
export const modes = ['stranger', 'friend'] as const;
export type Mode = (typeof modes)[number];

/** The reference server as a run sees a server that it knows nothing about. */
export async function openReference(mode: Mode): Promise<OpenTarget> {
  const { target, close } = await openEmbeddedThread({ control: true });
  const { controls, clock: _clock, known: _known, data, ...common } = target;
  const live: Target = { ...common, kind: 'live', controls: {} };
  return { target: mode === 'stranger' ? live : { ...live, controls, operations: asDescribed, ...(data && { data }) }, close };
}

/** @param ids of traits; none for what the server does without them */
export async function tryTraits(ids: readonly string[], open: () => Promise<OpenTarget>): Promise<Results> {
  const { target, close } = await open();
  const chosen = ids.flatMap((id) => traits[id] ?? []);
  const relay = await startRelay(target.baseUrl, chosen);
  try {
    const options = { checks: allChecks, seed: 1, profile: 'standard', concurrency: 4, tool } as const;
    return await collectResults(runConformance({ ...options, target: { ...target, baseUrl: relay.url } }));
  } finally {
    await relay.close();
    await close();
  }
}
