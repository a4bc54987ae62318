/** The requirements about single responses, computed from the description and the catalogue. */
import { type Requirement, requirements } from './catalogue.ts';
import {
  allOperations,
  type Operation,
  type ResponseDescription,
  referenced,
  type Schema,
} from './description.ts';

/** Sections about the response to any request. */
const sections: readonly string[] = ['Authentication', 'Error object', 'Errors'];

/** The marks of a schema and of all its parts, without those inside assumed parts, which are not evaluated. */
function* marksOf(schema: Schema | boolean | undefined, seen: Set<Schema>): Generator<string> {
  if (typeof schema !== 'object' || seen.has(schema)) return;
  seen.add(schema);
  yield* [schema['x-requirement'] ?? []].flat();
  if (schema['x-provenance'] === 'assumed') return;
  if (schema.$ref !== undefined) yield* marksOf(referenced(schema.$ref), seen);
  for (const property of Object.values(schema.properties ?? {})) yield* marksOf(property, seen);
  yield* marksOf(schema.items, seen);
  yield* marksOf(schema.additionalProperties, seen);
}

const marksOfAnswers = (answers: readonly ResponseDescription[]) => {
  const seen = new Set<Schema>();
  return new Set(answers.flatMap(({ schema }) => [...marksOf(schema, seen)]));
};

const answersOf = ({ responses }: Operation) => Object.values(responses);

/** The requirements that apply to every response of a documented operation, whatever the request. */
export const shownByAnswers: ReadonlySet<string> = marksOfAnswers(
  allOperations
    .filter(({ provenance }) => provenance === 'documented')
    .flatMap(answersOf)
    .filter(({ provenance }) => provenance !== 'assumed'),
);

/**
 * The documented response and authentication requirements: those that can be tested, are not about an event, and are
 * marked on the responses of an operation, on an operation itself, or belong to a section about any request.
 */
export function answerRequirements(): readonly Requirement[] {
  const marked = new Set<string>([
    ...allOperations.flatMap((operation) => operation.requirements),
    ...marksOfAnswers(allOperations.flatMap(answersOf)),
  ]);
  return requirements.filter(
    ({ id, level, section, events, untestable }) =>
      level === 'documented' &&
      untestable === undefined &&
      events.length === 0 &&
      (marked.has(id) || sections.includes(section)),
  );
}
