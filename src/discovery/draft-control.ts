/** Drafts the adapter line of one control from the target's description. */
import type { ControlRequest } from '../../conformance/target/controls.ts';
import type { ForeignOperation } from './foreign-description.ts';
import { type Keys, ownScheme, variableFor } from './keys.ts';
import type { Match } from './match-description.ts';
import { wordsOf } from './name-words.ts';
import { type FieldPair, noFields, pairFields } from './pair-fields.ts';
import { pairParameters } from './pair-parameters.ts';
import { withResourceId } from './pair-sides.ts';
import type { Field } from './shape.ts';
import { parametersIn, type Wanted } from './wanted.ts';

export interface ControlDraft {
  readonly wanted: Wanted;
  readonly status: 'sure' | 'guess' | 'missing';
  readonly why: string;
  /** What the target requires and the request does not send. */
  readonly requires?: readonly string[];
  readonly request?: ControlRequest;
  /** Name of the security scheme that it asks for. */
  readonly scheme?: string;
  /** The header that takes the key of the scheme, where it is not `Authorization`. */
  readonly keyHeader?: string;
  /** Whether everything is sure but the values of headers. */
  readonly needsOnlyHeader?: boolean;
}

type Tree = { readonly [name: string]: Tree | string };

/** A body of placeholders, each at its place. */
function bodyOf(pairs: readonly { readonly ours: string; readonly parts: readonly string[] }[]): Tree {
  const names = new Set(pairs.map(({ parts: [name = ''] }) => name));
  const entries = [...names].map((name): [string, Tree | string] => {
    const own = pairs.filter(({ parts: [first = ''] }) => first === name);
    const deeper = own.filter(({ parts }) => parts.length > 1);
    if (deeper.length === 0) return [name, `{${own.at(-1)?.ours}}`];
    return [name, bodyOf(deeper.map(({ ours, parts }) => ({ ours, parts: parts.slice(1) })))];
  });
  // Unlike an assignment, it makes a field of a name such as __proto__.
  return Object.fromEntries(entries);
}

const isKnown = ({ certainty }: FieldPair) => certainty !== 'guess';

/** Pairs the arguments of a control that only reads with the parameters of a query. */
const pairQuery = (
  query: ForeignOperation['query'],
  given: ReadonlyMap<string, Field>,
  context: ReadonlySet<string>,
): readonly FieldPair[] => {
  const fields = new Map([...query].map(([name, shape]) => [name, { shape, required: false }]));
  const empty = { words: [], shown: [] };
  return pairFields({ ...empty, fields: given }, { ...empty, fields }, context).pairs;
};

/** Whether the name of a parameter says only that it is an id of some resource. */
const isPlainId = (name: string) =>
  wordsOf(name).every((word) => ['id', 'resource', 'entity', 'object'].includes(word));

/** What is known of the keys in the whole description. */
export interface DescribedKeys extends Keys {
  /** The header of each security scheme that does not use `Authorization`. */
  readonly headers: ReadonlyMap<string, string>;
}

/** Whether the header with the tenant key is the only place that names the business. */
const needsTenantKey = ({ takesTenantKey }: ForeignOperation, sent: readonly string[]) =>
  takesTenantKey && !sent.includes('businessId');

export function draftControl(
  { wanted, found, isSure, why, within }: Match,
  keys: DescribedKeys,
): ControlDraft {
  if (found === undefined) return { wanted, status: 'missing', why };
  const given = [...(wanted.body?.fields.entries() ?? [])];
  // A shared clock needs no business. If a control works with and without one, the configuration must say which.
  const needed = given.flatMap(([name, { required }]) =>
    required !== (name === 'businessId') ? [name] : [],
  );
  const names = given.map(([name]) => name);
  const inPath = pairParameters(found.path, names);
  const single = parametersIn(found.path);
  const own = names.find((name) => name.endsWith('Id'));
  // A path parameter that matches none of our words is the subject of the control.
  const path =
    inPath.strange.length === 1 && single.length === 1 && own !== undefined && isPlainId(single[0] ?? '')
      ? found.path.replace(`{${single[0]}}`, `{${own}}`)
      : inPath.path;
  const used = names.filter((name) => path.includes(`{${name}}`));
  const context = new Set(wordsOf(wanted.name).filter((word) => word !== 'id'));
  const rest = new Map(given.filter(([name]) => !used.includes(name)));
  const body = found.body && pairFields({ words: [], shown: [], fields: rest }, found.body, context);
  const pairs = body?.pairs.filter(({ ours }) => !ours.includes('.')) ?? [];
  const asked = pairQuery(found.query, rest, context);
  const answered =
    wanted.answer && found.answer ? pairFields(wanted.answer, found.answer, context) : noFields;
  const { pairs: answers } = withResourceId(answered, wanted, found);
  const located =
    found.hasLocation &&
    wanted.reliedOn.includes('id') &&
    !answers.some((pair) => pair.ours === 'id' && isKnown(pair));
  const answer = Object.fromEntries([
    ...answers
      .map(({ ours, theirs }) => [ours, within === undefined ? theirs : `${within}.${theirs}`])
      .filter(([ours, theirs]) => ours !== theirs),
    ...(located ? [['id', '@location']] : []),
  ]);
  const shown = wanted.reliedOn.filter(
    (name) => (located && name === 'id') || answers.some((pair) => pair.ours === name && isKnown(pair)),
  );
  const sent = [...used, ...[...pairs, ...asked].filter(isKnown).map(({ ours }) => ours)];
  const notSent = needed.filter((name) => !sent.includes(name));
  const notShown = wanted.reliedOn.filter((name) => !shown.includes(name));
  const takesCase = needsTenantKey(found, sent);
  const hasOwnKey = ownScheme(found.security, keys) !== undefined;
  const unmet = body?.unmet.map(({ place }) => place) ?? [];
  const headers = found.requiredHeaders;
  const variables = headers.map(variableFor).join(' and ');
  const values = headers.length === 1 ? 'its value' : 'their values';
  const doubts = [
    ...(isSure ? [] : [why]),
    ...(headers.length > 0
      ? [`it requires the header ${headers.join(' and the header ')}: set ${variables} to ${values}`]
      : []),
    ...(unmet.length > 0 ? [`it requires ${unmet.join(', ')}`] : []),
    ...(notSent.length > 0 ? [`it is not clear where ${notSent.join(', ')} goes`] : []),
    ...(notShown.length > 0 ? [`its response has no clear field for ${notShown.join(', ')}`] : []),
    ...(takesCase && hasOwnKey
      ? ['it takes a tenant key beside a key of its own, so it needs a function']
      : []),
    ...parametersIn(path)
      .filter((name) => !names.includes(name))
      .map(
        (name) =>
          `the suite has no value for {${name}} in its path: write a value there, such as /1, or a function`,
      ),
  ];
  const [scheme] = found.security;
  const keyHeader = scheme === undefined ? undefined : keys.headers.get(scheme);
  return {
    wanted,
    status: doubts.length === 0 ? 'sure' : 'guess',
    why: doubts.join('; '),
    requires: [...headers.map((name) => `the header ${name}`), ...unmet],
    ...(headers.length > 0 && doubts.length === 1 && { needsOnlyHeader: true }),
    request: {
      ...(found.method !== 'POST' && { method: found.method }),
      path: [path, asked.map(({ ours, theirs }) => `${theirs}={${ours}}`).join('&')]
        .filter(Boolean)
        .join('?'),
      ...(pairs.length > 0 && {
        body: bodyOf(pairs.map(({ ours, theirs }) => ({ ours, parts: theirs.split('.') }))),
      }),
      ...(takesCase && !hasOwnKey && { key: 'case' as const }),
      ...(headers.length > 0 && {
        headers: Object.fromEntries(headers.map((name) => [name.toLowerCase(), { env: variableFor(name) }])),
      }),
      ...(Object.keys(answer).length > 0 && { answer }),
    },
    ...(scheme !== undefined && { scheme }),
    ...(keyHeader !== undefined && { keyHeader }),
  };
}
