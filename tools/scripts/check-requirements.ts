/**
 * Proves that the requirement catalogue is whole: ids are unique and stable, every section of the interface document has
 * requirements or a reason why not, and machines, operations and events are tied to requirements that exist.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { receiverRequirements, requirements, stateMachines } from '../../openapi/catalogue.ts';
import { DocumentSections, RequirementIds } from '../../openapi/catalogue-source.ts';
import { allOperations, eventSchemas } from '../../openapi/description.ts';
import { requirementProblems } from './requirement-problems.ts';

const source = (name: string) => readFileSync(join(import.meta.dirname, '../..', 'openapi', name), 'utf8');

const problems = requirementProblems({
  requirements: [...requirements, ...receiverRequirements],
  machines: stateMachines,
  sections: DocumentSections.parse(parse(source('document-sections.yaml'))),
  ids: RequirementIds.parse(JSON.parse(source('requirement-ids.json'))),
  operations: allOperations.map(({ id }) => id),
  events: [...eventSchemas.keys()],
});
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
} else {
  console.log(
    `${requirements.length} requirements of the service and ${receiverRequirements.length} of receivers: unique, stable, and of every section of the document.`,
  );
}
