/** The text of a first configuration file, from what a probe of the target has found. */
import type { Environment } from '../conformance/engine/events.ts';
import type { Target } from '../conformance/target/target.ts';
import { type OperationId, operation } from '../openapi/description.ts';
import { secretVariables } from './config/settings.ts';

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

function operationLines(absent: readonly OperationId[]): string[] {
  if (absent.length === 0) return [];
  return [
    '  // Not found under the names of the description. Where yours has one of them, take it off this list and',
    "  // bind it: bindings: { createPerson: { path: '/v1/people', body: { firstName: 'given_name' } } }",
    '  absentOperations: [',
    ...absent.map((id) => {
      const { method, path } = operation(id);
      return `    ${quote(id)}, // ${method.toUpperCase()} ${path}`;
    }),
    '  ],',
  ];
}

export function firstConfig(
  target: Target,
  environment: Environment,
  absent: readonly OperationId[],
): string {
  return [
    "import { defineConfig } from 'workforce-conformance';",
    '',
    'export default defineConfig({',
    `  baseUrl: ${quote(target.baseUrl)},`,
    `  environment: ${quote(environment)},`,
    // A reference server lends its own keys, and Prism takes any.
    ...(target.kind === 'live' ? credentialLines(target) : [`  target: ${quote(target.kind)},`]),
    ...operationLines(absent),
    ...(target.kind === 'live'
      ? [
          '  // Levers that the interface document does not offer. `conformance doctor` says what each would add.',
          "  // controls: { advanceClock: { method: 'POST', path: '/…/{businessId}', body: { seconds: '{seconds}' } } },",
        ]
      : []),
    '});',
    '',
  ].join('\n');
}
