/** The line of configuration that gives a target a capability. */
import { allOperations, operation } from '../../openapi/description.ts';
import type { Obstacle } from '../engine/outcome.ts';
import { controlTable } from './controls.ts';
import { fillable, isFillable } from './given-requests.ts';
import type { Sentinels } from './sentinels.ts';
import { type Credentials, sourceOf } from './target.ts';

/** The environment variables of the secrets, unless the configuration names others. */
export const secretVariables = {
  platformToken: 'CONFORMANCE_PLATFORM_TOKEN',
  orgToken: 'CONFORMANCE_ORG_TOKEN',
  otherEnvironmentToken: 'CONFORMANCE_OTHER_ENVIRONMENT_TOKEN',
  foreignTenantKey: 'CONFORMANCE_FOREIGN_TENANT_KEY',
  jwtSecret: 'CONFORMANCE_JWT_SECRET',
} as const satisfies Record<keyof Credentials, string>;

/** Environment variable with the key of a reference server's control plane. */
export const controlKeyVariable = 'CONFORMANCE_CONTROL_KEY';

/** What servers say of one more than they allow. */
const oneTooMany = /\b(limit|quota|at most|too many|maximum|exceed\w*)\b/i;

/** What servers say of a field that they do not know. */
const unknownField = /\b(unknown|unexpected|unrecogni[sz]ed|additional|not allowed|forbidden)\b/i;

/** Environment variable with the signing secret of a webhook endpoint. */
export const webhookSecretVariable = 'CONFORMANCE_WEBHOOK_SECRET';

/** The keys of `data` that fill many requests, and the words by which a server rejects their values. */
const commonData = [
  ["country: 'US'", /countr/i],
  ["currency: 'USD'", /currenc/i],
  ['phoneNumber: { … }', /phone/i],
  ['address: { … }', /address|postal|city/i],
  ['bank: { … }', /\bbank|routing|account ?number/i],
  ["emailDomain: 'example.com'", /e-?mail/i],
  ['amounts: { least: 1, most: 100 }', /amount|salary|minimum|maximum/i],
  ['identity: { … }', /birth|\bdob\b|nationality|id ?number|identity/i],
] as const;

/** The values of `data` that a rejection names: those of many requests, and fields of the operation. */
function namedIn({ operation: id, said }: Pick<Obstacle, 'operation' | 'said'>) {
  const named = commonData.filter(([, words]) => words.test(said)).map(([key]) => key);
  const fields = isFillable(id) ? fillable[id] : [];
  // A nested field has a name of its own within the fields of its parent.
  const own = fields.filter((field) => new RegExp(`\\b${field.split('.').at(-1)}\\b`).test(said));
  return { named, fields, own };
}

/** Whether a rejection is about values, so that other requests in the same business are not the reason. */
export function isAboutValues(obstacle: Pick<Obstacle, 'operation' | 'status' | 'said'>): boolean {
  const { named, own } = namedIn(obstacle);
  return obstacle.status === 400 && named.length + own.length > 0;
}

/** The values of `data` that a rejection names; those that are wrong most often if it names none. */
function dataRemedy(obstacle: Obstacle): string {
  const { operation: id } = obstacle;
  const { named, fields, own } = namedIn(obstacle);
  const filled = own.map((field) => {
    const names = field.split('.');
    return names.reduceRight((inner, name) => `${name}: ${inner === '' ? '…' : `{ ${inner} }`}`, '');
  });
  const requests = (inner: string) => `requests: { ${id}: { ${inner} } }`;
  const usual = ["country: 'US'", "currency: 'USD'", 'identity: { … }'];
  const keys =
    named.length + filled.length > 0
      ? [...named, ...(filled.length > 0 ? [requests(filled.join(', '))] : [])]
      : [...usual, ...(fields.length > 0 ? [requests('…')] : [])];
  return `data: { ${keys.join(', ')} }, with values that it accepts`;
}

/** Configuration advice for an operation that a target rejects although the suite considers it valid. */
export function refusalRemedy(obstacle: Obstacle): string {
  const { operation: id, status, said, businessLimit, boundTo } = obstacle;
  const found = allOperations.find((each) => each.id === id);
  const isDocumented = found?.provenance === 'documented';
  if (status === 401 || status === 403) {
    return isDocumented
      ? `credentials: { platformToken: { env: 'YOUR_VARIABLE' } }, with a key that may call ${id}`
      : `bindings: { ${id}: { key: { env: 'YOUR_VARIABLE' } } }, with a key that may call it`;
  }
  if (boundTo !== undefined)
    return `operations.${id} of the adapter sends ${boundTo}, and the server has nothing there (${status}): correct this line`;
  if (status === 404 || status === 405 || status === 501) {
    return isDocumented
      ? `baseUrl: '…', at which the server has ${found.method.toUpperCase()} ${found.path}`
      : `bindings: { ${id}: { path: '/…' } }, with its own path; or absentOperations: ['${id}']`;
  }
  if (status === 415) return `operations: { ${id}: … } in an adapter, with the media type that it accepts`;
  if (businessLimit !== undefined)
    return `--max-businesses with more than ${businessLimit}, or after a smoke run --profile standard`;
  if (id === 'createBusiness' && oneTooMany.test(said))
    return '--max-businesses with as many as the target allows, which keeps new ones for what needs them';
  if (unknownField.test(said))
    return `bindings: { ${id}: { omit: ['…'] } }, with the fields that it does not know`;
  const values = dataRemedy(obstacle);
  return isDocumented
    ? values
    : `operations: { ${id}: … } in an adapter, with its own path and fields; or ${values}`;
}

/** The configuration of each kind of sentinel. */
const sentinelExamples = {
  payouts: "[{ accountName: '…', message: 'Rejected by compliance' }]",
  address: "{ approve: '…', reject: '…' }",
  principals: "[{ ssn: '…', outcome: 'rejected' }]",
} as const satisfies Record<keyof Sentinels, string>;

/** @returns undefined for a capability of another suite */
export function remedyOf(capability: string): string | undefined {
  const source = sourceOf(capability);
  if (source === undefined) return undefined;
  switch (source.type) {
    case 'credential':
      return `set ${secretVariables[source.name]}, or credentials: { ${source.name}: { env: 'YOUR_VARIABLE' } }`;
    case 'environment':
      return `environment: '${source.name}'`;
    case 'control': {
      const { takes } = controlTable[source.name];
      const given = takes.map((name) => `{${name.replace('?', '')}}`).join(', ');
      return `controls: { ${source.name}: { method: 'POST', path: '/…' } }, with the arguments ${given}`;
    }
    case 'fixture':
      return `fixtures: { ${source.kind}: ['an id'] }`;
    case 'sentinels':
      return `data: { sentinels: { ${source.name}: ${sentinelExamples[source.name]} } }, with the values of your sandbox`;
    case 'operation': {
      const { path, method } = operation(source.id);
      return source.inOwnWords
        ? `bindings: { ${source.id}: {} }, with your own names`
        : `remove ${source.id} from absentOperations, or set bindings: { ${source.id}: { method: '${method.toUpperCase()}', path: '${path}' } }`;
    }
  }
  return source satisfies never;
}
