/** Rules of a page of a list: its size, unique items, and filters. */
import type { RequirementId } from '../../../openapi/catalogue.ts';
import type { OperationId } from '../../../openapi/description.ts';
import { isRecord } from '../../../openapi/is-record.ts';
import type { JudgingBody } from '../../judgements/judging.ts';
import { matchesFilter, pageBounds, requireInRange, requireLimit } from '../../judgements/page-bounds.ts';
import { itemsOf } from '../../provider/answers.ts';
import { show } from '../../provider/response.ts';
import { type ExchangeRule, isSameId, isUuid, type Seen, sole } from './rule.ts';

const isPage = ({ answer }: Seen) => answer.status === 200 && isRecord(answer.json);

/** The number that a parameter requests; undefined if it is no whole number. */
function numberIn({ query }: Seen, name: string): number | undefined {
  const text = sole(query, name);
  return text !== undefined && /^-?\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function boundRules(operation: keyof typeof pageBounds): readonly ExchangeRule[] {
  const { page, limit } = pageBounds[operation];
  const judge = (judging: JudgingBody, seen: Seen) => {
    if (!isPage(seen)) return;
    const [asked, size] = [numberIn(seen, 'page'), numberIn(seen, 'limit')];
    if (asked !== undefined && asked < 1) requireInRange(judging, page, seen.answer);
    if (size === undefined) return;
    if (size < 1 || size > limit.most) requireInRange(judging, limit, seen.answer);
    else requireLimit(judging, limit, size, seen.answer);
  };
  return [{ operation, covers: [page.beyond, limit.beyond, limit.within], judge }];
}

/** While others write, an item may be on two pages, but never twice on one. */
const onceRule = (operation: OperationId, requirement: RequirementId): ExchangeRule => ({
  operation,
  covers: [requirement],
  judge: (judging, seen) => {
    if (!isPage(seen)) return;
    const ids = itemsOf(seen.answer).flatMap(({ id }) => (isUuid(id) ? [id.toLowerCase()] : []));
    const twice = ids.filter((id, place) => ids.indexOf(id) !== place);
    const expected = 'no item twice on one page';
    judging.require(requirement, twice.length === 0, expected, `${show(twice)} more than once`);
  },
});

interface Filter {
  readonly operation: OperationId;
  /** Name of the parameter, and of the field that it is about. */
  readonly name: string;
  readonly requirement: RequirementId;
  /** Whether the request of the parameter is unambiguous. */
  readonly isClear: (asked: string) => boolean;
  readonly isSame: (asked: string, shown: string) => boolean;
}

/** In a query, a plus sign means a space, which no address has. */
const addressOf = (text: string) => text.replaceAll(' ', '+').toLowerCase();

/** A pattern may match several addresses. */
const email = {
  name: 'email',
  isClear: (asked: string) => /^[^\s@,;*%?]+@[^\s@,;*%?]+$/.test(addressOf(asked)),
  isSame: (asked: string, shown: string) => matchesFilter(shown, addressOf(asked)),
};

const personId = { name: 'personId', isClear: isUuid, isSame: isSameId };

const filters: readonly Filter[] = [
  { operation: 'listPersons', requirement: 'PERSON-007', ...email },
  { operation: 'listUsers', requirement: 'USER-010', ...personId },
  { operation: 'listUsers', requirement: 'USER-011', ...email },
  { operation: 'listContracts', requirement: 'CONTRACT-017', ...personId },
];

const filterRule = ({ operation, name, requirement, isClear, isSame }: Filter): ExchangeRule => ({
  operation,
  covers: [requirement],
  judge: (judging, seen) => {
    const asked = sole(seen.query, name);
    if (!isPage(seen) || asked === undefined || !isClear(asked)) return;
    const shown = itemsOf(seen.answer).map((item) => item[name]);
    const others = shown.filter(
      (value) => typeof value === 'string' && value !== '' && !isSame(asked, value),
    );
    const expected = `only items with the ${name} ${asked}`;
    judging.require(requirement, others.length === 0, expected, `the ${name} ${show(others)} in it`);
  },
});

/** The document does not show the name of the toggle: only a query with no unknown parameter certainly lacks it. */
const noToggle: ExchangeRule = {
  operation: 'listUsers',
  covers: ['USER-003'],
  judge: (judging, seen) => {
    const known = ['page', 'limit', 'personId', 'email'];
    if (!isPage(seen) || [...seen.query.keys()].some((name) => !known.includes(name))) return;
    for (const [place, { status }] of itemsOf(seen.answer).entries()) {
      const holds = (status ?? null) === null;
      const at = ['data', String(place), 'status'];
      judging.require('USER-003', holds, 'a user without a status', `the status ${show(status)}`, at);
    }
  },
};

export const listRules: readonly ExchangeRule[] = [
  ...boundRules('listPersons'),
  ...boundRules('listUsers'),
  onceRule('listPersons', 'PERSON-006'),
  onceRule('listUsers', 'USER-009'),
  ...filters.map(filterRule),
  noToggle,
];
