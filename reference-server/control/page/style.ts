/** The style sheet of the page: system fonts, two palettes by preference, rows that become cards where it is narrow. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #faf9f6; --paper: #fff; --sunk: #f3f1ec; --ink: #1d1c1a; --soft: #615d56; --line: #e2ded6;
  --accent: #1f5a91; --accent-ink: #fff; --pass: #1c7247; --fail: #b3261e; --warn: #855600; --none: #68645c;
  --pass-tint: #e6f3eb; --fail-tint: #fbe9e7; --warn-tint: #fbf0d9; --none-tint: #edebe5; --accent-tint: #e5eef7;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #141413; --paper: #1c1b1a; --sunk: #232220; --ink: #eceae5; --soft: #aaa59c; --line: #35322e;
    --accent: #8dbbe8; --accent-ink: #10202f; --pass: #74c698; --fail: #ff8f85; --warn: #e4b75c; --none: #a8a39a;
    --pass-tint: #1b2e23; --fail-tint: #3a1f1c; --warn-tint: #342a15; --none-tint: #2b2926; --accent-tint: #1a2836;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { scroll-padding-top: 5.5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 var(--sans); overflow-wrap: anywhere; }
.bar > *, main, .notice > p { max-width: 70rem; margin-inline: auto; padding-inline: clamp(1rem, 4vw, 2rem); }
.bar { border-top: .25rem solid var(--accent); border-bottom: 1px solid var(--line); background: var(--paper); }
.production .bar { border-top-color: var(--fail); }
.bar > * { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: baseline; padding-block: .75rem; margin-block: 0; font-size: .9375rem; }
.bar a { font-weight: 600; color: inherit; text-decoration: none; }
.bar a:hover { text-decoration: underline; }
.bar .refresh { margin-left: auto; font-weight: 400; color: var(--soft); }
main { padding-block: 1.75rem 4rem; }
h1, h2, h3 { line-height: 1.2; letter-spacing: -.015em; font-weight: 650; text-wrap: balance; }
h1 { font-size: clamp(1.625rem, 1.2rem + 1.8vw, 2.25rem); margin: 0 0 .25rem; letter-spacing: -.025em; }
h2 { font-size: 1.25rem; margin: 0 0 .875rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .5rem; letter-spacing: 0; }
h2 .count { font-weight: 400; font-size: .875rem; color: var(--soft); letter-spacing: 0; margin-left: .375rem; }
section { margin-top: 2.5rem; }
p { margin: 0 0 .75rem; }
a { color: var(--accent); text-underline-offset: .15em; }
.soft, .none { color: var(--soft); }
.none { margin: 0; }
code, .mono { font-family: var(--mono); font-size: .875em; font-variant-ligatures: none; }
:is(a, button, summary, input, select):focus-visible { outline: .1875rem solid var(--accent); outline-offset: .125rem; border-radius: .25rem; }
.skip { position: absolute; left: -100vw; padding: .5rem 1rem; background: var(--paper); z-index: 3; }
.skip:focus { left: .5rem; top: .5rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.notice { position: sticky; top: 0; z-index: 2; background: var(--pass-tint); color: var(--pass); border-bottom: 1px solid currentColor; }
.notice.refused { background: var(--fail-tint); color: var(--fail); }
.notice p { padding-block: .75rem; margin-block: 0; font-weight: 550; }

.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); gap: .875rem 1.5rem; margin: 1.25rem 0 0; }
.facts dt { color: var(--soft); font-size: .8125rem; }
.facts dd { margin: 0; }
.jump { display: flex; flex-wrap: wrap; gap: .375rem 1.25rem; list-style: none; margin: 1.25rem 0 0; padding: .75rem 0; border-block: 1px solid var(--line); font-size: .9375rem; }
.panel { background: var(--paper); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem 1.125rem; }
.balances { display: flex; flex-wrap: wrap; gap: .75rem; list-style: none; margin: 0 0 1rem; padding: 0; }
.balances li { background: var(--paper); border: 1px solid var(--line); border-radius: .5rem; padding: .625rem 1rem; font-size: 1.25rem; font-weight: 600; font-variant-numeric: tabular-nums; letter-spacing: -.01em; }
.balances small { font-weight: 400; font-size: .875rem; color: var(--soft); letter-spacing: 0; }
.time { font-size: 1.25rem; font-weight: 600; font-variant-numeric: tabular-nums; letter-spacing: -.01em; margin: 0 0 .875rem; }

table { width: 100%; border-collapse: collapse; background: var(--paper); border: 1px solid var(--line); border-radius: .5rem; border-spacing: 0; font-size: .9375rem; }
th, td { text-align: left; vertical-align: baseline; padding: .5625rem .75rem; border-bottom: 1px solid var(--line); }
tbody tr:last-child > * { border-bottom: 0; }
thead th { color: var(--soft); font-size: .8125rem; font-weight: 500; }
tbody th { font-weight: 600; }
tbody th .mono { font-weight: 500; }
thead th, .word { overflow-wrap: normal; }
table code[title] { white-space: nowrap; }
td input.wide { width: 14rem; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.when { white-space: nowrap; font-variant-numeric: tabular-nums; }
.small { font-size: .8125rem; color: var(--soft); }
.plain { font-weight: 400; }

.badge { display: inline-block; border-radius: 1rem; padding: 0 .5625rem; font-size: .8125rem; line-height: 1.5rem; font-weight: 550; white-space: nowrap; background: var(--none-tint); color: var(--none); }
.badge.good { background: var(--pass-tint); color: var(--pass); }
.badge.bad { background: var(--fail-tint); color: var(--fail); }
.badge.waiting { background: var(--warn-tint); color: var(--warn); }
.badge.moving { background: var(--accent-tint); color: var(--accent); }

form { display: inline-flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin: 0; }
.actions { display: flex; flex-wrap: wrap; gap: .5rem; align-items: start; }
.controls { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: end; }
label { display: grid; gap: .1875rem; font-size: .8125rem; color: var(--soft); }
button, input, select { font: inherit; font-size: .9375rem; color: var(--ink); border-radius: .375rem; border: 1px solid var(--line); background: var(--paper); padding: .3125rem .6875rem; min-height: 2.25rem; max-width: 100%; }
input { background: var(--ground); }
input[type="number"] { width: 9rem; }
input.wide { width: 20rem; }
input.code { width: 5rem; }
button { cursor: pointer; font-weight: 550; background: var(--sunk); }
button:hover { border-color: var(--accent); color: var(--accent); }
button.main { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); }
button.main:hover { filter: brightness(1.1); color: var(--accent-ink); }
button.danger { color: var(--fail); }
button.danger:hover { border-color: var(--fail); }
td button, td .badge { font-size: .8125rem; }
td button { min-height: 1.875rem; padding: .125rem .5625rem; }
details { max-width: 100%; }
summary { cursor: pointer; color: var(--soft); font-size: .875rem; width: fit-content; padding: .1875rem 0; }
summary:hover { color: var(--ink); }
details[open] > summary { margin-bottom: .375rem; }
.beneath { margin-top: .75rem; }
.attempts { margin: 0; padding-left: 1.25rem; font-size: .875rem; }
.reveal summary { font-family: var(--mono); font-size: .8125rem; }
.reveal code { display: block; background: var(--sunk); border-radius: .25rem; padding: .375rem .5rem; user-select: all; }
.foot { margin-top: 3.5rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }

@media (max-width: 46rem) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody { display: block; }
  tr { display: grid; grid-template-columns: minmax(0, 1fr); gap: .25rem; padding: .75rem .875rem; border-bottom: 1px solid var(--line); }
  tbody tr:last-child { border-bottom: 0; }
  th, td { display: block; padding: 0; border: 0; }
  td[data-label] { position: relative; padding-left: 7rem; }
  td[data-label]::before { content: attr(data-label); position: absolute; left: 0; top: .1875rem; color: var(--soft); font-size: .8125rem; }
  .number { text-align: left; }
  .when { white-space: normal; }
  td:empty { display: none; }
  input.wide, td input.wide { width: 100%; }
  .controls form, .controls label { width: 100%; }
  .controls { gap: .875rem; }
}
`;
