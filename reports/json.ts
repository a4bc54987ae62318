/** results.json: the stable record from which every other report can be written again. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Results } from '../conformance/engine/results.ts';
import type { Survey } from '../conformance/engine/survey.ts';
import { jsonText, visibleLine } from '../markup/visible-text.ts';
import schema from './results.schema.json' with { type: 'json' };

/** Describes the first problem of a file. */
export function describeProblem(errors: readonly ErrorObject[] | null | undefined): string {
  const [first] = errors ?? [];
  if (first === undefined) return 'the content is not valid';
  const { instancePath, message, params } = first;
  const place = instancePath === '' ? 'the root' : instancePath;
  const unknown: unknown = params.additionalProperty;
  const detail = typeof unknown === 'string' ? ` (${unknown})` : '';
  return `${place} ${message ?? 'is not valid'}${detail}`;
}

function compile<T>(part: object): ValidateFunction<T> {
  const ajv = new Ajv2020({ strict: true });
  // The CommonJS default export is typed as a namespace under nodenext.
  (addFormats as unknown as (target: Ajv2020) => void)(ajv);
  ajv.addSchema(schema, 'results.schema.json');
  return ajv.compile<T>(part);
}

const schemaVersion = schema.properties.schemaVersion.const;
let validator: ValidateFunction<Results> | undefined;

/** Pretty-printed, with the keys in the order of the results. */
export function renderJson(results: Results): string {
  return `${jsonText(results, 2)}\n`;
}

const writeAnother = 'run the suite again to write a new one';

function parseJson(text: string): unknown {
  const begun = text.trim();
  if (begun === '') throw new Error(`Failed to read results: the file is empty: ${writeAnother}`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const remedy = `give the complete results.json of a run, or ${writeAnother}`;
    if (begun.startsWith('{') && !begun.endsWith('}')) {
      throw new Error(`Failed to read results: the file is cut off: ${remedy}`, { cause });
    }
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Failed to read results: the text is not JSON (${reason}): ${remedy}`, { cause });
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;

/** The version that wrote the file, if the file names it. */
function writtenBy(value: unknown): string {
  const version = memberOf(memberOf(value, 'tool'), 'version');
  return typeof version === 'string' ? ` (it was written by version ${visibleLine(version)})` : '';
}

/**
 * Reads the output of {@link renderJson}, of this version or an older one of the same `schemaVersion`.
 *
 * @throws Error that names the offending place and the remedy
 */
export function parseResults(text: string): Results {
  const value = parseJson(text);
  // Compiled late: a run never reads its own results, and compiling takes a quarter of its start.
  validator ??= compile<Results>({ $ref: 'results.schema.json' });
  const isResults = validator;
  if (isResults(value)) return value;
  const version = memberOf(value, 'schemaVersion');
  if (version === undefined) {
    throw new Error(
      'Failed to read results: the JSON is not the results of a run, which have a schemaVersion: ' +
        'give the results.json of a report',
    );
  }
  if (version !== schemaVersion) {
    throw new Error(
      `Failed to read results: schemaVersion is ${JSON.stringify(version)}, and this version reads ${schemaVersion}` +
        `${writtenBy(value)}: use the version that wrote it, or ${writeAnother}`,
    );
  }
  throw new Error(
    `Failed to read results: ${describeProblem(isResults.errors)}${writtenBy(value)}: ` +
      `use the version that wrote it or a newer one, or ${writeAnother}`,
  );
}

/**
 * Reads the survey in results or in the output of `doctor --json`.
 *
 * @throws Error that names the offending place and the remedy
 */
export function parseSurvey(text: string): Survey {
  const survey = memberOf(parseJson(text), 'survey');
  const isSurvey = compile<Survey>({ $ref: 'results.schema.json#/$defs/survey' });
  if (isSurvey(survey)) return survey;
  const problem =
    survey === undefined ? 'the file contains none' : `its survey: ${describeProblem(isSurvey.errors)}`;
  throw new Error(
    `Failed to read a survey: ${problem}: give the results.json of a run, or what conformance doctor --try --json prints`,
  );
}
