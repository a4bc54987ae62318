/** Runs a tool against one server. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fill, runCommand } from './command.ts';
import { describe, idsOn } from './describe.ts';
import { reportsOf, type Trial } from './score.ts';
import type { BenchmarkServer } from './servers.ts';

const root = resolve(import.meta.dirname, '../..');

export interface TrialOptions {
  readonly seed: number;
  readonly limitSeconds: number;
}

/**
 * @param command with placeholders
 * @returns the trial, and what the tool printed
 */
export async function tryTool(
  command: string,
  server: BenchmarkServer,
  { seed, limitSeconds }: TrialOptions,
): Promise<Trial & { readonly output: string }> {
  await using opened = await server.open();
  const { baseUrl: url, credentials } = opened.target;
  const key = credentials.platformToken ?? '';
  // Empty for each run, so that nothing is carried from one to the next.
  const folder = mkdtempSync(join(tmpdir(), 'benchmark-'));
  const spec = join(folder, 'openapi.json');
  const junit = join(folder, 'junit.xml');
  try {
    writeFileSync(spec, JSON.stringify(describe(url, await idsOn(opened.behind, key))));
    const line = fill(command, { url, spec, key, seed: String(seed), junit, root });
    const begun = performance.now();
    const { output, ...ended } = await runCommand(line, folder, limitSeconds);
    const seconds = (performance.now() - begun) / 1000;
    const report = existsSync(junit) ? readFileSync(junit, 'utf8') : undefined;
    const { id, kind } = server;
    return {
      server: { id, kind },
      reports: reportsOf(ended, report),
      isShown: (opened.deeds?.changes ?? 0) > 0,
      isCut: ended.isCut,
      ...{ seconds, output },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
