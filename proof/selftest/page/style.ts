/** Additions of the page to the style sheet of the report. */
import { style as reportStyle } from '../../../reports/html/style.ts';

export const style = `${reportStyle}
[data-outcome="good"] { --verdict: var(--pass); }
[data-outcome="bad"] { --verdict: var(--fail); }
[data-outcome="cut"] { --verdict: var(--warn); }
.figures { grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); max-width: 60rem; }
.figures .good strong { color: var(--pass); }
.figures .bad strong { color: var(--fail); }
.field { display: grid; grid-template-columns: 9rem 4.5rem minmax(0, 1fr); gap: .375rem 1rem; align-items: start; margin: 0 0 1.5rem; font-size: .875rem; }
.field > * { min-width: 0; margin: 0; }
.field dt { color: var(--soft); }
.field .count { text-align: right; }
.cells { display: flex; flex-wrap: wrap; gap: .1875rem; padding: .1875rem 0; }
.cell { width: .8125rem; height: .8125rem; border-radius: .1875rem; background: var(--pass); color: var(--paper); font: 700 .625rem/.8125rem var(--sans); text-align: center; text-decoration: none; }
.cell:hover, .cell:focus-visible { outline: .125rem solid var(--ink); outline-offset: .0625rem; }
.cell.bad { background: var(--fail); }
.marks { display: inline-flex; flex-wrap: wrap; gap: .1875rem; vertical-align: middle; }
.badge.caught { background: var(--pass-tint); color: var(--pass); }
.badge.missed, .badge.misattributed { background: var(--fail-tint); color: var(--fail); }
.badge.unrepeatable, .badge.errored { background: var(--warn-tint); color: var(--warn); }
.badge.nothing { background: var(--pass-tint); color: var(--pass); }
td.links a { margin-right: .25rem; }
.tally { white-space: nowrap; margin-right: .25rem; }
td.links { font-size: .875rem; }
.names { padding-left: 1.125rem; }
.names li { margin-bottom: .375rem; }
@media (max-width: 44rem) {
  .field { display: flex; flex-wrap: wrap; }
  .field dt { flex: 1 1 auto; }
  .field .cells { flex: 1 1 100%; order: 0; margin-bottom: .5rem; }
  .field .count { flex: 0 0 auto; }
  .cell { width: 1.125rem; height: 1.125rem; line-height: 1.125rem; }
  .stacking .wide { flex-basis: 100%; }
  .id, .tally { white-space: normal; }
  .stacking tbody th .reason { font-weight: 400; }
}
`;
