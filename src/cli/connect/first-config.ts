/** The text of a first configuration file, from the facts found on the target. */

import { secretVariables } from '../../../conformance/target/remedies.ts';
import { accessOf, type Target } from '../../../conformance/target/target.ts';
import { type OperationId, operation } from '../../../openapi/description.ts';

const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function credentialLines({ credentials }: Target): string[] {
  const names = (Object.keys(secretVariables) as (keyof typeof secretVariables)[]).filter(
    (name) => credentials[name] !== undefined,
  );
  if (names.length === 0) return [];
  return [
    '  // Secrets come from these environment variables.',
    '  credentials: {',
    ...names.map((name) => `    ${name}: { env: ${quote(secretVariables[name])} },`),
    '  },',
  ];
}

function accessLines(target: Target): string[] {
  if (accessOf(target) !== 'read-only') return [];
  const what = target.environment === 'production' ? 'Writes move money here' : 'Writes were not allowed';
  return [
    `  // ${what}: the suite sends only reads unless this is 'read-write'.`,
    "  access: 'read-only',",
    '  // Ids of existing records that no list shows. The users must have submitted a verification.',
    "  // fixtures: { invoices: ['…'], users: ['…'] },",
  ];
}

function operationLines(absent: readonly OperationId[]): string[] {
  if (absent.length === 0) return [];
  return [
    '  // Not found under the names of the description. If your server has one of them, remove it from this list and',
    "  // bind it: bindings: { createPerson: { path: '/v1/people', body: { firstName: 'given_name' } } }",
    '  absentOperations: [',
    ...absent.map((id) => {
      const { method, path } = operation(id);
      return `    ${quote(id)}, // ${method.toUpperCase()} ${path}`;
    }),
    '  ],',
  ];
}

const controlLines = [
  '  // An adapter handles differences beyond names, in TypeScript: docs/connect-your-server.md.',
  "  // adapter: './adapter.ts',",
  '  // Controls that the interface document does not offer. `conformance doctor` shows what each would add.',
  "  // controls: { advanceClock: { method: 'POST', path: '/…/{businessId}', body: { seconds: '{seconds}' } } },",
];

function bindingLines(found: ReadonlyMap<OperationId, string>): string[] {
  if (found.size === 0) return [];
  return [
    '  // Found under these paths; `conformance doctor --try` shows whether they accept the requests.',
    '  bindings: {',
    ...[...found].map(([id, path]) => `    ${id}: { path: ${quote(path)} },`),
    '  },',
  ];
}

/**
 * @param found assumed operations that have other paths
 * @param absent assumed operations that were not found; an adapter lists its own
 * @param adapter file of the adapter that is written beside it
 * @param data lines about the test data of requests
 * @param typed whether the package can be imported where the file will be
 */
export function firstConfig(
  target: Target,
  absent: readonly OperationId[],
  found: ReadonlyMap<OperationId, string>,
  adapter: string | undefined,
  data: readonly string[],
  typed: boolean,
): string {
  return [
    ...(typed ? ["import { defineConfig } from 'workforce-conformance';", ''] : []),
    typed ? 'export default defineConfig({' : 'export default {',
    `  baseUrl: ${quote(target.baseUrl)},`,
    `  environment: ${quote(target.environment)},`,
    ...accessLines(target),
    // A reference server provides its own keys, and Prism accepts any.
    ...(target.kind === 'live' ? credentialLines(target) : [`  target: ${quote(target.kind)},`]),
    ...data,
    ...bindingLines(found),
    ...(adapter === undefined
      ? operationLines(absent.filter((id) => !found.has(id)))
      : [`  adapter: ${quote(adapter)},`]),
    ...(target.kind === 'live'
      ? [
          '  // How long to wait for each asynchronous effect, such as a webhook that is retried.',
          '  // patience: { seconds: 20 },',
          ...(adapter === undefined ? controlLines : []),
        ]
      : []),
    typed ? '});' : '};',
    '',
  ].join('\n');
}
