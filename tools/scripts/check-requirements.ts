/**
 * Proves that the requirement catalogue is whole: ids are unique and stable, every section of the interface document has
 * requirements or a reason why not, and each requirement has a check and, if it is documented, a fault. Machines,
 * operations, events and interpretations are tied to requirements that exist, and each interpretation that leaves a
 * choice is shown by a benign variant. Starts no server.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { allChecks } from '../../conformance/all-checks.ts';
import {
  allRequirements,
  receiverRequirements,
  requirements,
  stateMachines,
} from '../../openapi/catalogue.ts';
import { DocumentSections, RequirementIds } from '../../openapi/catalogue-source.ts';
import { allOperations, eventSchemas } from '../../openapi/description.ts';
import { interpretations } from '../../openapi/interpretations.ts';
import { benignGroups } from '../../proof/benign/variants.ts';
import { interpretationProblems } from './interpretation-problems.ts';
import { linkProblems, namesOf, requirementProblems } from './requirement-problems.ts';

const source = (name: string) => readFileSync(join(import.meta.dirname, '../..', 'openapi', name), 'utf8');

const sections = DocumentSections.parse(parse(source('document-sections.yaml')));
const ofCatalogue = requirementProblems({
  requirements: allRequirements,
  machines: stateMachines,
  sections,
  ids: RequirementIds.parse(JSON.parse(source('requirement-ids.json'))),
  operations: allOperations.map(({ id }) => id),
  events: [...eventSchemas.keys()],
});
const ofInterpretations = interpretationProblems({
  interpretations,
  requirements: allRequirements.map(({ id }) => id),
  sections: sections.flatMap(namesOf),
  variants: benignGroups
    .flatMap(({ variants }) => Object.entries(variants))
    .map(([name, variant]) => [name, variant.interpretations ?? []]),
});
/** Loaded here, because a fault of an unknown requirement cannot be loaded. */
const { faults } = await import('../../proof/faults/index.ts').catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
const ofLinks = linkProblems({ requirements, checks: allChecks, faults });
const problems = [...ofCatalogue, ...ofLinks, ...ofInterpretations];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
} else {
  console.log(
    `${requirements.length} requirements of the service and ${receiverRequirements.length} of receivers: unique, stable, and of every section of the document. Each of the service has a check, each documented one a fault.`,
  );
  console.log(
    `${interpretations.length} interpretations, each with a variant of the reference server that shows its choice, or the reason why there is none.`,
  );
}
