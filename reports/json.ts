/** results.json: the stable record that every other report can be made from again. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Results } from '../conformance/engine/results.ts';
import schema from './results.schema.json' with { type: 'json' };
import { describeProblem } from './schema-problem.ts';

const ajv = new Ajv2020({ strict: true });
// The CommonJS default export is typed as a namespace under nodenext.
(addFormats as unknown as (target: Ajv2020) => void)(ajv);
let validator: ValidateFunction<Results> | undefined;

/** Pretty-printed, with the keys in the order of the results. */
export function renderJson(results: Results): string {
  return `${JSON.stringify(results, null, 2)}\n`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `Failed to read results: the text is not JSON (${reason}): give the results.json that a run wrote, whole`,
      { cause },
    );
  }
}

/**
 * Reads what {@link renderJson} wrote.
 *
 * @throws Error that names the offending place and the remedy
 */
export function parseResults(text: string): Results {
  const value = parseJson(text);
  // Not before it is needed: a run never reads what it writes, and compiling is a quarter of its start.
  validator ??= ajv.compile<Results>(schema);
  const isResults = validator;
  if (isResults(value)) return value;
  throw new Error(
    `Failed to read results: ${describeProblem(isResults.errors)}: ` +
      'give the results.json of a run of the same schemaVersion (1), or run the suite again to write a new one',
  );
}
