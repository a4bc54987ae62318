/** The words that describe an operation, from its path, names and texts, each with a weight. */
import type { ForeignMethod, ForeignOperation } from './foreign-description.ts';
import { wordsOf } from './name-words.ts';
import type { Shape } from './shape.ts';
import { parametersIn, type Wanted } from './wanted.ts';

export interface DescriptionProfile {
  readonly method: ForeignMethod;
  /** How an operation works on a resource, as far as its method and path show. */
  readonly effect: 'list' | 'read' | 'post' | 'update' | 'remove';
  readonly parameters: readonly string[];
  /** Words of the path and of the name, by how much they say. */
  readonly core: ReadonlyMap<string, number>;
  /** All words; those of a text say less. */
  readonly all: ReadonlyMap<string, number>;
  /** The words of its last part that has a name. */
  readonly last: readonly string[];
  readonly endsInParameter: boolean;
  readonly given: ReadonlySet<string>;
  readonly answered: ReadonlySet<string>;
  /** Whether it looks like a route for tests, which does things that no client of the service can do. */
  readonly isForTests: boolean;
}

/** Words that the method says already. */
const verbs = new Set(['create', 'update', 'read', 'list', 'remove', 'submit', 'sandbox', 'status']);
const verbWeight = 0.2;

/** Parts of paths under which a server keeps routes for tests. */
const testPlaces =
  /\/(_[^/]*|tests?|testing|test-.*|sandbox|controls?|simulat.*|admin|internal|debug|dev|ops|fixtures|__.*)(\/|$)/i;

const segmentsOf = (path: string) => path.split('/').filter((part) => part !== '' && !/^v\d+$/.test(part));

function weigh(...sources: readonly (readonly [readonly string[], number])[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const [words, weight] of sources)
    for (const word of words) {
      const own = verbs.has(word) ? weight * verbWeight : weight;
      weights.set(word, Math.max(own, weights.get(word) ?? 0));
    }
  return weights;
}

/** The names of all fields in words, at every level. */
function fieldsOf(shape: Shape | undefined): readonly string[] {
  if (shape === undefined) return [];
  if (shape.items !== undefined) return fieldsOf(shape.items);
  return [...shape.fields].flatMap(([name, field]) => [wordsOf(name).join(' '), ...fieldsOf(field.shape)]);
}

/** Whether an answer is a list, also one in an envelope. */
function isList(shape: Shape | undefined, depth = 0): boolean {
  if (shape === undefined) return false;
  if (shape.type === 'array') return true;
  const fields = [...shape.fields.values()].map((field) => field.shape);
  return (
    fields.some(({ type, items }) => type === 'array' && items?.type === 'object') ||
    // What an envelope contains has little beside the list; a resource has a name, a status, dates.
    (depth === 0 && fields.some((each) => each.fields.size <= mostBesideList && isList(each, 1)))
  );
}

/** Such as the list, a cursor in each direction and a count. */
const mostBesideList = 4;

function effectOf(
  method: ForeignMethod,
  answer: Shape | undefined,
  endsInParameter: boolean,
  lastWord: string,
): DescriptionProfile['effect'] {
  if (method === 'GET') {
    const isPlural = answer === undefined && lastWord.endsWith('s');
    return !endsInParameter && (isPlural || isList(answer)) ? 'list' : 'read';
  }
  if (method === 'POST') return 'post';
  return method === 'DELETE' ? 'remove' : 'update';
}

interface Source extends Pick<Wanted, 'method' | 'path' | 'summary' | 'query' | 'body' | 'form' | 'answer'> {
  readonly name: string;
  readonly description: string;
}

function profileOf({
  method,
  path,
  name,
  summary,
  description,
  query,
  body,
  form,
  answer,
}: Source): DescriptionProfile {
  const segments = segmentsOf(path);
  const named = segments.filter((part) => !part.startsWith('{'));
  const endsInParameter = segments.at(-1)?.startsWith('{') ?? false;
  const pathWords = named.flatMap(wordsOf);
  const nameWords = wordsOf(name);
  return {
    method,
    effect: effectOf(method, answer, endsInParameter, named.at(-1) ?? ''),
    parameters: parametersIn(path),
    core: weigh([pathWords, 1], [nameWords, path === '' ? 1 : 0.6]),
    all: weigh([pathWords, 1], [nameWords, 0.9], [wordsOf(summary), 0.7], [wordsOf(description), 0.4]),
    last: wordsOf(named.at(-1) ?? name),
    endsInParameter,
    given: new Set([
      ...fieldsOf(body),
      ...fieldsOf(form),
      ...[...query.keys()].map((key) => wordsOf(key).join(' ')),
    ]),
    answered: new Set(fieldsOf(answer)),
    isForTests: testPlaces.test(path),
  };
}

export const profileOfWanted = (wanted: Wanted): DescriptionProfile =>
  profileOf({ ...wanted, description: '' });

export const profileOfForeign = (operation: ForeignOperation): DescriptionProfile =>
  profileOf({ ...operation, name: operation.id });
