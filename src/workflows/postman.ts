/** The description as a Postman collection, with a folder for each workflow in front, in the order of its steps. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { allOperations, type Operation } from '../../openapi/description.ts';
import { refuse } from '../config/refuse.ts';
import { workflows } from './workflows.ts';

const converter = 'openapi-to-postmanv2';

interface Item {
  readonly name: string;
  readonly item?: readonly Item[];
  readonly request?: { readonly method: string; readonly url: { readonly path: readonly string[] } };
}

interface Collection {
  readonly item: readonly Item[];
}

type Converted =
  | { readonly result: true; readonly output: readonly { readonly data: Collection }[] }
  | { readonly result: false; readonly reason: string };

/** The part of the converter that is used. */
interface Converter {
  convert(
    source: { readonly type: 'json'; readonly data: object },
    options: Readonly<Record<string, unknown>>,
    done: (error: Error | null, converted: Converted) => void,
  ): void;
}

/**
 * The converter is loaded from the project in which the command runs: with its dependencies it is too large for this
 * package.
 */
function loadConverter(folder: string): Converter {
  try {
    return createRequire(join(folder, 'package.json'))(converter) as Converter;
  } catch (cause) {
    throw refuse(`--postman needs a converter, which is not installed here: npm install ${converter}`, cause);
  }
}

const requestsIn = (items: readonly Item[]): readonly Item[] =>
  items.flatMap((each) => (each.item === undefined ? [each] : requestsIn(each.item)));

const keyOf = (method: string, path: string) =>
  `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`;

/** Ids must be unique in a collection; without one Postman gives its own. */
function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => name !== 'id');
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutIds(inner)]));
}

function folders({ item }: Collection): readonly unknown[] {
  const requests = new Map(
    requestsIn(item).map((each) => [
      keyOf(each.request?.method ?? '', `/${each.request?.url.path.join('/') ?? ''}`),
      each,
    ]),
  );
  const requestOf = ({ method, path }: Operation) => requests.get(keyOf(method, path));
  return workflows.map(({ summary, steps }) => ({
    name: summary,
    // Steps of the control plane are not requests of the interface.
    item: steps.flatMap((step) => {
      const operation = allOperations.find(({ id }) => id === step.operation);
      return withoutIds((operation && requestOf(operation)) ?? []) as object;
    }),
  }));
}

/**
 * @param description as other tools read it
 * @param folder in which the converter is looked for
 * @throws ConformanceError with code `CONFIGURATION_INVALID` when there is none
 */
export async function postmanCollection(description: object, folder: string): Promise<object> {
  const { convert } = loadConverter(folder);
  const converted = await new Promise<Converted>((resolve, reject) => {
    convert({ type: 'json', data: description }, { folderStrategy: 'Tags' }, (error, done) =>
      error === null ? resolve(done) : reject(error),
    );
  });
  if (!converted.result) throw new Error(`The description could not be converted: ${converted.reason}`);
  const [collection] = converted.output;
  if (collection === undefined) throw new Error('The description became no collection.');
  const { item, ...rest } = collection.data;
  return { ...rest, item: [...folders(collection.data), { name: 'All operations', item }] };
}
