/** Runs checks until a requirement is broken, without looking for a short counterexample. */

import { aroundEach, withCases } from '../../conformance/engine/check.ts';
import { messageOf } from '../../conformance/engine/errors.ts';
import { CaseEnded, Violation } from '../../conformance/engine/outcome.ts';
import type { Check } from '../../conformance/provider/check.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import type { Target } from '../../conformance/target/target.ts';
import { findRequirement } from '../../openapi/catalogue.ts';
import { collectResults } from '../../src/collect-results.ts';
import { type EmbeddedOptions, openEmbeddedTarget } from '../../src/targets/embedded-target.ts';
import { tool } from '../../src/tool.ts';

const seed = 1;

/** Cases that could not go on, after which a run is given up. */
const failuresAtMost = 5;

export interface Sight {
  /**
   * - `found`: a requirement that counts is broken.
   * - `troubled`: no such finding, but a warning of a requirement that counts; or the run could not go on.
   * - `silent`: the target conforms.
   */
  readonly status: 'found' | 'troubled' | 'silent';
  /** The check that noticed, where it was one. */
  readonly check?: string;
  readonly requirement?: string;
  readonly message: string;
  /** Each requirement that counts and is broken, with the check that found it first. */
  readonly broken: Readonly<Record<string, string>>;
  /** The requirements that were evaluated; not all of them when the run ended early. */
  readonly evaluated: readonly string[];
  /** The transitions that were taken, as `machine/id`. */
  readonly taken: readonly string[];
}

const nothing = { evaluated: [], taken: [], broken: {} };

/** Whether a requirement is more than assumed, so that a server that breaks it is not as the document says. */
const isSettled = (requirement: string) => findRequirement(requirement)?.level !== 'assumed';

/**
 * Runs checks one after the other on a fresh embedded server.
 *
 * @param isComplete whether every check runs until it finds something, or only the first one that does.
 * @param counts whether a violation of a requirement is a finding.
 * @param configure changes what the target offers.
 */
export async function firstFinding(
  checks: readonly Check[],
  isComplete: boolean,
  server: Pick<EmbeddedOptions, 'fault' | 'environment' | 'access'> = {},
  counts: (requirement: string) => boolean = isSettled,
  configure: (target: Target) => Target = (target) => target,
): Promise<Sight> {
  let failures = 0;
  const found = new Map<string, Violation>();
  const enough = new AbortController();
  const watched = checks.map(
    (check): Check =>
      withCases(check, (cases) =>
        aroundEach(cases, (body) => async (scenario) => {
          // Shorter cases, which are not looked for.
          if (found.has(check.id)) return;
          try {
            await body(scenario);
          } catch (error) {
            if (error instanceof Violation && counts(error.requirement)) {
              found.set(check.id, error);
              if (!isComplete) enough.abort();
            }
            // With a server that fails everywhere a run would take minutes to say so.
            else if (!(error instanceof Violation || error instanceof CaseEnded)) {
              failures += 1;
              if (failures === failuresAtMost) enough.abort();
            }
            throw error;
          }
        }),
      ),
  );
  const open = await openEmbeddedTarget({ control: true, ...server }).catch(messageOf);
  if (typeof open === 'string') {
    return { status: 'troubled', message: `the server does not start: ${open}`, ...nothing };
  }
  const { target, close } = open;
  try {
    const { signal } = enough;
    const options = {
      target: configure(target),
      checks: watched,
      profile: 'standard',
      concurrency: 1,
      signal,
      // A server in this thread comes back at once or never.
      recovery: { seconds: 0.5, pauseMillis: 100 },
    } as const;
    // Such as a judgement of a rule that there is not.
    const results = await collectResults(runConformance({ ...options, seed, tool })).catch(messageOf);
    if (typeof results === 'string') {
      return { status: 'troubled', message: results, ...nothing };
    }
    const evaluated = results.requirements.filter(({ evaluations }) => evaluations > 0).map(({ id }) => id);
    // The first finder of each is written last.
    const broken = Object.fromEntries(
      [...found].toReversed().map(([check, { requirement }]) => [requirement, check]),
    );
    const seen = { evaluated, taken: Object.keys(results.coverage.transitions), broken };
    const [first] = found;
    if (first !== undefined) {
      const [check, { requirement, message }] = first;
      return { status: 'found', check, requirement, message, ...seen };
    }
    const errored = results.checks.find(({ error }) => error !== undefined);
    if (errored?.error !== undefined) {
      return { status: 'troubled', check: errored.id, message: errored.error, ...seen };
    }
    if (results.reason !== undefined) return { status: 'troubled', message: results.reason, ...seen };
    const warned = results.requirements.find(({ id, warning }) => warning !== undefined && counts(id));
    if (warned?.warning !== undefined)
      return { status: 'troubled', message: `${warned.id}: ${warned.warning}`, ...seen };
    return { status: 'silent', message: 'nothing was seen', ...seen };
  } finally {
    await close();
  }
}
