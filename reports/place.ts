/** The line of the description for a finding: that of the rule, or of the operation that broke it. */
import type { Finding } from '../conformance/engine/finding.ts';
import { findRequirement, stateMachines } from '../openapi/catalogue.ts';
import { allOperations, type Operation } from '../openapi/description.ts';
import type { DescriptionLines, LineRange } from '../openapi/description-lines.ts';
import lines from '../openapi/generated/lines.json' with { type: 'json' };
import { rulesOf } from '../openapi/transitions.ts';

/** A description as a file that the reader of a report has. */
export interface DescribedIn {
  /** Path from the folder that the report is read in, with `/`. */
  readonly path: string;
  readonly lines: DescriptionLines;
}

/** The bundled description, as the package exports it. */
export function bundledDescription(path: string): DescribedIn {
  // The generator writes the file from the same type; JSON has no tuples.
  return { path, lines: lines as unknown as DescriptionLines };
}

const byId = new Map<string, Operation>(allOperations.map((operation) => [operation.id, operation]));

/** Finds an operation by id; results of another version may contain unknown ids. */
function findOperation(id: string | undefined): Operation | undefined {
  return id === undefined ? undefined : byId.get(id);
}

/** Rules about states: a read shows the violation, but the operation before it caused it. */
const rulesOfStates: ReadonlySet<string> = new Set(
  stateMachines.flatMap(({ transitions }) => transitions.flatMap(rulesOf)),
);

/**
 * The operation that broke the rule: the last called operation that the rule is about, else the last called one. For a rule
 * about states, reads do not count if there was a write. Without any call, the first operation that the rule is about.
 */
export function operationOf({ requirement, steps }: Finding): Operation | undefined {
  const about: readonly string[] = findRequirement(requirement)?.operations ?? [];
  const called = steps.flatMap(({ exchanges }) =>
    exchanges.flatMap(({ operation }) => findOperation(operation) ?? []),
  );
  const moves = rulesOfStates.has(requirement) ? called.filter(({ method }) => method !== 'get') : [];
  const candidates = moves.length > 0 ? moves : called;
  return candidates.findLast(({ id }) => about.includes(id)) ?? candidates.at(-1) ?? findOperation(about[0]);
}

export function linesOfOperation(id: string | undefined, { lines: { operations } }: DescribedIn) {
  return id === undefined ? undefined : operations[id];
}

/**
 * The first mark of the broken rule, else the operation that broke it, else the event that the rule is about.
 *
 * @returns undefined if the description contains none of them
 */
export function placeOf(finding: Finding, description: DescribedIn): LineRange | undefined {
  const { marks, events } = description.lines;
  const event = findRequirement(finding.requirement)?.events.find((type) => type in events);
  return (
    marks[finding.requirement]?.[0] ??
    linesOfOperation(operationOf(finding)?.id, description) ??
    (event === undefined ? undefined : events[event])
  );
}
