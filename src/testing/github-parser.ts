/** The errors that GitHub would report of an action or a workflow, by the parser of its own editors. */
import { registerHooks } from 'node:module';

// The parser is made for bundlers: it imports JSON without an import attribute.
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const isTheirs = /\/@actions\/[\w-]+\/dist\/.*\.json$/.test(found.url);
    return isTheirs ? { ...found, importAttributes: { type: 'json' } } : found;
  },
});

const { parseAction } = await import('@actions/workflow-parser/actions/action-parser');
const { parseWorkflow } = await import('@actions/workflow-parser/workflows/workflow-parser');
const { NoOperationTraceWriter } = await import('@actions/workflow-parser/templates/trace-writer');

const parsers = { action: parseAction, workflow: parseWorkflow } as const;

/** @returns messages, none if GitHub accepts it */
export function githubErrors(kind: keyof typeof parsers, name: string, content: string): readonly string[] {
  const { context } = parsers[kind]({ name, content }, new NoOperationTraceWriter());
  return context.errors.getErrors().map(({ message }) => message);
}
