/** Measures how soon a run sees a fault. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { allChecks } from '../../conformance/all-checks.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import type { RequirementId } from '../../openapi/catalogue.ts';
import { openEmbeddedTarget } from '../../src/targets/embedded-target.ts';
import { tool } from '../../src/tool.ts';
import { faultById } from '../faults/index.ts';

export interface FirstSight {
  /** Sent by the whole run, controls included, until the first finding that the fault explains was reported. */
  readonly requests: number;
  readonly check: string;
  readonly requirement: RequirementId;
}

const contractChecks = allChecks.filter(({ kind }) => kind !== 'model');

/** @returns undefined when the run ends without such a finding */
export async function firstSightOf(faultId: string, seed: number): Promise<FirstSight | undefined> {
  const fault = faultById(faultId);
  const { target, close } = await openEmbeddedTarget({ control: true, fault });
  let requests = 0;
  const count = (message: unknown) => {
    // Messages of undici on this channel; the server uses it too, for its deliveries.
    const { request } = message as { request: { origin: string | URL } };
    if (new URL(request.origin).origin === target.baseUrl) requests += 1;
  };
  subscribe('undici:request:create', count);
  try {
    const events = runConformance({
      target,
      checks: contractChecks,
      seed,
      profile: 'standard',
      // Otherwise other checks work while one waits to ask again, and the requests say nothing about the time.
      concurrency: 1,
      tool,
    });
    for await (const event of events) {
      if (event.type !== 'finding-reported') continue;
      const { requirement, check } = event.finding;
      const broken = fault.breaks.find((id) => id === requirement);
      if (broken !== undefined) return { requests, check, requirement: broken };
    }
    return undefined;
  } finally {
    unsubscribe('undici:request:create', count);
    await close();
  }
}
