/**
 * Measures the suite's work on a description, each part with its time and all of it with its memory. It is a process of
 * its own, because a description is read once. Every import of our description gets the given one.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Schema } from '../../../openapi/description.ts';
import type { Description } from '../../../openapi/documented.ts';
import { cpuMillisSince, megabytes } from '../measurement.ts';
import { reportTo } from './parent.ts';

const [file = ''] = process.argv.slice(2);
const ours = new URL('../../../openapi/generated/openapi.json', import.meta.url).href;
const url = pathToFileURL(file).href;

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    return resolved.url === ours ? { ...resolved, url } : resolved;
  },
});

const millis: Record<string, number> = {};

async function timed<Result>(part: string, work: () => Result | Promise<Result>): Promise<Result> {
  const before = process.cpuUsage();
  const result = await work();
  millis[part] = cpuMillisSince(before);
  return result;
}

function used(): number {
  globalThis.gc?.();
  return megabytes(process.memoryUsage().heapUsed);
}

// Everything that has nothing to do with the description is loaded before.
const { default: fc } = await import('fast-check');
await import('ajv/dist/2020.js');
const before = used();

const description = await timed('reading', () => import('../../../openapi/description.ts'));
const { allOperations, eventSchemas } = description;
const [{ validate }, { evidenceOf, requirementsIn }, { valuesOf }, { exampleOf }, constraints] =
  await Promise.all([
    import('../../../openapi/validate.ts'),
    import('../../../openapi/evidence.ts'),
    import('../../../conformance/generate/valid.ts'),
    import('../../../conformance/generate/example.ts'),
    import('../../../conformance/generate/constraints.ts'),
  ]);

const answers = allOperations.flatMap(({ responses }) =>
  Object.values(responses).flatMap(({ schema }) => schema ?? []),
);
const bodies = allOperations.flatMap(({ requestBody }) => requestBody ?? []);
const all: readonly Schema[] = [...answers, ...bodies, ...eventSchemas.values()];

interface Answers {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { responses: Readonly<Record<string, { content?: Media }>> }>>>
  >;
}
type Media = Readonly<Record<string, { readonly examples?: Readonly<Record<string, { value: unknown }>> }>>;

const text = readFileSync(file, 'utf8');
const { paths }: Answers = JSON.parse(text);
/** The answers that the description shows. */
const shown = allOperations.flatMap(({ path, method, responses }) =>
  Object.entries(responses).flatMap(([status, { schema }]) => {
    const examples = paths[path]?.[method]?.responses[status]?.content?.['application/json']?.examples ?? {};
    return schema === undefined ? [] : Object.values(examples).map(({ value }) => ({ schema, value }));
  }),
);

await timed('compiling validators', () => {
  for (const schema of all) validate(schema, undefined);
});
await timed('planning', async () => {
  const { answerRequirements } = await import('../../../openapi/answer-requirements.ts');
  answerRequirements();
  for (const schema of all) requirementsIn(schema);
  for (const operation of allOperations) constraints.walkParameters(operation);
  for (const schema of bodies) constraints.walkBody(schema, exampleOf(schema));
});
await timed('generating bodies', () => {
  for (const schema of bodies) fc.sample(valuesOf(schema), { numRuns: 5, seed: 1 });
});
await timed('judging answers', () => {
  for (const { schema, value } of shown) evidenceOf(schema, value);
});
await timed('reporting', async () => {
  const { conformantResults } = await import('../../../reports/testing/sample-results.ts');
  const { renderHtml } = await import('../../../reports/html/page.ts');
  const operations = Object.fromEntries(allOperations.map(({ id }) => [id, { 200: 1 }]));
  const latencies = Object.fromEntries(allOperations.map(({ id }) => [id, { 2: 1 }]));
  const events = Object.fromEntries([...eventSchemas.keys()].map((type) => [type, 1]));
  const coverage = { ...conformantResults.coverage, operations, latencies, events };
  renderHtml({ ...conformantResults, coverage });
});
const memory = used() - before;

const { descriptionLines } = await import('../../../openapi/description-lines.ts');
await timed('finding lines', () => descriptionLines(text));
const { documentedPart } = await import('../../../openapi/documented.ts');
const parsed: Description = JSON.parse(text);
await timed('leaving out what is assumed', () => documentedPart(parsed));

reportTo({ operations: allOperations.length, millis, memory }, { close: () => undefined });
