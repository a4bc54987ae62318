/** The page of a self-test: one file that needs nothing else and runs nothing but its own script. */
import { createHash } from 'node:crypto';
import { html, trusted } from '../../../markup/html.ts';
import type { SelftestRecord } from '../record.ts';
import { checksSection } from './checks-section.ts';
import { clientScript } from './client.ts';
import { faultsSection, glanceSection } from './faults-section.ts';
import { gapsSection } from './gaps-section.ts';
import { headline, opening, outcomeOf } from './opening.ts';
import { requirementsSection } from './requirements-section.ts';
import { style } from './style.ts';
import { pairsSection, slowestSection, soundSection } from './trials-section.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const policy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(clientScript)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Renders a self-test as one self-contained page for file:// and offline use. */
export function renderSelftest(record: SelftestRecord): string {
  const sections = [
    ['glance', 'At a glance', glanceSection(record)],
    ['gaps', 'Gaps', gapsSection(record)],
    ['faults', 'Faults', faultsSection(record)],
    ['requirements', 'Requirements', requirementsSection(record)],
    ['checks', 'Checks', checksSection(record)],
    ['pairs', 'Pairs', pairsSection(record)],
    ['sound', 'Sound server', soundSection(record)],
    ['slowest', 'Slowest', slowestSection(record)],
  ] as const;
  const links = sections.flatMap(([anchor, title, content]) =>
    content === undefined ? [] : [html`<li><a href="#${anchor}">${title}</a></li>`],
  );
  const page = html`<!doctype html>
<html lang="en" data-outcome="${outcomeOf(record)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Self-test: ${headline(record)}</title>
<style>${trusted(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the report</a>
${opening(record)}
<nav aria-label="Report"><ul>${links}</ul></nav>
<main id="main">
${sections.map(([, , content]) => content)}
</main>
<footer><p>${record.tool.name} ${record.tool.version}, self-test format ${record.schemaVersion}</p></footer>
<script>${trusted(clientScript)}</script>
</body>
</html>
`;
  return page.text;
}
