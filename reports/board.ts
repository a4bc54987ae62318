/** One page about several implementations: areas, trends, claims, and what all of them get wrong. */
import type { RequirementResult } from '../conformance/engine/requirement-results.ts';
import type { Results } from '../conformance/engine/results.ts';
import { type Html, html } from '../markup/html.ts';
import { renderPage } from '../markup/page.ts';
import { findRequirement } from '../openapi/catalogue.ts';
import { type Scope, scopeOf, scopes } from '../openapi/scopes.ts';
import { findingGroups } from './findings.ts';
import { findingAnchor } from './html/marks.ts';
import { style } from './html/style.ts';
import { claimsLine, moment, plural } from './wording.ts';

/** Tables scroll where they are too wide, and no word is cut. */
const ofTables = `.wide table { margin: 0; width: max-content; min-width: 100%; overflow-wrap: normal; }
.wide .aside { max-width: 24rem; }`;

/** The part of results that the board shows. */
export interface BoardResults extends Pick<Results, 'verdict' | 'claims' | 'findings'> {
  readonly run: Pick<Results['run'], 'startedAt' | 'profile'>;
  readonly requirements: readonly BoardRequirement[];
}

type BoardRequirement = Pick<RequirementResult, 'id' | 'level' | 'status' | 'statement'>;

/** A run on the board. */
export interface BoardRun {
  /** Name of the server, the same for all of its runs. */
  readonly implementation: string;
  readonly results: BoardResults;
  /** Addresses relative to the page; absent if there is no such file. */
  readonly report?: string;
  readonly badge?: string;
}

/** A server with its runs, the oldest first. */
interface Entry {
  readonly name: string;
  readonly runs: readonly BoardRun[];
  readonly latest: BoardRun;
}

/** By name, so that versions of a server stand side by side. */
function entriesOf(runs: readonly BoardRun[]): readonly Entry[] {
  const byName = Map.groupBy(runs, ({ implementation }) => implementation);
  const entries = [...byName].flatMap(([name, own]) => {
    const latest = own.at(-1);
    return latest === undefined ? [] : [{ name, runs: own, latest }];
  });
  return entries.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

const link = (to: string | undefined, text: string) =>
  to === undefined ? html`${text}` : html`<a href="${to}">${text}</a>`;

const isDocumented = ({ level, status }: BoardRequirement) =>
  level === 'documented' && status !== 'untestable';

/** Of documented requirements, whatever a run claims, so that the runs of a server can be compared. */
function figuresOf(requirements: readonly BoardRequirement[]) {
  const own = requirements.filter(isDocumented);
  const count = (wanted: BoardRequirement['status']) => own.filter(({ status }) => status === wanted).length;
  return { passed: count('passed'), failed: count('failed'), testable: own.length };
}

/** Documented requirements passed in each run. */
const trendOf = ({ runs }: Entry) =>
  runs.map(({ results }) => figuresOf(results.requirements).passed).join(' → ');

function serverRow(entry: Entry): Html {
  const { results, report, badge } = entry.latest;
  const { passed, failed, testable } = figuresOf(results.requirements);
  return html`<tr><th scope="row">${link(report, entry.name)}</th>
<td>${results.verdict}${results.claims === undefined ? undefined : html`<div class="aside">${claimsLine(results.claims)}</div>`}</td>
<td class="number">${passed} of ${testable}</td><td class="number">${failed}</td>
<td>${trendOf(entry)}</td><td>${moment(results.run.startedAt)}, ${results.run.profile}${
    badge === undefined ? undefined : html`, <a href="${badge}">badge</a>`
  }</td></tr>`;
}

const serversSection = (
  entries: readonly Entry[],
): Html => html`<section id="servers" aria-labelledby="servers-title">
<h2 id="servers-title">Servers</h2>
<div class="scroll wide" tabindex="0" role="group" aria-label="Table of servers"><table>
<thead><tr><th scope="col">Server</th><th scope="col">Verdict</th><th scope="col" class="number">Passed</th><th scope="col" class="number">Failed</th><th scope="col">Passed in each run</th><th scope="col">Latest run</th></tr></thead>
<tbody>${entries.map(serverRow)}</tbody></table></div>
</section>`;

function scopeCell({ latest: { results } }: Entry, scope: Scope): Html {
  const own = results.requirements.filter(({ id }) => {
    const known = findRequirement(id);
    return known !== undefined && scopeOf(known.id) === scope;
  });
  const { passed, failed, testable } = figuresOf(own);
  const sign = failed > 0 ? 'failed' : passed === testable ? 'passed' : 'not-exercised';
  return html`<td class="number"><span class="badge ${sign}">${passed} of ${testable}${
    failed > 0 ? `, ${failed} failed` : ''
  }</span></td>`;
}

const areasSection = (
  entries: readonly Entry[],
): Html => html`<section id="areas" aria-labelledby="areas-title">
<h2 id="areas-title">Areas</h2>
<p class="aside">Documented requirements that passed in the latest run of each server.</p>
<div class="scroll wide" tabindex="0" role="group" aria-label="Table of areas"><table>
<thead><tr><th scope="col">Area</th>${entries.map(({ name }) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead>
<tbody>${scopes.map(
  (scope) => html`<tr><th scope="row">${scope}</th>${entries.map((entry) => scopeCell(entry, scope))}</tr>`,
)}</tbody></table></div>
</section>`;

/** Requirements that at least two servers break, the most common first. */
function commonSection(entries: readonly Entry[]): Html | undefined {
  const broken = Map.groupBy(
    entries.flatMap(({ name, latest }) =>
      latest.results.requirements
        .filter(({ level, status }) => level === 'documented' && status === 'failed')
        .map((entry) => ({ name, entry })),
    ),
    ({ entry }) => entry.id,
  );
  const common = [...broken.values()]
    .filter(({ length }) => length > 1)
    .toSorted((a, b) => b.length - a.length);
  if (common.length === 0) return undefined;
  return html`<section id="common" aria-labelledby="common-title">
<h2 id="common-title">Broken by several</h2>
<ul>${common.map(([first, ...others]) => {
    if (first === undefined) return undefined;
    const names = [first, ...others].map(({ name }) => name);
    return html`<li><b class="id">${first.entry.id}</b> ${first.entry.statement} <span class="aside">${
      names.length === entries.length ? 'all' : names.join(', ')
    }</span></li>`;
  })}</ul>
</section>`;
}

function findingsOf({ name, latest: { results, report } }: Entry): Html {
  const groups = findingGroups(results);
  if (groups.length === 0) return html`<h3>${name}</h3><p>No finding.</p>`;
  const lines = groups.map(({ requirement, first, others }) => {
    const address = report === undefined ? undefined : `${report}#${findingAnchor(first)}`;
    const times = others.length === 0 ? '' : `, ${plural(others.length + 1, 'check')}`;
    return html`<li>${link(address, requirement)} ${first.title} <span class="aside">${first.level}${times}</span></li>`;
  });
  return html`<h3>${name}</h3><ul>${lines}</ul>`;
}

const findingsSection = (
  entries: readonly Entry[],
): Html => html`<section id="findings" aria-labelledby="findings-title">
<h2 id="findings-title">Findings</h2>
${entries.map(findingsOf)}
</section>`;

/**
 * One self-contained page, without a script.
 *
 * @param runs the oldest first
 */
export function renderBoard(runs: readonly BoardRun[]): string {
  const entries = entriesOf(runs);
  const what = `${plural(entries.length, 'server')}, ${plural(runs.length, 'run')}`;
  return renderPage({
    title: `Conformance of ${what}`,
    mark: html`data-verdict="partial"`,
    style: `${style}\n${ofTables}`,
    script: '',
    opening: html`<header class="opening"><p class="eyebrow">conformance board</p>
<h1>${what}</h1></header>`,
    sections: [
      ['servers', 'Servers', serversSection(entries)],
      ['areas', 'Areas', areasSection(entries)],
      ['common', 'Broken by several', commonSection(entries)],
      ['findings', 'Findings', findingsSection(entries)],
    ],
    footer: 'Made from the results of the runs; the server of a run is the folder that its results are in.',
  });
}
