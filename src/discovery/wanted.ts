/** The operations and controls to look for in a target's description: those that the interface document leaves open. */
import { reliedOnBy } from '../../conformance/adapter/relied-on.ts';
import { type ControlName, controlNames, controlTable } from '../../conformance/target/controls.ts';
import { operationsInOwnWords } from '../../conformance/target/target.ts';
import { allOperations, type Operation, type OperationId, schemas } from '../../openapi/description.ts';
import type { ForeignMethod } from './foreign-description.ts';
import { lookupIn, type Shape, shapeOf } from './shape.ts';

export interface Wanted {
  readonly kind: 'operation' | 'control';
  readonly name: OperationId | ControlName;
  readonly method: ForeignMethod;
  readonly path: string;
  readonly summary: string;
  /** Whether the document says where it is, so that only some of its names are open. */
  readonly documented: boolean;
  readonly pathParameters: readonly string[];
  readonly query: ReadonlyMap<string, Shape>;
  /** Parameters of the query whose names the document leaves open. */
  readonly openQuery: readonly string[];
  readonly body?: Shape;
  readonly form?: Shape;
  readonly answer?: Shape;
  /** Whether the document leaves all of the answer open. */
  readonly answerIsOpen: boolean;
  /** Fields without which an answer is of no use. */
  readonly reliedOn: readonly string[];
}

const lookup = lookupIn({ components: { schemas } });

export const parametersIn = (path: string): readonly string[] =>
  [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);

function fromOperation(operation: Operation): Wanted {
  const { id, method, path, summary, provenance, parameters, requestBody, formBody, responses } = operation;
  const answer = responses['2XX']?.schema;
  const query = parameters.filter((parameter) => parameter.in === 'query');
  return {
    kind: 'operation',
    name: id,
    // The names of the methods, in capitals.
    method: method.toUpperCase() as ForeignMethod,
    path,
    summary,
    documented: provenance !== 'assumed',
    pathParameters: parametersIn(path),
    query: new Map(query.map(({ name, schema }) => [name, shapeOf(schema, lookup)])),
    openQuery: query.filter((each) => each.provenance === 'assumed').map(({ name }) => name),
    ...(requestBody && { body: shapeOf(requestBody, lookup) }),
    ...(formBody && { form: shapeOf(formBody, lookup) }),
    ...(answer && { answer: shapeOf(answer, lookup) }),
    answerIsOpen: provenance === 'assumed' || responses['2XX']?.provenance === 'assumed',
    reliedOn: reliedOnBy(id),
  };
}

const anything: Shape = { words: [], shown: [], fields: new Map() };

const field = (shape: Shape) => ({ shape, required: false });

/** The shapes of the arguments of controls that are no plain word or number. */
const shapesOfArguments: Readonly<Record<string, Shape>> = {
  amount: {
    ...anything,
    type: 'object',
    fields: new Map([
      ['amount', field(anything)],
      ['currency', field(anything)],
    ]),
  },
};

const fieldsNamed = (names: readonly string[]): Shape => ({
  type: 'object',
  words: [],
  shown: [],
  fields: new Map(
    names.map((name) => [
      name.replace('?', ''),
      { shape: shapesOfArguments[name] ?? anything, required: !name.endsWith('?') },
    ]),
  ),
});

/** Everything that a control is given may be in the path or in the body. */
function fromControl(name: ControlName): Wanted {
  const { does, takes, answers } = controlTable[name];
  return {
    kind: 'control',
    name,
    method: name.startsWith('list') ? 'GET' : 'POST',
    path: '',
    summary: does,
    documented: false,
    pathParameters: [],
    query: new Map(),
    openQuery: [],
    body: fieldsNamed(takes),
    ...(answers.length > 0 && { answer: fieldsNamed(answers) }),
    answerIsOpen: true,
    reliedOn: answers,
  };
}

/** Operations that a target may have anywhere. */
export const openOperations: readonly Wanted[] = allOperations
  .filter(({ provenance }) => provenance === 'assumed')
  .map(fromOperation);

/** Operations whose path the document gives, some of whose names it leaves open. */
export const documentedOperations: readonly Wanted[] = allOperations
  .filter(({ provenance }) => provenance !== 'assumed')
  .map(fromOperation);

/** Whether a target may have its own names for all that is sent to a documented operation. */
export const isInOwnWords = (name: string): boolean => operationsInOwnWords.some((id) => id === name);

export const openControls: readonly Wanted[] = controlNames.map(fromControl);
