/** What a run assumed about its target, in words. */
import type {
  Accepted,
  DroppedField,
  Lag,
  LineOutcome,
  RefusedValues,
  Survey,
} from '../conformance/engine/survey.ts';
import { plural } from './wording.ts';

export interface Assumption {
  readonly name: string;
  readonly value: string;
}

const clocks = {
  'of each business': 'each business has its own',
  shared: 'all businesses share one, so that cases which move it run one at a time',
} as const;

const webhooks = {
  signed: 'an event arrived, signed with the secret of its endpoint',
  unsigned: 'an event arrived without a signature',
  'not verified': 'an event arrived, whose signature the secret of its endpoint does not verify',
  'none arrived': 'no event arrived at a registered endpoint',
} as const;

const named = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

function valuesIn({ values }: Accepted): string {
  const { country, currency, phoneNumber, emailDomain, payrollType, form } = values;
  const fields = form === 'full' ? 'every documented field' : 'no field that a server may not know';
  return `${country}, ${currency}, ${phoneNumber.countryCode} ${phoneNumber.number}, addresses at ${emailDomain}, ${payrollType}, ${fields}`;
}

const refusal = ({ operation, status, said, values }: RefusedValues): string =>
  `${operation} with ${values.country}, ${values.currency}, ${values.phoneNumber.countryCode} and ${values.emailDomain}: ${status} with ${said}`;

const omission = ({ operation, field, status, said }: DroppedField): string =>
  `${field} of ${operation}, which was rejected for it: ${status} with ${said}`;

function waits({ listMillis, readMillis, never }: Lag): string {
  if (never) return 'never, however long the survey waited';
  if (listMillis + readMillis === 0) return 'at once';
  return `after ${Math.round(listMillis)} ms in lists, after ${Math.round(readMillis)} ms by id`;
}

const apart = (seconds: number): string =>
  `${(Math.abs(seconds) / 86_400).toFixed(1)} days ${seconds > 0 ? 'ahead of' : 'behind'} ours`;

/** Each fact of a survey; the lines of an adapter are in a table of their own. */
export function assumptions(survey: Survey): readonly Assumption[] {
  const { reachable, keys, operations, accepts, lag, clock, aheadSeconds, limits } = survey;
  const opens = accepts?.opensBusinesses && keys.platformToken !== undefined;
  const facts: readonly (readonly [name: string, value: string | false | undefined])[] = [
    ['Reached with', reachable && `${reachable.request}: ${reachable.status}`],
    ['Keys', named(keys)],
    ['Businesses', accepts && (opens ? 'one for each case' : 'that of the key')],
    ['Values of requests', accepts && valuesIn(accepts)],
    ...(accepts?.refused ?? []).map((each) => ['Rejected values', refusal(each)] as const),
    ...(accepts?.dropped ?? []).map((each) => ['Not sent', omission(each)] as const),
    ['A write is visible', lag && waits(lag)],
    ['Clock', clock && clocks[clock]],
    ['Time', aheadSeconds !== undefined && apart(aheadSeconds)],
    ['Webhooks', survey.webhooks && webhooks[survey.webhooks]],
    ['Operations not found', operations.absent.length > 0 && operations.absent.join(', ')],
    ['Operations that accept any key', operations.keyless.length > 0 && operations.keyless.join(', ')],
    [
      'Limits',
      limits.limited > 0 &&
        `${plural(limits.limited, 'request')} limited with 429, for up to ${limits.longestWaitMillis} ms`,
    ],
    ['Requests of the survey', String(survey.requests)],
  ];
  return facts.flatMap(([name, value]) => (value ? [{ name, value }] : []));
}

/** How many lines of an adapter had each result, the most important first. */
export function trialCounts({ lines = [] }: Survey): string {
  const outcomes: readonly LineOutcome[] = ['wrong', 'unusable', 'refused', 'not tried', 'works'];
  return outcomes
    .map((outcome) => [lines.filter((each) => each.outcome === outcome).length, outcome] as const)
    .filter(([count]) => count > 0)
    .map(([count, outcome]) => `${count} ${outcome}`)
    .join(', ');
}
