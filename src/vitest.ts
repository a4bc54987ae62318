/** Registers the suite in the Vitest run of another project: `workforce-conformance/vitest`. */
import './node-version.ts';
import { afterAll, beforeAll, describe, type TestContext, test } from 'vitest';
import { allChecks } from '../conformance/all-checks.ts';
import type { Finding } from '../conformance/engine/finding.ts';
import type { RequirementResult } from '../conformance/engine/requirement-results.ts';
import type { Results } from '../conformance/engine/results.ts';
import { runConformance } from '../conformance/provider/run.ts';
import { businessesOf, checksOf } from '../conformance/smoke.ts';
import type { Credentials } from '../conformance/target/target.ts';
import { type Requirement, requirements } from '../openapi/catalogue.ts';
import { worstFirst } from '../reports/findings.ts';
import { transcript } from '../reports/transcript.ts';
import { collectResults } from './collect-results.ts';
import { parseConfig } from './config/parse-config.ts';
import type { ConformanceConfig } from './config/schema.ts';
import { selectById } from './config/select-by-id.ts';
import { resolveRun } from './config/settings.ts';
import { RequirementBroken } from './requirement-broken.ts';
import { openingOf } from './targets/open-target.ts';
import { tool } from './tool.ts';

/** A server that was started for the suite. */
export interface StartedServer {
  readonly baseUrl: string;
  /** Keys of this server, where they are not taken from the environment. */
  readonly credentials?: Credentials;
  readonly close?: () => Promise<void>;
}

/** Everything that a configuration file may say, and: */
export interface ConformanceSuiteOptions extends ConformanceConfig {
  /** @defaultValue 'conformance' */
  readonly name?: string;
  /**
   * Starts the server before the first test and returns its address. Without it and `baseUrl`, the reference server is
   * tested.
   */
  readonly start?: () => Promise<StartedServer>;
  /**
   * Only checks whose id matches, such as `payroll.*`; then only requirements that these cover are registered. Without it,
   * the checks of the profile run, within the limits of `conformance run`.
   */
  readonly checks?: readonly string[];
  /** Time for the whole run. @defaultValue 300000 */
  readonly timeoutMillis?: number;
}

async function judge(
  { status, reason = '', level }: RequirementResult,
  findings: readonly Finding[],
  { skip, annotate }: TestContext,
): Promise<void> {
  switch (status) {
    case 'passed':
      return;
    case 'failed':
      throw new RequirementBroken(findings);
    case 'warned':
      // Assumed, so not required.
      for (const finding of findings) await annotate(transcript(finding), level);
      return;
    case 'untestable':
    case 'not-exercised':
      return skip(reason);
    case 'errored':
      throw new Error(reason);
    default:
      throw new Error(`There is no status ${status satisfies never}`);
  }
}

async function tryTarget(
  options: ConformanceSuiteOptions,
  started: StartedServer | undefined,
): Promise<Results> {
  const { name: _name, start: _start, checks: patterns, timeoutMillis: _timeout, ...given } = options;
  const baseUrl = started?.baseUrl ?? given.baseUrl;
  const config = parseConfig({ ...given, ...(baseUrl !== undefined && { baseUrl }) }, 'conformanceSuite');
  // The seed is fixed by default, because people ignore tests that fail only sometimes.
  const settings = resolveRun({ control: true }, config, process.env, () => 1);
  const { seed, profile, concurrency, strictToTheLetter, rate, maxRequests } = settings;
  const isOfProfile = patterns === undefined || patterns.length === 0;
  const checks = isOfProfile ? checksOf(profile, allChecks) : selectById(allChecks, patterns, 'check');
  const { maxBusinesses = isOfProfile ? businessesOf(profile) : undefined } = settings;
  const credentials = { ...settings.target.credentials, ...started?.credentials };
  const target = await openingOf({ ...settings.target, credentials });
  const limits = {
    ...(rate !== undefined && { rate }),
    ...(maxRequests !== undefined && { maxRequests }),
    ...(maxBusinesses !== undefined && { maxBusinesses }),
  };
  const run = { target, checks, seed, profile, concurrency, tool, ...limits };
  return collectResults(runConformance({ ...run, strictToTheLetter, tries: 'lines' }));
}

function registered(patterns: readonly string[] = []): readonly Requirement[] {
  if (patterns.length === 0) return requirements;
  const covered = new Set(selectById(allChecks, patterns, 'check').flatMap(({ covers }) => covers));
  return requirements.filter(({ id }) => covered.has(id));
}

/**
 * Registers one test per requirement. The suite runs once, before the first of them; a test then fails with the
 * shortest conversation that breaks its requirement, or is skipped with the reason why it could not be exercised.
 *
 * @throws ConformanceError when a pattern in `checks` matches nothing
 *
 * @example
 * conformanceSuite({
 *   start: async () => {
 *     const server = await startMyServer({ port: 0 });
 *     return { baseUrl: server.url, credentials: { platformToken: server.key }, close: () => server.close() };
 *   },
 *   profile: 'smoke',
 * });
 */
export function conformanceSuite(options: ConformanceSuiteOptions = {}): void {
  const { name = 'conformance', start, checks, timeoutMillis = 300_000 } = options;
  const entries = registered(checks);
  describe(name, () => {
    let started: StartedServer | undefined;
    let results: Results | undefined;
    beforeAll(async () => {
      started = await start?.();
      results = await tryTarget(options, started);
      const { verdict, reason = verdict } = results;
      if (verdict === 'error') throw new Error(`The suite could not be run: ${reason}`);
    }, timeoutMillis);
    afterAll(() => started?.close?.());
    for (const { id, statement } of entries) {
      test(`${id} ${statement}`, async (context) => {
        const entry = results?.requirements.find((result) => result.id === id);
        if (entry === undefined) throw new Error(`The run says nothing of ${id}`);
        const findings = worstFirst(results?.findings ?? []).filter(({ requirement }) => requirement === id);
        await judge(entry, findings, context);
      });
    }
  });
}
