/** An answer of ours in the words of another description. */
import { type Fields, toTheirNames } from '../../conformance/adapter/names.ts';
import { isRecord } from '../../openapi/is-record.ts';
import type { DialectEntry, ForeignDialect } from './dialect.ts';
import { changeAt, shownBy, translated, withDefaults } from './places.ts';
import type { DescribedRoute } from './routes.ts';

export interface TheirAnswer {
  readonly status: number;
  readonly type?: string;
  readonly json?: unknown;
  readonly text?: string;
}

export const errorBody = (code: string, message: string) => ({ code, message });

/** Fills `{name}` in the values that theirs adds. */
const filledIn = (value: unknown, given: Fields): unknown =>
  typeof value === 'string' ? (given[/^\{(\w+)\}$/.exec(value)?.[1] ?? ''] ?? value) : value;

/** An error of ours in the form that theirs describes. */
export function errorAs(
  { errors }: DescribedRoute,
  { envelope }: ForeignDialect,
  status: number,
  body: unknown,
): TheirAnswer {
  const { code, message, params } = isRecord(body) ? body : {};
  if (errors === 'enveloped') return { status, json: { ...envelope?.failure, ...(isRecord(body) && body) } };
  if (errors === 'error') return { status, json: body };
  const fields = isRecord(params) ? params : {};
  return {
    status,
    type: 'application/problem+json',
    json: {
      type: `https://problems.example/${String(code)}`,
      title: String(message),
      status,
      ...(params === undefined
        ? {}
        : { errors: Object.entries(fields).map(([field, reason]) => ({ field, reason })) }),
    },
  };
}

/** An answer of ours under the names of theirs, with what theirs has besides and without what it does not show. */
export function answerAs(
  route: DescribedRoute,
  dialect: ForeignDialect,
  entry: DialectEntry,
  ours: unknown,
  given: Fields,
): TheirAnswer {
  const { status, hasBody, described } = route;
  if (!hasBody) return { status };
  const { $: wrapper, ...names } = entry.answer ?? {};
  const worded = Object.entries(entry.words ?? {})
    .filter(([side]) => side.startsWith('answer.'))
    .reduce(
      (before, [side, table]) =>
        changeAt(before, side.split('.').slice(1), (word) => translated(table, word, 'to theirs')),
      ours,
    );
  const named = toTheirNames(worded ?? {}, names);
  const added = Object.entries(entry.adds ?? {}).map(([place, value]) => [place, filledIn(value, given)]);
  const full = withDefaults(named, Object.fromEntries(added));
  const wrapped = wrapper === undefined ? full : { [wrapper]: full };
  const { field = '', success = {} } = dialect.envelope ?? {};
  const isEnveloped = described.answer?.fields.has(field) === true;
  return {
    status,
    json: shownBy(described.answer, isEnveloped ? { ...success, [field]: wrapped } : wrapped),
  };
}
