/** The text of a first configuration file, from the facts found on the target. */
import { secretVariables } from '../../../conformance/target/remedies.ts';
import { accessOf, type Target } from '../../../conformance/target/target.ts';
import { type OperationId, operation } from '../../../openapi/description.ts';
import { comment, fileOf, literal, property, type Source, source } from '../../discovery/source-text.ts';

/** Names of environment variables by the key that each holds. */
export type KeyVariables = { readonly [Name in keyof typeof secretVariables]?: string };

function credentialLines({ credentials }: Target, variables: KeyVariables): readonly Source[] {
  const names = (Object.keys(secretVariables) as (keyof typeof secretVariables)[]).filter(
    (name) => credentials[name] !== undefined,
  );
  if (names.length === 0) return [];
  return [
    source`  // Secrets come from these environment variables.`,
    source`  credentials: {`,
    ...names.map(
      (name) => source`    ${property(name)}: { env: ${literal(variables[name] ?? secretVariables[name])} },`,
    ),
    source`  },`,
  ];
}

function accessLines(target: Target): readonly Source[] {
  if (accessOf(target) !== 'read-only') return [];
  const what = target.environment === 'production' ? 'Writes move money here' : 'Writes were not allowed';
  return [
    source`  ${comment(`${what}: the suite sends only reads unless this is 'read-write'.`)}`,
    source`  access: 'read-only',`,
    source`  // Ids of existing records that no list shows. The users must have submitted a verification.`,
    source`  // fixtures: { invoices: ['…'], users: ['…'] },`,
  ];
}

function operationLines(absent: readonly OperationId[]): readonly Source[] {
  if (absent.length === 0) return [];
  return [
    source`  // Not found under the names of the description. If your server has one of them, remove it from this list and`,
    source`  // bind it: bindings: { createPerson: { path: '/v1/people', body: { firstName: 'given_name' } } }`,
    source`  absentOperations: [`,
    ...absent.map((id) => {
      const { method, path } = operation(id);
      return source`    ${literal(id)}, ${comment(`${method.toUpperCase()} ${path}`)}`;
    }),
    source`  ],`,
  ];
}

const controlLines = [
  source`  // An adapter handles differences beyond names, in TypeScript: docs/connect-your-server.md.`,
  source`  // adapter: './adapter.ts',`,
  source`  // Controls that the interface document does not offer. \`conformance doctor\` shows what each would add.`,
  source`  // controls: { advanceClock: { method: 'POST', path: '/…/{businessId}', body: { seconds: '{seconds}' } } },`,
];

function bindingLines(found: ReadonlyMap<OperationId, string>): readonly Source[] {
  if (found.size === 0) return [];
  return [
    source`  // Found under these paths; \`conformance doctor --try\` shows whether they accept the requests.`,
    source`  bindings: {`,
    ...[...found].map(([id, path]) => source`    ${property(id)}: { path: ${literal(path)} },`),
    source`  },`,
  ];
}

/**
 * @param found assumed operations that have other paths
 * @param absent assumed operations that were not found; an adapter lists its own
 * @param adapter file of the adapter that is written beside it
 * @param data lines about the test data of requests
 * @param typed whether the package can be imported where the file will be
 * @param variables those that hold the keys. @defaultValue the usual ones
 */
export function firstConfig(
  target: Target,
  absent: readonly OperationId[],
  found: ReadonlyMap<OperationId, string>,
  adapter: string | undefined,
  data: readonly Source[],
  typed: boolean,
  variables: KeyVariables = {},
): Source {
  return fileOf([
    ...(typed ? [source`import { defineConfig } from 'workforce-conformance';`, source``] : []),
    typed ? source`export default defineConfig({` : source`export default {`,
    source`  baseUrl: ${literal(target.baseUrl)},`,
    source`  environment: ${literal(target.environment)},`,
    ...accessLines(target),
    // A reference server provides its own keys, and Prism accepts any.
    ...(target.kind === 'live'
      ? credentialLines(target, variables)
      : [source`  target: ${literal(target.kind)},`]),
    ...data,
    ...bindingLines(found),
    ...(adapter === undefined
      ? operationLines(absent.filter((id) => !found.has(id)))
      : [source`  adapter: ${literal(adapter)},`]),
    ...(target.kind === 'live'
      ? [
          source`  // How long to wait for each asynchronous effect, such as a webhook that is retried.`,
          source`  // patience: { seconds: 20 },`,
          ...(adapter === undefined ? controlLines : []),
        ]
      : []),
    typed ? source`});` : source`};`,
  ]);
}
