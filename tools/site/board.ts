/** The board on the site: what is kept of the runs, and the page that is made of it. */
import type { RequirementStatus } from '../../conformance/engine/catalogue.ts';
import type { Results } from '../../conformance/engine/results.ts';
import { requirements } from '../../openapi/catalogue.ts';
import { renderBadge } from '../../reports/badge.ts';
import { type BoardRun, renderBoard } from '../../reports/board.ts';

const statuses = ['passed', 'failed', 'errored', 'not-exercised'] as const satisfies RequirementStatus[];

/** Small enough to be committed. */
export interface KeptRun extends Pick<Results, 'verdict' | 'claims'> {
  readonly implementation: string;
  readonly run: BoardRun['results']['run'];
  /** Ids of documented requirements by their status, separated by spaces. */
  readonly documented: Readonly<Partial<Record<RequirementStatus, string>>>;
  /** Without their conversations and scripts. */
  readonly findings: Results['findings'];
  /** As SVG. */
  readonly badge?: string;
}

export function keepRun(implementation: string, results: Results): KeptRun {
  const { verdict, claims, findings, run } = results;
  const idsOf = (wanted: RequirementStatus) =>
    results.requirements.filter(({ level, status }) => level === 'documented' && status === wanted);
  return {
    implementation,
    verdict,
    ...(claims && { claims }),
    run: { startedAt: run.startedAt, profile: run.profile },
    documented: Object.fromEntries(
      statuses.map((status) => [
        status,
        idsOf(status)
          .map(({ id }) => id)
          .join(' '),
      ]),
    ),
    findings: findings.map((finding) => ({ ...finding, steps: [], curl: '' })),
    badge: renderBadge(results),
  };
}

/** The file of a badge beside the page. */
const badgeFileOf = (implementation: string) => `${implementation.replaceAll(/[^\w.-]+/g, '-')}.svg`;

function shown({ implementation, documented, badge, ...kept }: KeptRun): BoardRun {
  const statusOf = new Map(
    statuses.flatMap((status) =>
      (documented[status] ?? '').split(' ').map((id): [string, RequirementStatus] => [id, status]),
    ),
  );
  const entries = requirements.flatMap(({ id, level, statement }) => {
    const status = statusOf.get(id);
    return status === undefined ? [] : [{ id, level, statement, status }];
  });
  const file = badge === undefined ? {} : { badge: badgeFileOf(implementation) };
  return { implementation, results: { ...kept, requirements: entries }, ...file };
}

/**
 * The page and the badges beside it, by the names of their files.
 *
 * @param runs the oldest first
 */
export const boardFiles = (runs: readonly KeptRun[]): ReadonlyMap<string, string> =>
  new Map([
    ['index.html', renderBoard(runs.map(shown))],
    ...runs.flatMap(({ implementation, badge }): [string, string][] =>
      badge === undefined ? [] : [[badgeFileOf(implementation), badge]],
    ),
  ]);
