/** Pages that are made of data, for the site only: the catalogue, and what was measured. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import {
  clientRequirements,
  receiverRequirements,
  requirements,
  stateMachines,
} from '../../openapi/catalogue.ts';
import { DocumentSections } from '../../openapi/catalogue-source.ts';
import { interpretations } from '../../openapi/interpretations.ts';
import { readResults as readBlindResults, readJudgements } from '../../proof/blind/results.ts';
import { faults } from '../../proof/faults/index.ts';
import { performancePage } from '../bench/performance-page.ts';
import { faultsPage } from '../bench/watched-faults/page.ts';
import { readResults as readWatchedResults } from '../bench/watched-faults/results.ts';
import { readRecord } from '../benchmark/record.ts';
import { currentPage as mutationPage } from '../mutation/results.ts';
import { readCosts } from '../servers/cost.ts';
import { accessPage } from './access-page.ts';
import { blindFaultsPage } from './blind-page.ts';
import { comparisonPage } from './comparison-page.ts';
import { costPage } from './cost-page.ts';
import { interpretationsPage } from './interpretations-page.ts';
import performance from './records/performance.json' with { type: 'json' };
import selftest from './records/selftest.json' with { type: 'json' };
import selftestThroughAdapter from './records/selftest-adapter.json' with { type: 'json' };
import { requirementsPage } from './requirements-page.ts';
import { selftestPage } from './selftest-page.ts';
import { stateMachinesPage } from './state-machines-page.ts';

const root = join(import.meta.dirname, '../..');

const sections = DocumentSections.parse(
  parse(readFileSync(join(root, 'openapi/document-sections.yaml'), 'utf8')),
);

/** Markdown by the path that it would have in the repository. */
export const dataPages = (): ReadonlyMap<string, string> =>
  new Map([
    [
      'docs/requirements.md',
      requirementsPage({
        requirements,
        machines: stateMachines,
        sections,
        ofReceivers: receiverRequirements,
        ofClients: clientRequirements,
      }),
    ],
    ['docs/interpretations.md', interpretationsPage(interpretations, sections)],
    ['docs/state-machines.md', stateMachinesPage(stateMachines)],
    ['docs/access.md', accessPage()],
    ['docs/selftest.md', selftestPage(selftest, selftestThroughAdapter)],
    ['docs/blind-faults.md', blindFaultsPage(readBlindResults(), readJudgements())],
    ['docs/mutation.md', mutationPage(root)],
    ['docs/comparison.md', comparisonPage(readRecord(), readBlindResults())],
    ['docs/traffic-faults.md', faultsPage(readWatchedResults(), faults)],
    ['docs/run-costs.md', costPage(readCosts())],
    ['docs/performance.md', performancePage(performance)],
  ]);
