/** Compiled validators over the description's schemas. */
import { Ajv2020, type ErrorObject, str, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type CodeList, isInCodeList } from './codes.ts';
import { type Schema, schemas } from './description.ts';

/** One reason why a value does not match a schema. */
export interface SchemaViolation {
  /** The place, as the names and indexes that lead to it. */
  readonly path: readonly string[];
  /** The expectation of the schema, such as `must be integer`. */
  readonly message: string;
  /** Set if there is nothing at the place. */
  readonly missing?: true;
  /** The keyword of the schema, with what it allows. */
  readonly broken?: Pick<ErrorObject, 'keyword' | 'params'>;
}

/** A violation as an expectation, such as `must be present` for the message `is missing`. */
export const expectationOf = ({ message, missing }: SchemaViolation): string =>
  missing ? 'must be present' : message;

const definitions = '#/components/schemas/';

/** Points every reference at `$defs` of the one root schema, where ajv finds it without compiling the rest. */
function rebase(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll(definitions, 'description#/$defs/'));
}

/** Holds the keywords of assumed constraints. */
const assumedKeyword = 'x-assumed';

interface Strictness {
  /** Find every violation instead of only the first one. */
  readonly allErrors?: boolean;
  /** Also apply the assumed keywords. */
  readonly assumed?: boolean;
}

/**
 * Compiling takes longer than all the validation of a run, so it is kept small: each schema is compiled once, not once
 * for each reference, and is not validated itself, which the linter does.
 */
function createCompiler({ allErrors = false, assumed = false }: Strictness): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors,
    strict: true,
    strictRequired: false,
    // The mark of an assumption does not change the type beside it.
    strictTypes: !assumed,
    inlineRefs: false,
    meta: false,
    validateSchema: false,
    code: { optimize: false },
  });
  // The CommonJS default export is typed as a namespace under nodenext.
  (addFormats as unknown as (target: Ajv2020) => void)(ajv);
  ajv.addKeyword({
    keyword: 'x-code-list',
    type: 'string',
    // Whether there may be nothing is said by the pattern beside it.
    validate: (list: CodeList, code: string) => code === '' || isInCodeList(list, code),
    error: { message: ({ schema }) => str`must be a code of ${schema}` },
  });
  // A discriminator only selects a member of a union; the union itself is checked.
  ajv.addVocabulary(['x-requirement', 'x-provenance', 'x-observed-values', 'discriminator']);
  ajv.addKeyword(assumed ? { keyword: assumedKeyword, macro: (keywords) => keywords } : assumedKeyword);
  return ajv.addSchema({ $id: 'description', $defs: rebase(schemas) as Record<string, object> });
}

/** Validators of one kind, compiled when a schema is first asked for, so that no request waits for all of them. */
class Validators {
  readonly #strictness: Strictness;
  #compiler: Ajv2020 | undefined;
  readonly #compiled = new WeakMap<Schema, ValidateFunction>();

  constructor(strictness: Strictness) {
    this.#strictness = strictness;
  }

  of(schema: Schema): ValidateFunction {
    const known = this.#compiled.get(schema);
    if (known !== undefined) return known;
    this.#compiler ??= createCompiler(this.#strictness);
    const check = this.#compiler.compile(rebase(schema) as object);
    this.#compiled.set(schema, check);
    return check;
  }
}

const thorough = new Validators({ allErrors: true });
const hasty = new Validators({});
const withAssumed = new Validators({ assumed: true });

/** Up to this number of members, including nested ones, every violation of a value is found. */
const mostSearched = 10_000;

/** Collecting violations takes time quadratic in their number: a megabyte of them would take minutes. */
function isVeryLarge(value: unknown): boolean {
  const pending: object[] = typeof value === 'object' && value !== null ? [value] : [];
  let members = 0;
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    const children: readonly unknown[] = Array.isArray(one) ? one : Object.values(one);
    members += children.length;
    if (members > mostSearched) return true;
    for (const child of children) if (typeof child === 'object' && child !== null) pending.push(child);
  }
  return false;
}

function pathOf(error: ErrorObject): string[] {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const missing: unknown = error.params.missingProperty;
  return typeof missing === 'string' ? [...path, missing] : path;
}

/** The expectation of the schema, with the allowed values if it names them. */
function messageOf({ keyword, message, params }: ErrorObject): string {
  if (keyword === 'required') return 'is missing';
  if (keyword === 'const') return `must be ${JSON.stringify(params.allowedValue)}`;
  if (keyword === 'enum' && Array.isArray(params.allowedValues)) {
    return `must be one of ${params.allowedValues.map((value) => JSON.stringify(value)).join(', ')}`;
  }
  return message ?? keyword;
}

const violationsOf = ({ errors }: ValidateFunction): readonly SchemaViolation[] =>
  (errors ?? [])
    .filter(({ keyword }) => keyword !== assumedKeyword)
    .map((error) => ({
      path: pathOf(error),
      message: messageOf(error),
      // A rule about names says nothing about the value.
      ...(error.propertyName === undefined && { broken: { keyword: error.keyword, params: error.params } }),
      ...(error.keyword === 'required' && { missing: true }),
    }));

/**
 * Validates a value against a schema of the description.
 *
 * @returns every violation, or the first one of a value with more than 10,000 members; empty if it is valid.
 */
export function validate(schema: Schema, value: unknown): readonly SchemaViolation[] {
  const check = (isVeryLarge(value) ? hasty : thorough).of(schema);
  return check(value) ? [] : violationsOf(check);
}

/**
 * Validates a value, including the assumed keywords.
 *
 * @returns the first violation; undefined if it is valid.
 */
export function firstViolationWithAssumed(schema: Schema, value: unknown): SchemaViolation | undefined {
  const check = withAssumed.of(schema);
  return check(value) ? undefined : violationsOf(check)[0];
}
