/** The HTML report: one self-contained file that runs only its own script. */
import type { Results } from '../../conformance/engine/results.ts';
import { html } from '../../markup/html.ts';
import { renderPage } from '../../markup/page.ts';
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
import { surveySection } from './survey-section.ts';

/** Renders a run as one self-contained page. */
export function renderHtml(results: Results): string {
  return renderPage({
    title: `${headlineOf(results)}: ${results.target.baseUrl}`,
    mark: html`data-verdict="${results.verdict}"`,
    style,
    script: clientScript,
    opening: opening(results),
    sections: [
      ['findings', 'Findings', findingsSection(results)],
      ['not-exercised', 'Not exercised', gapsSection(results)],
      ['requirements', 'Requirements', requirementsSection(results)],
      ['machines', 'State machines', machinesSection(results)],
      ['coverage', 'Coverage', coverageSection(results)],
      ['checks', 'Checks', checksSection(results)],
      ['survey', 'Assumptions', surveySection(results)],
      ['run', 'Run', runSection(results)],
    ],
    footer: `${results.tool.name} ${results.tool.version}, results format ${results.schemaVersion}`,
  });
}
