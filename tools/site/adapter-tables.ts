/** The tables of operations and controls that the documentation shows, from those that the suite goes by. */
import { reliedOnBy } from '../../conformance/adapter/relied-on.ts';
import { controlTable } from '../../conformance/target/controls.ts';
import { operationsInOwnWords } from '../../conformance/target/target.ts';
import { allOperations, type Operation, resolveSchema } from '../../openapi/description.ts';
import { markdownTable } from '../scripts/markdown-table.ts';

const code = (text: string) => `\`${text}\``;

/** The purpose, arguments and return value of each control; `?` follows an optional one. */
export const controlsTable = (): string =>
  markdownTable(
    ['Control', 'What it does', 'Arguments', 'Must return', 'Capability'],
    Object.entries(controlTable).map(([name, { does, takes, together, answers, capability }]) => [
      code(name),
      does,
      [
        ...takes.filter((argument) => !together.includes(argument)).map(code),
        ...(together.length > 0 ? [`{ ${together.map(code).join(', ')} }`] : []),
      ].join(', '),
      answers.map(code).join(', '),
      capability === undefined ? '' : code(capability),
    ]),
  );

function givenTo({ path, parameters, requestBody, formBody }: Operation): string {
  const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => `?${name}`);
  const body = Object.keys(resolveSchema(requestBody ?? formBody ?? {}).properties ?? {});
  return [...[...path.matchAll(/\{\w+\}/g)].map(([name]) => name), ...query, ...body].map(code).join(', ');
}

const isOpen = ({ id, provenance }: Operation) =>
  provenance === 'assumed' || operationsInOwnWords.includes(id);

/** Every operation that an adapter may define, with its arguments and required return value. */
export const operationsTable = (): string =>
  markdownTable(
    ['Operation', 'What it does', 'In the description', 'Arguments', 'Must return'],
    allOperations
      .filter(isOpen)
      .map((described) => [
        code(described.id),
        described.summary,
        `${code(`${described.method.toUpperCase()} ${described.path}`)}${described.provenance === 'assumed' ? '' : ', documented'}`,
        givenTo(described),
        reliedOnBy(described.id).map(code).join(', '),
      ]),
  );
