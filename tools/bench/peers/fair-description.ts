/**
 * The description as a person who knows the server would give it to a general tool: with existing ids and possible
 * statuses.
 */
import type openapi from '../../../openapi/generated/openapi.json';

type Json = Readonly<Record<string, unknown>>;
export type Description = typeof openapi;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mapEntries = (value: Json, change: (key: string, child: unknown) => unknown): Json =>
  Object.fromEntries(
    Object.entries(value)
      .map(([key, child]) => [key, change(key, child)] as const)
      .filter(([, child]) => child !== undefined),
  );

/** Replaces the names in examples by ids. */
function withIds(value: unknown, ids: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map((child) => withIds(child, ids));
  if (!isObject(value)) return value;
  return mapEntries(value, (key, child) => {
    if (key === 'fileIds') return [ids.frontFileId];
    return typeof child === 'string' && ids[key] !== undefined ? ids[key] : withIds(child, ids);
  });
}

const schemaWithId = (id: string) => ({ type: 'string', format: 'uuid', examples: [id] });

/** Some properties are called like an id and are none. */
const isIdSchema = (schema: unknown) =>
  isObject(schema) && /\/(Uuid|KycFileId)$/.test(String(schema.$ref ?? ''));

/** Puts ids into the schemas of bodies, whose properties have the same names. */
function schemaWithIds(value: unknown, ids: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map((child) => schemaWithIds(child, ids));
  if (!isObject(value)) return value;
  return mapEntries(value, (key, child) => {
    if (key !== 'properties' || !isObject(child)) return schemaWithIds(child, ids);
    return mapEntries(child, (name, schema) => {
      const id = ids[name];
      return id === undefined || !isIdSchema(schema) ? schemaWithIds(schema, ids) : schemaWithId(id);
    });
  });
}

/** Statuses of the reference server where it does not answer 200; the document shows only some of them. */
const created = new Set([
  ...['createBusiness', 'createCustomField', 'createPerson', 'inviteUser', 'submitKyc', 'createContract'],
  ...['uploadFile', 'createUserToken', 'createPayroll', 'createBeneficiary', 'createPayout'],
  ...['submitContractorInvoice', 'createReimbursement', 'createVirtualAccount', 'linkExternalAccount'],
  ...['createBusinessDeposit', 'scheduleOffboarding'],
]);
const withoutBody = new Set(['removeExternalAccount', 'cancelOffboarding']);

/** The status of the reference server in place of 2XX, which most tools pass over. */
export function withStatuses(description: Json): Json {
  const change = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(change);
    if (!isObject(value)) return value;
    const { operationId, responses } = value;
    if (typeof operationId !== 'string' || !isObject(responses))
      return mapEntries(value, (_, child) => change(child));
    const status = created.has(operationId) ? '201' : withoutBody.has(operationId) ? '204' : '200';
    const renamed = Object.entries(responses).map(([name, child]) => {
      if (name === '2XX') return [status, child] as const;
      return [name === '5XX' ? '500' : name, child] as const;
    });
    return { ...value, responses: Object.fromEntries(renamed) };
  };
  return mapEntries(description, (_, child) => change(child));
}

/** Tools that do not know `patternProperties` get maps with any keys in place of maps whose keys have a form. */
export function withPlainMaps(description: Json): Json {
  const change = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(change);
    if (!isObject(value)) return value;
    const { patternProperties, ...rest } = value;
    if (!isObject(patternProperties)) return mapEntries(value, (_, child) => change(child));
    return { ...rest, additionalProperties: Object.values(patternProperties)[0] };
  };
  return mapEntries(description, (_, child) => change(child));
}

/** Only the answers that a valid request gets: a tool that sends each request for every answer would miss all others. */
export function withSuccessOnly(description: Json): Json {
  const change = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(change);
    if (!isObject(value)) return value;
    return mapEntries(value, (key, child) =>
      key === 'responses' && isObject(child) && 'operationId' in value
        ? Object.fromEntries(Object.entries(child).filter(([status]) => status.startsWith('2')))
        : change(child),
    );
  };
  return mapEntries(description, (_, child) => change(child));
}

/** Parameters that no request needs, and whose examples are of another server. */
const dropped = new Set(['X-MultiTenantKey', 'cursor']);

/** Ids that exist in examples, schemas and paths; no tenant key, no cursor; no webhooks, which no peer receives. */
export function withExistingIds(description: Description, ids: Readonly<Record<string, string>>): Json {
  const { components, webhooks: _, ...rest } = description as Description & { webhooks?: unknown };
  const parameters = mapEntries(components.parameters, (_key, parameter) => {
    if (!isObject(parameter)) return parameter;
    const id = ids[String(parameter.name)];
    return id === undefined ? parameter : { ...parameter, schema: schemaWithId(id), example: id };
  });
  const isDropped = (parameter: unknown) => {
    if (!isObject(parameter)) return false;
    const [name] = String(parameter.$ref ?? '')
      .split('/')
      .slice(-1);
    const resolved = name === undefined ? undefined : parameters[name];
    return dropped.has(String(isObject(resolved) ? resolved.name : parameter.name));
  };
  const withoutDropped = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withoutDropped);
    if (!isObject(value)) return value;
    return mapEntries(value, (key, child) =>
      key === 'parameters' && Array.isArray(child)
        ? child.filter((parameter) => !isDropped(parameter))
        : withoutDropped(child),
    );
  };
  const schemas = schemaWithIds(components.schemas, ids);
  return {
    ...rest,
    paths: withoutDropped(withIds(rest.paths, ids)),
    components: { ...components, parameters, schemas },
  };
}

/** Some tools take an example as an addition to the schema of a response, so examples of responses are removed. */
export function withoutAnswerExamples(description: Json): Json {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (!isObject(value)) return value;
    return mapEntries(value, (key, child) =>
      key === 'examples' || key === 'example' ? undefined : strip(child),
    );
  };
  const change = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(change);
    if (!isObject(value)) return value;
    return mapEntries(value, (key, child) => (key === 'responses' ? strip(child) : change(child)));
  };
  return mapEntries(description, (_, child) => change(child));
}
