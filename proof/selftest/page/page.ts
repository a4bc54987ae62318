/** The page of a self-test: one file that needs nothing else and runs nothing but its own script. */
import { html } from '../../../markup/html.ts';
import { renderPage } from '../../../markup/page.ts';
import type { SelftestRecord } from '../record.ts';
import { checksSection } from './checks-section.ts';
import { clientScript } from './client.ts';
import { faultsSection, glanceSection } from './faults-section.ts';
import { gapsSection } from './gaps-section.ts';
import { headline, opening, outcomeOf } from './opening.ts';
import { requirementsSection } from './requirements-section.ts';
import { style } from './style.ts';
import { pairsSection, slowestSection, soundSection, variantsSection } from './trials-section.ts';

/** Renders a self-test as one self-contained page. */
export function renderSelftest(record: SelftestRecord): string {
  return renderPage({
    title: `Self-test: ${headline(record)}`,
    mark: html`data-outcome="${outcomeOf(record)}"`,
    style,
    script: clientScript,
    opening: opening(record),
    sections: [
      ['glance', 'At a glance', glanceSection(record)],
      ['gaps', 'Gaps', gapsSection(record)],
      ['faults', 'Faults', faultsSection(record)],
      ['requirements', 'Requirements', requirementsSection(record)],
      ['checks', 'Checks', checksSection(record)],
      ['pairs', 'Pairs', pairsSection(record)],
      ['sound', 'Sound server', soundSection(record)],
      ['variants', 'Variants', variantsSection(record)],
      ['slowest', 'Slowest', slowestSection(record)],
    ],
    footer: `${record.tool.name} ${record.tool.version}, self-test format ${record.schemaVersion}`,
  });
}
