/** The style sheet of the page. */

/** System fonts only; two palettes by preference; one column that widens into two where there is room. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #faf9f6; --paper: #fff; --sunk: #f3f1ec; --ink: #1d1c1a; --soft: #615d56; --line: #e2ded6;
  --accent: #1f5a91; --pass: #1c7247; --fail: #b3261e; --warn: #855600; --none: #68645c;
  --pass-tint: #e6f3eb; --fail-tint: #fbe9e7; --warn-tint: #fbf0d9; --none-tint: #edebe5;
  --verdict: var(--none);
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #141413; --paper: #1c1b1a; --sunk: #232220; --ink: #eceae5; --soft: #aaa59c; --line: #35322e;
    --accent: #8dbbe8; --pass: #74c698; --fail: #ff8f85; --warn: #e4b75c; --none: #a8a39a;
    --pass-tint: #1b2e23; --fail-tint: #3a1f1c; --warn-tint: #342a15; --none-tint: #2b2926;
  }
}
[data-verdict="conformant"] { --verdict: var(--pass); }
[data-verdict="partial"] { --verdict: var(--warn); }
[data-verdict="non-conformant"] { --verdict: var(--fail); }
[data-verdict="incomplete"], [data-verdict="error"] { --verdict: var(--warn); }

*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 4rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.55 var(--sans); border-top: .375rem solid var(--verdict); overflow-wrap: anywhere; }
.opening, nav ul, main, footer { max-width: 74rem; margin-inline: auto; padding-inline: clamp(1rem, 4vw, 2.5rem); }
h1, h2, h3, h4 { line-height: 1.2; text-wrap: balance; letter-spacing: -.015em; font-weight: 650; }
h1 { font-size: clamp(1.75rem, 1.3rem + 1.6vw, 2.25rem); letter-spacing: -.03em; margin: .25rem 0 .5rem; }
h2 { font-size: 1.5rem; margin: 0 0 1.25rem; }
h2.quiet { font-size: .875rem; letter-spacing: 0; color: var(--soft); font-weight: 500; margin: 0 0 .5rem; }
h3 { font-size: 1.1875rem; margin: 0 0 .75rem; }
h4 { font-size: .9375rem; letter-spacing: 0; margin: 1.75rem 0 .75rem; }
p { margin: 0 0 .75rem; }
a { color: var(--accent); text-underline-offset: .15em; text-decoration-thickness: .06em; }
a:focus-visible, button:focus-visible, summary:focus-visible, input:focus-visible, select:focus-visible, [tabindex]:focus-visible {
  outline: .1875rem solid var(--accent); outline-offset: .125rem; border-radius: .25rem;
}
code, pre, .id, .method, .code { font-family: var(--mono); font-size: .875em; font-variant-ligatures: none; }
.id { white-space: nowrap; letter-spacing: -.01em; }
.aside, .count, .section-name, .millis { color: var(--soft); font-size: .875rem; }
.count { font-weight: 400; letter-spacing: 0; font-variant-numeric: tabular-nums; }
.skip { position: absolute; left: -100vw; padding: .5rem 1rem; background: var(--paper); }
.skip:focus { left: .5rem; top: .5rem; z-index: 2; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
summary { cursor: pointer; color: var(--soft); font-size: .875rem; width: fit-content; max-width: 100%; padding: .125rem 0; }
summary:hover { color: var(--ink); }

.opening { padding-block: clamp(1.5rem, 4vw, 3rem) 2rem; }
.eyebrow { display: flex; flex-wrap: wrap; gap: .25rem .625rem; align-items: center; margin: 0; font-size: .875rem; color: var(--soft); }
.verdict-word { background: var(--verdict); color: var(--paper); border-radius: 1rem; padding: .0625rem .6875rem; font-weight: 600; }
.lead { font-size: 1.125rem; color: var(--soft); max-width: 46rem; text-wrap: pretty; margin-bottom: 1rem; }
.opening > .reason { border-left: .1875rem solid var(--verdict); padding-left: .875rem; max-width: 46rem; margin-bottom: 1.5rem; color: var(--ink); font-size: 1rem; }
.verdict { display: grid; gap: 0 3rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 60rem) { .verdict { grid-template-columns: minmax(0, 1fr) minmax(0, 26rem); align-items: start; } }
.facts { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; margin: 1.5rem 0 0; padding-block: .875rem; border-block: 1px solid var(--line); font-size: .875rem; }
.facts dt { color: var(--soft); font-size: .8125rem; }
.facts dd { margin: 0; font-variant-numeric: tabular-nums; }
.figures { list-style: none; margin: 0 0 .75rem; padding: 0; display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 1rem; max-width: 40rem; }
.figures li { font-size: .9375rem; color: var(--soft); line-height: 1.3; overflow-wrap: normal; }
.figures strong { display: block; font-size: clamp(2.25rem, 1.5rem + 2.6vw, 3.25rem); line-height: 1; letter-spacing: -.04em; font-weight: 600; font-variant-numeric: tabular-nums; color: var(--ink); margin-bottom: .25rem; }
.figures .passed strong { color: var(--pass); }
.figures .failed strong { color: var(--fail); }
.figures .not-exercised strong { color: var(--none); }
.figures .zero strong { color: var(--soft); font-weight: 400; }
.bar { display: block; width: 100%; height: .375rem; border-radius: .25rem; margin-bottom: .5rem; background: var(--none-tint); }
.bar { border: 1px solid var(--line); }
.bar .passed { fill: var(--pass); } .bar .failed { fill: var(--fail); } .bar .not-exercised { fill: var(--none-tint); }
.opening > section { margin-top: 1.75rem; }
.overview { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--line); }
.overview li { border-bottom: 1px solid var(--line); }
.overview a { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: .25rem 1.25rem; padding: .75rem .25rem .75rem .75rem; color: inherit; text-decoration: none; border-left: .1875rem solid var(--warn); }
.overview .documented a { border-left-color: var(--fail); }
.overview a:hover { background: var(--paper); }
.overview a:hover .title { text-decoration: underline; }
.where { display: flex; flex-direction: column; align-items: flex-start; gap: .25rem; }
.overview .id { color: var(--accent); }
.title { font-weight: 550; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
.contrast { display: flex; flex-wrap: wrap; gap: 0 1.5rem; font-size: .875rem; color: var(--soft); margin-top: .125rem; }
.contrast > span { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.contrast b { font-weight: 500; color: var(--ink); }

nav { position: sticky; top: 0; z-index: 1; background: var(--ground); border-block: 1px solid var(--line); }
nav ul { list-style: none; display: flex; gap: 1.5rem; overflow-x: auto; margin-block: 0; scrollbar-width: none; }
nav a { display: block; padding: .6875rem 0; white-space: nowrap; color: var(--soft); text-decoration: none; font-size: .875rem; }
nav a:hover { color: var(--ink); text-decoration: underline; }
main { padding-bottom: 3rem; }
main > section { padding-top: 3rem; }
footer { color: var(--soft); font-size: .8125rem; padding-bottom: 1.5rem; }
footer p { border-top: 1px solid var(--line); padding-top: 1.25rem; }

.badge, .level, .code { display: inline-block; border-radius: 1rem; padding: 0 .5625rem; font-size: .8125rem; line-height: 1.5rem; white-space: nowrap; background: var(--none-tint); color: var(--none); }
.badge { font-weight: 550; }
.level { border: 1px solid var(--line); background: none; color: var(--soft); line-height: 1.375rem; }
.badge.passed, .code.s2 { background: var(--pass-tint); color: var(--pass); }
.badge.failed, .code.s5 { background: var(--fail-tint); color: var(--fail); }
.badge.warned, .badge.errored, .code.s4, .code.s3, .code.none { background: var(--warn-tint); color: var(--warn); }
.badge.untestable { background: none; }

.finding { background: var(--paper); border: 1px solid var(--line); border-top: .1875rem solid var(--warn); border-radius: .5rem; padding: clamp(1rem, 3vw, 1.875rem); margin-bottom: 1.75rem; }
.finding.documented { border-top-color: var(--fail); }
.finding:target { box-shadow: 0 0 0 .1875rem var(--accent); }
.finding h3 { font-size: 1.375rem; margin: .375rem 0 .75rem; max-width: 52rem; white-space: pre-line; }
.finding .rule { max-width: 52rem; }
.finding .rule .id { margin-right: .375rem; }
.against { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); gap: .75rem; margin: 1.25rem 0 0; }
.against > div { background: var(--sunk); border-radius: .375rem; padding: .75rem 1rem; }
.against .actual { background: var(--fail-tint); }
.against .expected { background: var(--pass-tint); }
.against dt { font-size: .8125rem; font-weight: 600; }
.against .actual dt { color: var(--fail); } .against .expected dt { color: var(--pass); }
.against dd { margin: 0; white-space: pre-wrap; }
mark { color: inherit; background: none; border-radius: .1875rem; font-weight: 600; text-decoration: underline .125rem; text-underline-offset: .2em; }
.expected mark { text-decoration-color: var(--pass); } .actual mark { text-decoration-color: var(--fail); }
.difference { margin: 1.25rem 0 0; }
.difference p { margin: 0 0 .25rem; font-size: .8125rem; display: flex; gap: 1.25rem; }
.difference b.expected { color: var(--pass); } .difference b.actual { color: var(--fail); }
.difference pre > span { display: block; padding-left: .25rem; margin-bottom: -1lh; }
.difference pre .expected { background: var(--pass-tint); } .difference pre .actual { background: var(--fail-tint); }
.against.long dd { font-size: .875rem; }
.answer { font-size: .875rem; }
.pair.alone { grid-template-columns: minmax(0, 1fr); }
.talk { margin-top: 1.5rem; }
.talk > summary { margin-bottom: .75rem; }
summary h3, summary h4 { display: inline; margin: 0 .375rem 0 0; color: var(--ink); }
.same { margin-top: 1.5rem; border-top: 1px solid var(--line); padding-top: .75rem; }
.same ul { list-style: none; margin: .5rem 0 0; padding: 0; }
.same > ul > li { border-top: 1px solid var(--line); padding: .25rem 0; }
.same > ul > li:first-child { border-top: 0; }
.other > summary code { color: var(--ink); }
.other[open] { padding-bottom: 1.5rem; }
.other:target > summary { background: var(--warn-tint); }
.setup { margin-bottom: 1rem; }
.steps { list-style: none; counter-reset: step; margin: 0; padding: 0; }
.steps > li { position: relative; padding: 0 0 1.25rem 2.5rem; border-left: 1px solid var(--line); margin-left: .8125rem; }
.steps > li:last-child { padding-bottom: .25rem; }
.steps > li::before { position: absolute; left: -.875rem; top: -.0625rem; width: 1.75rem; height: 1.75rem; border-radius: 50%; border: 1px solid var(--line); background: var(--paper); text-align: center; font-size: .8125rem; line-height: 1.6875rem; font-weight: 600; font-variant-numeric: tabular-nums; }
ol.steps > li { counter-increment: step; }
ol.steps > li::before { content: counter(step); }
ul.steps { margin-top: .75rem; }
ul.steps > li::before { content: ""; width: .625rem; height: .625rem; left: -.3125rem; top: .5rem; }
.label { font-weight: 550; margin-bottom: .5rem; white-space: pre-line; }
.believed { color: var(--soft); font-size: .875rem; margin-bottom: .5rem; max-width: 56rem; }
.believed b { font-weight: 500; color: var(--ink); }
.exchange, .delivery { margin-bottom: .25rem; }
.exchange[open], .delivery[open] { margin-bottom: .75rem; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: .25rem 2rem; margin: .25rem 0 0 1.1rem; }
.pair > div { min-width: 0; }
.steps > li.broke { counter-increment: none; border-left-color: transparent; }
.steps > li.broke::before { content: "✗"; color: var(--paper); background: var(--fail); border-color: var(--fail); }
.broke .label { color: var(--fail); margin-bottom: .125rem; }
.part { font-size: .75rem; color: var(--soft); margin: 0; }
p.line { font-size: 1rem; line-height: 1.6; margin: 0 0 .25rem; }
.control .method { color: var(--soft); font-weight: 500; } .control > summary code, p.control code { color: var(--soft); }
.line { display: flex; flex-wrap: wrap; align-items: baseline; gap: .125rem .5rem; margin: 0; }
.line code { min-width: 0; }
summary.line { display: list-item; line-height: 1.6; font-size: 1rem; color: var(--ink); }
summary.line .code { line-height: 1.375rem; }
.method { overflow-wrap: anywhere; font-weight: 650; color: var(--accent); }
.delivery .said { color: var(--soft); font-size: .8125rem; }
.delivery[open] .said { display: none; }
.delivery { border-left: .1875rem solid var(--accent); padding-left: .75rem; }
.headers dl { margin: .25rem 0 .5rem; font-size: .8125rem; font-family: var(--mono); }
.headers dl > div { display: flex; flex-wrap: wrap; gap: 0 .75rem; }
.headers dt { color: var(--soft); } .headers dd { margin: 0; min-width: 0; }
pre { background: var(--sunk); border-radius: .375rem; padding: .6875rem .875rem; margin: .25rem 0 .5rem; white-space: pre-wrap; line-height: 1.5; font-size: .8125rem; tab-size: 2; }
pre.tall { overflow: auto; max-height: 26rem; }
pre b { color: var(--accent); font-weight: inherit; }
pre mark { background: var(--fail-tint); box-shadow: 0 0 0 .125rem var(--fail-tint); text-decoration: none; }
pre i { color: var(--fail); font-family: var(--sans); font-style: normal; font-weight: 600; }
.copyable { position: relative; }
.copyable pre { padding-right: 5rem; min-height: 2.75rem; }
.copy { position: absolute; top: .375rem; right: .375rem; font: 500 .8125rem/1 var(--sans); padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .375rem; background: var(--paper); color: var(--ink); cursor: pointer; }
.copy:hover { border-color: var(--accent); color: var(--accent); }

.gaps { list-style: none; margin: 0; padding: 0; }
.gaps > li { display: grid; grid-template-columns: 3.5rem minmax(0, 1fr); padding: .75rem 0; border-top: 1px solid var(--line); }
.gaps .count { font-size: 1.25rem; line-height: 1.2; color: var(--ink); }
.gaps p { margin: 0; }
.ids { font-size: .875rem; line-height: 1.8; }

table { width: 100%; border-collapse: collapse; font-size: .9375rem; margin-bottom: 2rem; }
th, td { text-align: left; vertical-align: top; padding: .5625rem 1rem .5625rem 0; border-bottom: 1px solid var(--line); font-weight: 400; }
th:last-child, td:last-child { padding-right: 0; }
thead th { font-size: .8125rem; color: var(--soft); white-space: nowrap; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.narrow { display: none; }
.section { border-top: 1px solid var(--line); }
.section:last-of-type { border-bottom: 1px solid var(--line); }
.section > summary { width: 100%; padding: .6875rem 0; color: var(--soft); }
.section > summary h3 { font-size: 1rem; }
.section > summary:hover h3 { text-decoration: underline; }
.section[open] { padding-bottom: 1rem; }
.section table { margin-bottom: .5rem; }
.tally { margin-left: .75rem; font-weight: 600; font-size: .8125rem; }
.tally.failed { color: var(--fail); } .tally.warned, .tally.errored { color: var(--warn); } .tally.not-exercised { color: var(--none); }
.config { white-space: pre-wrap; }
.events { list-style: none; margin: 0 0 2rem; padding: 0; columns: 17rem; column-gap: 2.5rem; font-size: .9375rem; }
.events li { display: flex; justify-content: space-between; gap: 1rem; padding: .3125rem 0; border-bottom: 1px solid var(--line); break-inside: avoid; }
.events li code { min-width: 0; } .events li .count { white-space: nowrap; }
.never code { color: var(--soft); }
.unseen-status .code { background: none; border: 1px dashed var(--none); }
.chart { width: 40%; vertical-align: middle; }
.spread { display: block; width: 100%; height: .625rem; }
.spread .most { fill: var(--none-tint); } .spread .half { fill: var(--accent); }
.rest { margin-top: .75rem; }
h3 .count { margin-left: .375rem; }
main > section > h3 { margin-top: 2rem; }
main > section > h2 + h3 { margin-top: 0; }
tr:target { background: var(--warn-tint); }
.statement { width: 100%; }
.requirements .level { border: 0; padding: 0; }
.machine th { overflow-wrap: normal; }
.reason { display: block; color: var(--soft); font-size: .875rem; }
.sub { display: block; color: var(--soft); }
.seen { white-space: nowrap; margin-right: .5rem; font-variant-numeric: tabular-nums; }
.filter { margin-bottom: 1.25rem; display: flex; flex-wrap: wrap; gap: .75rem 1.25rem; align-items: center; font-size: .875rem; }
.filter label { white-space: nowrap; color: var(--soft); display: flex; align-items: center; gap: .5rem; }
.filter input, .filter select { font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--line); border-radius: .375rem; padding: .4375rem .625rem; min-width: 0; }
.filter input { width: 14rem; }
.filter select { max-width: 16rem; }

.machine + .machine { margin-top: 2.5rem; }
.picture { display: grid; gap: 1.5rem 2.5rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 64rem) { .picture { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); } }
figure { margin: 0; }
figcaption .aside { margin: .5rem 0 0; }
.scroll { overflow-x: auto; background: var(--paper); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem; }
.timeline { display: block; max-width: 100%; height: auto; }
.timeline text { font-family: var(--sans); font-size: 13px; fill: var(--ink); }
.timeline .lane { fill: var(--soft); }
.timeline line { stroke: var(--line); }
.timeline .overlap { fill: var(--sunk); }
.timeline .operation rect { fill: var(--none-tint); stroke: var(--none); }
.timeline .lost rect { fill: none; stroke-dasharray: 4 3; }
.timeline .unexplained rect { fill: var(--fail-tint); stroke: var(--fail); }
.graph { display: block; margin-inline: auto; max-width: 100%; height: auto; }
.graph text { font-family: var(--sans); font-size: 13px; fill: var(--ink); }
.state rect { fill: var(--paper); stroke: var(--none); stroke-width: 1.25; }
.state.initial rect { stroke-width: 2.5; }
.state.reached rect { fill: var(--pass-tint); stroke: var(--pass); }
.state.reached text { font-weight: 600; }
.state.unreachable rect { stroke-dasharray: 1.5 3; }
.state.unreachable text { fill: var(--none); }
.transition path { fill: none; stroke-width: 1.25; }
.transition.some path { stroke-width: 2.25; } .transition.many path { stroke-width: 3.5; }
.transition rect { fill: var(--paper); }
.transition text { font-size: 12px; }
.transition.taken path { stroke: var(--pass); } .transition.taken text { fill: var(--pass); }
.transition.failed path { stroke: var(--fail); stroke-width: 2.25; } .transition.failed text { fill: var(--fail); font-weight: 600; }
.transition.never-taken path { stroke: var(--none); stroke-dasharray: 5 4; stroke-width: 1.25; } .transition.never-taken text { fill: var(--none); }
.transition.out-of-reach path { stroke: var(--none); stroke-dasharray: 1.5 4; stroke-width: 1.25; } .transition.out-of-reach text { fill: var(--none); }
.tip.out-of-reach path { fill: var(--none); }
.tip.taken path { fill: var(--pass); } .tip.failed path { fill: var(--fail); } .tip.never-taken path { fill: var(--none); }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; padding: 0; margin: 0 0 1.5rem; font-size: .875rem; color: var(--soft); }
.legend li::before { content: ""; display: inline-block; width: 1.5rem; margin-right: .5rem; vertical-align: middle; border-top: 1.5px solid var(--pass); }
.legend .some::before { border-top-width: 2.5px; } .legend .many::before { border-top-width: 4px; }
.legend .unreachable::before { border: 1.5px dotted var(--none); border-radius: .5rem; height: .75rem; }
.legend .never-taken::before { border-top: 2px dashed var(--none); }
.legend .out-of-reach::before { border-top: 2px dotted var(--none); }
.legend .failed::before { border-top-width: 3px; border-top-color: var(--fail); }
.coverage.taken { color: var(--pass); } .coverage.failed { color: var(--fail); font-weight: 600; } .coverage.never-taken, .coverage.out-of-reach { color: var(--soft); }
.settings { margin: 0; font-size: .9375rem; }
.settings > div { display: grid; grid-template-columns: 10rem minmax(0, 1fr); gap: 0 1rem; padding: .5rem 0; border-bottom: 1px solid var(--line); }
.settings dt { color: var(--soft); } .settings dd { margin: 0; }

@media (max-width: 44rem) {
  .overview a { grid-template-columns: minmax(0, 1fr); }
  .where { flex-direction: row; }
  .steps > li { padding-left: 1.5rem; }
  .stacking thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stacking, .stacking tbody { display: block; }
  .stacking tr { display: flex; flex-wrap: wrap; gap: .25rem .75rem; padding: .75rem 0; border-bottom: 1px solid var(--line); align-items: baseline; }
  .stacking th, .stacking td { display: block; padding: 0; border: 0; }
  .stacking .statement { flex-basis: 100%; order: 1; }
  .graph { max-width: none; }
  .chart { flex-basis: 100%; order: 1; }
  .stacking.transitions td { flex-basis: 100%; }
  .tally { margin-left: .5rem; }
  .stacking tbody th:not([scope="rowgroup"]) { font-weight: 600; }
  .number { text-align: left; color: var(--soft); font-size: .875rem; }
  .narrow { display: inline; }
  .filter label, .filter input, .filter select { flex: 1 1 auto; width: 100%; max-width: none; }
  .settings > div { grid-template-columns: minmax(0, 1fr); }
}
@media print {
  :root { color-scheme: light; --ground: #fff; --paper: #fff; --line: #ccc; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  @page { margin: 14mm 12mm; }
  html { font-size: 9pt; }
  body { border-top: 0; }
  .opening, main, footer { max-width: none; padding-inline: 0; }
  nav, .filter, .copy, .skip { display: none !important; }
  [hidden]:is(tr, .section) { display: revert !important; }
  summary { list-style: none; } summary::marker { content: ""; }
  pre, pre.tall, .scroll { max-height: none; overflow: visible; }
  .title, .contrast > span { display: block; overflow: visible; }
  .scroll { border: 0; padding: 0; }
  .picture { grid-template-columns: minmax(0, 1fr); }
  .finding { border-inline: 0; border-bottom: 0; border-radius: 0; padding-inline: 0; }
  main > section { padding-top: 1.5rem; }
  .line, tr, .against, .figures, .facts, figure, .graph, .gaps > li, .overview li, .settings > div, .events li { break-inside: avoid; }
  h2, h3, h4, .label, .eyebrow, summary, thead { break-after: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
}
`;
