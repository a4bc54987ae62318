/** The rules of a suite as the engine sees them. The engine never depends on a particular rule. */

/**
 * - `documented`: the document states the rule; breaking it makes what is tested non-conformant.
 * - `observed`: the document shows it in use; breaking it is a warning.
 * - `assumed`: the document is silent; breaking it is information.
 */
export type Level = 'documented' | 'observed' | 'assumed';

/** How a sentence of the document is understood where somebody may understand it otherwise. */
export interface Interpretation {
  readonly id: number;
  readonly interpretation: string;
  /** How else it can be understood, so that what breaks the rule would be allowed. */
  readonly otherwise: string;
}

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
  /** The interpretations that a finding of the rule depends on. @defaultValue none */
  readonly interpretations?: readonly Interpretation[];
}

/** The rules of one suite, in the order in which reports list them. */
export type Catalogue = readonly Requirement[];
