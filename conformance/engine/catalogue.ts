/** The rules of a suite as the engine sees them. The engine never depends on a particular rule. */

/**
 * - `documented`: the document states the rule; a violation makes the target non-conformant.
 * - `observed`: the document shows it in an example; a violation is a warning.
 * - `assumed`: the document is silent; a violation is information.
 */
export type Level = 'documented' | 'observed' | 'assumed';

/** How the suite understands a sentence that others may understand differently. */
export interface Interpretation {
  readonly id: number;
  readonly interpretation: string;
  /** Another way to understand it, under which the finding would not exist. */
  readonly otherwise: string;
}

/** A check that did not evaluate a rule, and what it reached instead: see `CheckFinished` and `Coverage`. */
export interface VainCheck {
  readonly check: string;
  readonly coverage: {
    readonly operations: Readonly<Record<string, Readonly<Record<string, number>>>>;
    readonly transitions: Readonly<Record<string, number>>;
    readonly outOfReach: Readonly<Record<string, string>>;
    readonly events: Readonly<Record<string, number>>;
  };
}

/** `untestable` requirements are in the catalogue, with the reason why this suite does not test them. */
export type RequirementStatus = 'passed' | 'failed' | 'warned' | 'not-exercised' | 'errored' | 'untestable';

/** One testable rule. */
export interface Requirement {
  readonly id: string;
  /** Heading of the document that the rule comes from. */
  readonly section: string;
  readonly level: Level;
  readonly statement: string;
  /** Capabilities without which the rule cannot be exercised. */
  readonly needs: readonly string[];
  /** Why this suite does not test the rule. */
  readonly untestable?: string;
  /** Why no case of a check that ran evaluated the rule, in one sentence. @defaultValue it says only that none did */
  readonly whyUnreached?: (vain: VainCheck) => string;
  /** Version of the first set of requirements that has the rule. Absent: all sets have it. */
  readonly since?: string;
  /** The scope that it belongs to, which a run may claim. */
  readonly scope?: string | undefined;
  /** The interpretations that a finding of the rule depends on. @defaultValue none */
  readonly interpretations?: readonly Interpretation[];
}

/** The rules of one suite, in the order in which reports list them. */
export type Catalogue = readonly Requirement[];
