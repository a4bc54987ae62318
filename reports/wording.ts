/** Wording of results that every report shares. */

import { styleText } from 'node:util';
import type { ClaimResult, ClaimStatus } from '../conformance/engine/basis.ts';
import type { RunStarted, Verdict } from '../conformance/engine/events.ts';
import type { Results } from '../conformance/engine/results.ts';

/** Who conforms or not, by what was tested. */
const tested = {
  target: ['The target conforms', 'The target does not conform'],
  embedded: ['The embedded reference server conforms', 'The embedded reference server does not conform'],
  receiver: ['The receiver conforms', 'The receiver does not conform'],
  clients: ['The clients conform', 'The clients do not conform'],
} as const;

/** Whether the run tested the embedded reference server, because nobody named an address. */
const isEmbedded = ({ target, run }: Pick<RunStarted, 'target' | 'run'>): boolean =>
  target.kind === 'reference' &&
  run.invocation !== undefined &&
  run.invocation.options['base-url'] === undefined;

const whyEmbedded = 'no --base-url, and no configuration names an address';

/** Beside the address of the embedded server, which looks like any other. */
export const embeddedNote = `embedded reference server: ${whyEmbedded}`;

/** The name of a target on a line, with its address once that is known. */
export function nameOfTarget({
  target,
  run,
}: Pick<RunStarted, 'target' | 'run'>): readonly [name: string, note: string] {
  if (!isEmbedded({ target, run })) return [target.baseUrl, ''];
  return /^https?:/.test(target.baseUrl)
    ? [target.baseUrl, ` (${embeddedNote})`]
    : ['embedded reference server', ` (${whyEmbedded})`];
}

function testedBy(results: Pick<RunStarted, 'target' | 'run'>): keyof typeof tested {
  const { kind } = results.target;
  if (kind === 'clients' || kind === 'receiver') return kind;
  return isEmbedded(results) ? 'embedded' : 'target';
}

/** The verdict as a headline. */
export function headline(verdict: Verdict, of: keyof typeof tested = 'target'): string {
  switch (verdict) {
    case 'conformant':
      return tested[of][0];
    case 'partial':
      return 'Nothing failed, but some requirements were not exercised';
    case 'non-conformant':
      return tested[of][1];
    case 'incomplete':
      return 'The run did not finish';
    case 'error':
      return 'The run could not judge the target';
  }
  return verdict satisfies never;
}

const sentence = (parts: readonly string[]): string => {
  const text = parts.join('; ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** What a run says about the scopes that were claimed, such as `Conformant for payouts (41 of 41)`. */
export function claimsLine(claims: readonly ClaimResult[]): string {
  const list = (status: ClaimStatus, of: (claim: ClaimResult) => string) =>
    claims.filter((claim) => claim.status === status).map((claim) => `${claim.scope} (${of(claim)})`);
  const all = [
    [
      'not conformant for',
      list('broken', ({ failed, testable }) => `${failed.length} of ${testable} failed`),
    ],
    [
      'no claim for',
      list('open', ({ missing, testable }) => `${missing.length} of ${testable} not exercised`),
    ],
    ['conformant for', list('made', ({ passed, testable }) => `${passed} of ${testable}`)],
  ] as const;
  const and = new Intl.ListFormat('en');
  return sentence(
    all.filter(([, names]) => names.length > 0).map(([lead, names]) => `${lead} ${and.format(names)}`),
  );
}

/** The verdict of results as a headline; names the claims, the shard and known failures. */
export function headlineOf(results: Results): string {
  const { verdict, run, requirements, claims } = results;
  const isJudged = verdict !== 'incomplete' && verdict !== 'error' && run.shard === undefined;
  if (claims !== undefined && isJudged) return claimsLine(claims);
  if (verdict !== 'partial') return headline(verdict, testedBy(results));
  const { shard } = run;
  const isKnown = requirements.some(
    ({ status, known, outside }) => status === 'failed' && known !== undefined && outside === undefined,
  );
  const errored = requirements.filter(({ status }) => status === 'errored').length;
  if (errored > 0) return `Errors kept ${plural(errored, 'requirement')} from being judged`;
  const failed = isKnown ? 'Nothing failed beyond the known failures' : 'Nothing failed';
  if (shard !== undefined) return `${failed} in shard ${shard.index} of ${shard.count}`;
  return isKnown ? failed : headline(verdict);
}

/** Documented requirements on the list of known failures that failed. */
function knownFailed({ requirements }: Results): number {
  return requirements.filter(
    ({ level, status, known, outside }) =>
      level === 'documented' && status === 'failed' && known !== undefined && outside === undefined,
  ).length;
}

/** Counts of the documented requirements, which alone decide the verdict. */
export interface Figures {
  readonly passed: number;
  readonly failed: number;
  /** Includes errored requirements. */
  readonly notExercised: number;
  readonly errored: number;
  readonly untestable: number;
  /** Requirements that a suite can check. */
  readonly testable: number;
}

export function documentedFigures({ totals: { documented } }: Pick<Results, 'totals'>): Figures {
  const notExercised = documented.notExercised + documented.errored;
  const { passed, failed, errored, untestable } = documented;
  return {
    passed,
    failed,
    notExercised,
    errored,
    untestable,
    testable: passed + failed + documented.warned + notExercised,
  };
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** What failed, and the reasons why something has no result, beyond what is claimed or in the set. */
function claimsExplained({ claims = [], requirements }: Results): string {
  const first = claims.flatMap(({ missing }) => missing)[0];
  const entry = requirements.find(({ id }) => id === first);
  const why = entry === undefined ? '' : ` ${entry.id} was not exercised: ${entry.reason ?? ''}`;
  const beyond = requirements.filter(({ outside, status }) => outside !== undefined && status === 'failed');
  const others = beyond.length === 0 ? '' : ` ${plural(beyond.length, 'other requirement')} failed.`;
  return `${why}${others}`;
}

/** One sentence beneath the headline. */
export function explanation(results: Results): string {
  return `${ofVerdict(results)}${claimsExplained(results)}`;
}

function ofVerdict(results: Results): string {
  const { passed, failed, notExercised, testable } = documentedFigures(results);
  const rest =
    notExercised === 0 ? '' : ` ${notExercised} ${notExercised === 1 ? 'was' : 'were'} not exercised.`;
  const known = knownFailed(results);
  const asKnown = known === 0 ? '' : ` ${known} failed and ${known === 1 ? 'is' : 'are'} listed as known.`;
  switch (results.verdict) {
    case 'conformant':
      return results.claims === undefined
        ? `Every documented requirement that can be tested passed: ${passed} of ${testable}.`
        : `Every claimed requirement that can be tested passed: ${passed} of ${testable}.`;
    case 'partial':
      return `${passed} of ${testable} documented requirements passed.${asKnown}${rest}`;
    case 'non-conformant':
      return `${failed} of ${testable} documented requirements failed, ${passed} passed.${asKnown}${rest}`;
    case 'incomplete':
      return `${passed} of ${testable} documented requirements passed and ${failed} failed before the run ended.${rest}`;
    case 'error':
      return failed + passed === 0
        ? 'No requirement was evaluated.'
        : `Only ${passed + failed} of ${testable} documented requirements were evaluated.`;
  }
  return results.verdict satisfies never;
}

/**
 * A duration for people.
 *
 * @param millis milliseconds
 */
export function duration(millis: number): string {
  if (millis < 1000) return `${Math.round(millis)} ms`;
  if (millis < 59_950) return `${(millis / 1000).toFixed(1)} s`;
  const seconds = Math.round(millis / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** An ISO 8601 time for people, to the second and with its zone. */
export function moment(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

export type Style = Parameters<typeof styleText>[0];
export type Paint = (style: Style, text: string) => string;

/** The caller decides about colour; this function checks neither the stream nor the environment. */
export function createPaint(color: boolean): Paint {
  if (!color) return (_, text) => text;
  return (style, text) => styleText(style, text, { validateStream: false });
}
