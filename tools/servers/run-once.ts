/** One run of the suite against one of these servers. */
import { join } from 'node:path';
import { allChecks } from '../../conformance/all-checks.ts';
import type { ProfileName } from '../../conformance/engine/events.ts';
import type { Results } from '../../conformance/engine/results.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import { startRelay } from '../../proof/traits/relay.ts';
import { chosenTraits } from '../../proof/traits/try-traits.ts';
import { loadConfig } from '../../src/cli/config-file.ts';
import { collectResults } from '../../src/collect-results.ts';
import { resolveRun } from '../../src/config/settings.ts';
import { openingOf } from '../../src/targets/open-target.ts';
import { tool } from '../../src/tool.ts';
import type { Mode } from './judge.ts';
import { keys, quotas, type ServerName, startServer } from './start.ts';

export interface ServerRun {
  readonly name: ServerName;
  readonly mode: Mode;
  readonly seed: number;
  readonly profile: ProfileName;
  /** Traits that a relay in front of the server gives it. */
  readonly traits: readonly string[];
  /** The server keeps its quotas, and the run stays within them. */
  readonly withinQuotas?: boolean;
}

async function settingsFor({ name, mode, seed, profile }: ServerRun, baseUrl: string) {
  const { adapter, ...config } = await loadConfig(join(import.meta.dirname, name, 'conformance.config.ts'));
  const connected = mode === 'connected' && adapter !== undefined ? { ...config, adapter } : config;
  return resolveRun({ baseUrl, profile, seed, control: true }, connected, keys, () => seed);
}

export async function runOnce(run: ServerRun): Promise<Results> {
  const { withinQuotas = false } = run;
  const server = await startServer(run.name, withinQuotas ? quotas : undefined);
  const relay = await startRelay(server.baseUrl, chosenTraits(run.traits));
  try {
    const settings = await settingsFor(run, run.traits.length > 0 ? relay.url : server.baseUrl);
    const { profile, concurrency } = settings;
    const target = await openingOf(settings.target);
    const { seed } = run;
    const options = { target, checks: allChecks, seed, profile, concurrency, tool, tries: 'lines' } as const;
    const limits = withinQuotas ? { maxBusinesses: Number(quotas.BUSINESSES) } : {};
    return await collectResults(runConformance({ ...options, ...limits }));
  } finally {
    await relay.close();
    await server.stop();
  }
}
