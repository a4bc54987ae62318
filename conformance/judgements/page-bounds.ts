/** Judges page, limit and the filter by email of the lists of persons and users. Section "Persons and users". */
import type { RequirementId } from '../../openapi/catalogue.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { type Answer, itemsOf, succeeded } from '../provider/answers.ts';
import { type ApiResponse, describe, show } from '../provider/response.ts';
import type { Judging } from './judging.ts';

/** The rules of one parameter, and where `meta` shows what was used. */
export interface PageBound {
  readonly beyond: RequirementId;
  readonly within: RequirementId;
  readonly used: 'currentPage' | 'limit';
  readonly most: number;
}

const noLimit = Number.POSITIVE_INFINITY;

export const pageBounds = {
  listPersons: {
    page: { beyond: 'PERSON-003', within: 'ERR-007', used: 'currentPage', most: noLimit },
    limit: { beyond: 'PERSON-004', within: 'PERSON-005', used: 'limit', most: 100 },
  },
  listUsers: {
    page: { beyond: 'USER-006', within: 'ERR-007', used: 'currentPage', most: noLimit },
    limit: { beyond: 'USER-007', within: 'USER-008', used: 'limit', most: 100 },
  },
} as const satisfies Record<string, Record<'page' | 'limit', PageBound>>;

function metaOf({ json }: ApiResponse): Answer {
  const meta = isRecord(json) ? json.meta : undefined;
  return isRecord(meta) ? meta : {};
}

/** Evaluates that a page respects a limit in range. */
export function requireLimit(judging: Judging, bound: PageBound, limit: number, answer: ApiResponse): void {
  const { length } = itemsOf(answer);
  judging.require(bound.within, length <= limit, `at most ${limit} items`, `${length} items`);
  // With too few people to fill a page, only the meta of the page shows anything.
  const used = metaOf(answer)[bound.used];
  const expected = `a page with the limit ${limit}`;
  const isOwn = typeof used !== 'number' || used === limit;
  judging.require(bound.within, isOwn, expected, `a page with the limit ${show(used)}`);
}

/** Evaluates that a value out of range was rejected, or replaced by one in range. */
export function requireInRange(judging: Judging, bound: PageBound, answer: ApiResponse): void {
  const used = Number(metaOf(answer)[bound.used]);
  const isRefused = answer.status >= 400 && answer.status <= 499;
  const isCorrected = succeeded(answer) && used >= 1 && used <= bound.most;
  const expected = `a rejection, or a page whose ${bound.used} is in range`;
  judging.require(bound.beyond, isRefused || isCorrected, expected, describe(answer));
}

/**
 * Whether an email address may be in a list that is filtered by another: the document does not say whether a part matches, nor
 * whether capitals count (interpretation 309).
 */
export const matchesFilter = (shown: unknown, asked: string): boolean =>
  typeof shown === 'string' && shown.toLowerCase().includes(asked.toLowerCase());
