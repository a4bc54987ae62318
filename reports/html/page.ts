/** The HTML report: one file that needs nothing else and runs nothing but its own script. */
import { createHash } from 'node:crypto';
import type { Results } from '../../conformance/engine/results.ts';
import { type Html, html, trusted } from '../../markup/html.ts';
import { headlineOf } from '../wording.ts';
import { clientScript } from './client.ts';
import { coverageSection } from './coverage-section.ts';
import { findingsSection } from './findings-section.ts';
import { gapsSection } from './gaps-section.ts';
import { machinesSection } from './machines-section.ts';
import { opening } from './opening.ts';
import { requirementsSection } from './requirements-section.ts';
import { checksSection, runSection } from './run-section.ts';
import { style } from './style.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const policy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(clientScript)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

function navigation(
  sections: readonly (readonly [anchor: string, title: string, content: Html | undefined])[],
): Html {
  const links = sections.flatMap(([anchor, title, content]) =>
    content === undefined ? [] : [html`<li><a href="#${anchor}">${title}</a></li>`],
  );
  return html`<nav aria-label="Report"><ul>${links}</ul></nav>`;
}

/**
 * Renders a run as one self-contained page for file:// and offline use. Its policy admits only the inline style and
 * script of this build, by hash, so that nothing a target sent can run even if it were not escaped.
 */
export function renderHtml(results: Results): string {
  const sections = [
    ['findings', 'Findings', findingsSection(results)],
    ['not-exercised', 'Not exercised', gapsSection(results)],
    ['requirements', 'Requirements', requirementsSection(results)],
    ['machines', 'State machines', machinesSection(results)],
    ['coverage', 'Coverage', coverageSection(results)],
    ['checks', 'Checks', checksSection(results)],
    ['run', 'Run', runSection(results)],
  ] as const;
  const page = html`<!doctype html>
<html lang="en" data-verdict="${results.verdict}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${headlineOf(results)}: ${results.target.baseUrl}</title>
<style>${trusted(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the report</a>
${opening(results)}
${navigation(sections)}
<main id="main" tabindex="-1">
${sections.map(([, , content]) => content)}
</main>
<footer><p>${results.tool.name} ${results.tool.version}, results format ${results.schemaVersion}</p></footer>
<script>${trusted(clientScript)}</script>
</body>
</html>
`;
  return page.text;
}
