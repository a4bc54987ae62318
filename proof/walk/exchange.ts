/** Sends the requests of a walk and holds the answers against the descriptions. */
import type { Client } from 'undici';
import { type Operation, responseFor, type Schema } from '../../openapi/description.ts';
import control from '../../openapi/generated/control.json' with { type: 'json' };
import { validate } from '../../openapi/validate.ts';
import { withoutReferences } from '../../reference-server/control/operations.ts';
import type { WalkRequest } from './requests.ts';

export interface WalkAnswer {
  readonly status: number;
  /** Parsed where it is JSON. */
  readonly body: unknown;
}

const deadlineMillis = 10_000;

export async function send(client: Client, request: WalkRequest): Promise<WalkAnswer> {
  const response = await client.request({
    method: request.method,
    path: request.path,
    headers: { ...request.headers },
    body: request.body ?? null,
    headersTimeout: deadlineMillis,
    bodyTimeout: deadlineMillis,
  });
  const text = await response.body.text();
  const isJson = response.headers['content-type']?.toString().startsWith('application/json') ?? false;
  return { status: response.statusCode, body: isJson ? JSON.parse(text) : text || undefined };
}

interface ControlResponse {
  readonly content?: { readonly 'application/json'?: { readonly schema: Schema } };
}
// The generator has bundled and linted the file; its literal type is too wide to be of use.
const controlPaths = withoutReferences(control.paths) as Readonly<
  Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, ControlResponse>> }>>>
>;
// As above.
const controlError = withoutReferences(control.components.schemas.ControlError) as Schema;

/** The schema of an answer's body; `undefined` for none, `'undocumented'` for a status that is not described. */
function schemaFor(
  { operation, isControl }: WalkRequest,
  status: number,
): Schema | undefined | 'undocumented' {
  if (!isControl) {
    // An operation of the description, because it is not a control.
    const described = responseFor(operation as Operation, status);
    return described === undefined ? 'undocumented' : described.schema;
  }
  const responses = controlPaths[operation.path]?.[operation.method]?.responses ?? {};
  const described = responses[String(status)] ?? responses[`${Math.floor(status / 100)}XX`];
  return described === undefined ? 'undocumented' : described.content?.['application/json']?.schema;
}

/** Describes the problem of a response; undefined if there is none. */
export function faultOf(request: WalkRequest, { status, body }: WalkAnswer): string | undefined {
  if (status >= 500) return 'the server failed';
  // The description shows no limit of the size of a request.
  if (status === 413) return undefined;
  let schema = schemaFor(request, status);
  if (schema === 'undocumented') {
    const strayed = request.mayStray && (status === 404 || status === 400);
    if (!strayed) return 'the description does not have the status';
    schema = controlError;
  }
  if (schema === undefined) {
    const isText = typeof body === 'string' && status < 300;
    return body === undefined || isText ? undefined : 'the description has no body here';
  }
  // The export of payouts is text; the description has it beside the schema of the JSON response.
  if (request.operation.id === 'listPayouts' && typeof body === 'string') return undefined;
  const violations = validate(schema, body);
  return violations.length > 0 ? `the body is not as described: ${JSON.stringify(violations)}` : undefined;
}
