/** What `conformance serve` prints of a server: where it is, its keys, and commands that work as they stand. */

import { secretVariables } from '../../../conformance/target/remedies.ts';
import type { ReferenceServer } from '../../../reference-server/server.ts';
import type { Terminal } from '../terminal.ts';

interface Served {
  readonly server: ReferenceServer;
  /** Whether the control plane is on. */
  readonly control: boolean;
  /** Whether the control plane asks for a key. */
  readonly asksForKey: boolean;
}

/** Something to try, and the lines of its command. */
type Suggestion = readonly [what: string, ...command: readonly string[]];

const json = "-H 'Content-Type: application/json'";
const tokens = ['platformToken', 'orgToken', 'otherEnvironmentToken'] as const;

/** The shell puts the key in, so that it is not on the screen. */
const controlKeyHeader = '-H "Authorization: Bearer $CONFORMANCE_CONTROL_KEY"';

function suggestions({ server, control, asksForKey }: Served): readonly Suggestion[] {
  const { url, keys, businesses, environment } = server;
  const { businessId, tenantKey } = businesses.platform;
  const key = `-H 'Authorization: Bearer ${keys.platformToken}'`;
  const tenant = `-H 'X-MultiTenantKey: ${tenantKey}'`;
  const person =
    '{"firstName":"Amara","lastName":"Diallo","email":"amara.diallo@example.com","type":"EMPLOYEE"}';
  const funds = '{"value":{"amount":50000,"currency":"USD"},"description":"Test funds"}';
  return [
    ['List the persons', `curl -sS '${url}/v1/persons'`, key, tenant],
    ['Create one', `curl -sS '${url}/v1/persons'`, key, json, `-d '${person}'`],
    ...(environment === 'sandbox'
      ? [
          [
            'Add test funds',
            `curl -sS '${url}/v1/sandbox/business-deposits'`,
            key,
            json,
            `-d '${funds}'`,
          ] as const,
        ]
      : []),
    [
      'List the payrolls of the one-business key',
      `curl -sS '${url}/v1/payrolls'`,
      `-H 'Authorization: Bearer ${keys.orgToken}'`,
    ],
    ...(control
      ? [
          [
            'Move the clock of a business on by a day',
            `curl -sS '${url}/_control/clocks/${businessId}/advance'`,
            ...(asksForKey ? [controlKeyHeader] : []),
            json,
            `-d '{"seconds":86400}'`,
          ] as const,
          ['Run the suite', `conformance run --base-url ${url}`] as const,
        ]
      : [
          [
            'Run the suite',
            ...tokens.map((name) => `${secretVariables[name]}='${keys[name]}'`),
            `conformance run --base-url ${url} --environment ${environment}`,
          ] as const,
        ]),
  ];
}

/** Introduces one server. */
export function introduceServer(served: Served, { line, paint }: Terminal): void {
  const { server, control } = served;
  const { url, keys, businesses, environment } = server;
  const fact = (name: string, value: string) => line(`  ${paint('dim', name.padEnd(26))}${value}`);
  line(`Reference server, ${environment}: ${paint('bold', url)}`);
  if (control) line(`Its page, with buttons for the clock and the rest: ${paint('bold', `${url}/_control`)}`);
  line();
  line(paint('bold', 'Keys'));
  fact('platform', keys.platformToken);
  fact('one business', keys.orgToken);
  fact('of the other environment', keys.otherEnvironmentToken);
  fact('secret of external JWTs', keys.jwtSecret);
  line();
  line(paint('bold', 'Businesses'));
  fact('default of the platform', businesses.platform.businessId);
  fact('  tenant key', businesses.platform.tenantKey);
  fact('of the one-business key', businesses.org.businessId);
  fact('  tenant key', businesses.org.tenantKey);
  line();
  line(paint('bold', 'Try'));
  for (const [what, ...command] of suggestions(served)) {
    line(`  ${paint('dim', what)}`);
    line(`    ${command.join(' \\\n      ')}`);
  }
  line();
}
