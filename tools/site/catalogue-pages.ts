/** The pages of the requirements and the interpretations: long tables, which are made for the site only. */
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
import { interpretationsPage } from './interpretations-page.ts';
import { requirementsPage } from './requirements-page.ts';

const sections = DocumentSections.parse(
  parse(readFileSync(join(import.meta.dirname, '../../openapi/document-sections.yaml'), 'utf8')),
);

/** Markdown by the path that it would have in the repository. */
export const cataloguePages = (): ReadonlyMap<string, string> =>
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
  ]);
