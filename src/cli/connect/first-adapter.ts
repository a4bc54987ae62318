/** The adapter that `init` writes from the description of a target, and its summary. */
import { visibleLine } from '../../../markup/visible-text.ts';
import {
  type Agreed,
  adapterText,
  type Drafts,
  type GuessedLine,
  guessesIn,
  type KeyedControls,
  keyedControls,
  nothingAgreed,
  withAgreed,
} from '../../discovery/adapter-text.ts';
import { type Discovery, discover } from '../../discovery/discover.ts';
import { variableFor } from '../../discovery/keys.ts';
import type { Source } from '../../discovery/source-text.ts';
import type { ReadDescription } from './read-description.ts';

/** A line, and what the end of the address of its requests is like. */
interface LineRoute {
  readonly line: string;
  readonly pattern: RegExp;
}

function routesOf({ operations, controls }: Drafts): readonly LineRoute[] {
  const route = (line: string, path: string): LineRoute => {
    const [plain = ''] = path.split('?');
    const parts = plain.split(/\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return { line, pattern: new RegExp(`${parts.join('[^/]+')}$`) };
  };
  return [
    ...operations.flatMap(({ wanted, found }) =>
      found === undefined ? [] : [route(`operations.${wanted.name}`, found.path)],
    ),
    ...controls.flatMap(({ wanted, request }) =>
      request === undefined ? [] : [route(`controls.${wanted.name}`, request.path)],
    ),
  ];
}

export interface FirstAdapter {
  /**
   * @param seen operations that the target has at our own routes
   * @param agreed what the user has agreed to. @defaultValue nothing
   */
  readonly textWith: (seen: readonly string[], agreed?: Agreed) => Source;
  readonly guesses: readonly GuessedLine[];
  /** The paths that the lines send to. */
  readonly routes: readonly LineRoute[];
  /** Absent if no sure control takes a key of its own. */
  readonly keyedControls?: KeyedControls;
  /** What the paths of the target have instead of `/v1`. */
  readonly pathPrefix?: string;
  /** Path prefix that the base address must end with. */
  readonly prefix: string;
  /** The result, in a sentence. */
  readonly summary: string;
  /** What the user has to decide before the adapter is complete. */
  readonly warnings: readonly string[];
}

function summaryOf({ drafts, size }: Discovery, name: string): string {
  const open = drafts.operations.filter(({ wanted }) => !wanted.documented);
  const counted = (status: 'sure' | 'guess') => open.filter((each) => each.status === status).length;
  const controls = drafts.controls.filter(({ status }) => status === 'sure').length;
  return (
    `${visibleLine(name)} describes ${size} operations. Of the ${open.length} operations that the interface document leaves open, ` +
    `${counted('sure')} match for sure and ${counted('guess')} are guesses; of ${drafts.controls.length} controls, ${controls} match for sure.`
  );
}

/** One for each key that the description asks for and that no file names yet. */
function keyWarnings({ drafts, usualSchemes }: Discovery): readonly string[] {
  const asking = new Map<string, readonly string[]>();
  for (const { wanted, scheme, status } of [...drafts.operations, ...drafts.controls])
    if (scheme !== undefined && status !== 'missing' && !usualSchemes.includes(scheme))
      asking.set(scheme, [...(asking.get(scheme) ?? []), wanted.name]);
  return [...asking].map(
    ([scheme, names]) =>
      `${names.join(', ')}: the description asks for a key that it calls ${visibleLine(scheme)}, which the adapter does ` +
      `not send: if you trust the server with such a key, set ${variableFor(scheme)} to it, and remove the // of ` +
      'every block of the adapter that names this variable',
  );
}

/**
 * @param typed whether the package can be imported where the file will be
 * @throws ConformanceError with code `CONFIGURATION_INVALID` when it is no description
 */
export function firstAdapter({ document, name }: ReadDescription, typed: boolean): FirstAdapter {
  const discovery = discover(document, name);
  const { drafts, prefix, usualSchemes } = discovery;
  const keyed = keyedControls(drafts, usualSchemes);
  return {
    textWith: (seen, agreed = nothingAgreed) =>
      adapterText(withAgreed(drafts, agreed, usualSchemes), name, usualSchemes, typed, new Set(seen)),
    guesses: guessesIn(drafts, usualSchemes),
    routes: routesOf(drafts),
    ...(keyed && { keyedControls: keyed }),
    prefix,
    ...(drafts.pathPrefix !== undefined && { pathPrefix: drafts.pathPrefix }),
    summary: summaryOf(discovery, name),
    warnings: keyWarnings(discovery),
  };
}
