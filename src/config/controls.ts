/** Controls of a configuration: a request, a function, or a function of a module. */
import * as z from 'zod';
import { type Controls, controlNames, controlTable } from '../../conformance/target/controls.ts';
import { placeholdersIn } from '../../conformance/target/request-controls.ts';
import { suggestion } from '../../openapi/nearest.ts';

export const variableName = /^[A-Z_][A-Z0-9_]*$/;
const secretRemedy =
  "must name an environment variable, such as { env: 'CONFORMANCE_PLATFORM_TOKEN' }: " +
  'a secret must not be in the file';

/** The source of a secret: the name of an environment variable, never the value. */
const SecretSource = z.strictObject(
  { env: z.string(secretRemedy).regex(variableName, secretRemedy) },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? undefined : secretRemedy) },
);

/** What a function gives: the key, or the response of a token endpoint (RFC 6749, 5.1). */
export type GivenKey = string | { readonly access_token: string; readonly expires_in?: number };

type IssueKey = () => GivenKey | Promise<GivenKey>;

/** The source of a credential: a variable, or a command or function that issues one, asked again when it expires. */
export const CredentialSource = z.union(
  [
    SecretSource,
    z.strictObject({ command: z.array(z.string()).min(1, 'must be a program and its arguments') }),
    // No file of JSON or YAML contains one.
    z.custom<IssueKey>((value) => typeof value === 'function').meta({ not: {} }),
  ],
  secretRemedy,
);

/** The owner of the key that a request is sent with. */
export const KeySchema = z.union(
  [z.enum(['none', 'platform', 'org', 'case']), SecretSource],
  "must be 'platform', 'org', 'case', 'none', or { env: 'OUR_OPS_KEY' }, the name of an environment variable",
);

/** Names and values; a secret comes from an environment variable. */
export const OwnHeadersSchema = z.record(z.string(), z.union([z.string(), SecretSource]));

export const RequestSchema = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).exactOptional(),
  path: z.string().startsWith('/', 'must begin with a slash'),
  body: z.json().exactOptional(),
  headers: OwnHeadersSchema.exactOptional(),
  key: KeySchema.exactOptional(),
  answer: z.record(z.string(), z.string().min(1)).exactOptional(),
});

const ModuleSchema = z.strictObject({
  /** File beside the configuration, such as `./adapter.ts`. */
  module: z.string().min(1),
  /** Its export; the name of the control unless given. */
  function: z.string().min(1).exactOptional(),
});

export type ControlFunction = (...given: never[]) => unknown;

const LeverSchema = z.union(
  [RequestSchema, ModuleSchema, z.custom<ControlFunction>((value) => typeof value === 'function')],
  "must be a request, such as { path: '/test/clock' }, or a function",
);

export type RequestConfig = z.infer<typeof RequestSchema>;

/** A control that is no function itself. */
export type ControlConfig = RequestConfig | z.infer<typeof ModuleSchema>;

/** The business of a call, which every control knows. */
const aboutBusiness = ['businessId', 'tenantKey'];

/** The fields of an argument that is an object; those of an id are the fields of its record. */
const fieldsOf = (name: keyof Controls, argument: string): readonly string[] =>
  Object.keys(controlTable[name].schemas[argument]?.properties ?? {});

/** Whether a placeholder names a field that its argument has, as far as known. */
function isWithin(name: keyof Controls, placeholder: string): boolean {
  const [first = '', field] = placeholder.split('.');
  return field === undefined || /Id$/.test(first) || fieldsOf(name, first).includes(field);
}

function requestProblems(name: keyof Controls, { path, body, answer = {} }: RequestConfig): string[] {
  const { takes, answers, fields = [] } = controlTable[name];
  const results = [...answers, ...fields.map((field) => `data.${field}`)];
  const known = [...new Set([...takes.map((argument) => argument.replace('?', '')), ...aboutBusiness])];
  const placeholders = [...placeholdersIn(path), ...placeholdersIn(body)];
  const outside = placeholders.filter((argument) => !known.includes(argument.split('.')[0] ?? ''));
  return [
    ...outside.map(
      (argument) => `{${argument}} is not an argument of this control; its arguments are ${known.join(', ')}`,
    ),
    ...placeholders
      .filter((argument) => !outside.includes(argument) && !isWithin(name, argument))
      .map((argument) => {
        const [first = ''] = argument.split('.');
        const inside = fieldsOf(name, first).map((field) => `${first}.${field}`);
        return `{${argument}} is nothing: ${inside.length === 0 ? `${first} has no fields` : `there are ${inside.join(', ')}`}`;
      }),
    ...Object.keys(answer)
      .filter((result) => !results.includes(result))
      .map((result) => `answer.${result} is not a result of this control.${suggestion(result, results)}`),
  ];
}

export const ControlsSchema = z.partialRecord(z.enum(controlNames), LeverSchema).check((context) => {
  for (const name of controlNames) {
    const control = context.value[name];
    if (control === undefined || !('path' in control)) continue;
    for (const message of requestProblems(name, control)) {
      context.issues.push({ code: 'custom', input: control, path: [name], message, continue: true });
    }
  }
});

export type ControlsConfig = z.infer<typeof ControlsSchema>;
