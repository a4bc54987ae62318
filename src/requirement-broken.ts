/** The error of a test that found a violation: the conversation, without a stack of the suite. */
import type { Finding } from '../conformance/engine/finding.ts';
import { restsOnSentences } from '../reports/interpretations.ts';
import { transcript } from '../reports/transcript.ts';

/** A finding in words. */
export const account = (finding: Finding): string =>
  [[finding.title, ...restsOnSentences(finding)].join('\n'), transcript(finding)].join('\n\n');

/** An error whose message contains everything. */
export class RequirementBroken extends Error {
  override readonly name = 'RequirementBroken';
  // No field: test runners print all of them below the message.
  readonly #findings: readonly Finding[];

  constructor(findings: readonly Finding[], message = findings.map(account).join('\n\n')) {
    super(message);
    this.#findings = findings;
    this.stack = `${this.name}: ${this.message}`;
  }

  get findings(): readonly Finding[] {
    return this.#findings;
  }
}
