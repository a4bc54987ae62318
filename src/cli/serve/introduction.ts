/** The text that `conformance serve` prints about a server: its address, its keys, and commands to paste. */

import { secretVariables } from '../../../conformance/target/remedies.ts';
import type { ReferenceServer } from '../../../reference-server/server.ts';
import { thisProgram } from '../program-name.ts';
import type { Terminal } from '../terminal.ts';

interface Served {
  readonly server: ReferenceServer;
  /** Whether the control plane is on. */
  readonly control: boolean;
  /** Whether the control plane requires a key. */
  readonly asksForKey: boolean;
}

/** An example command: its title and its lines. */
type Suggestion = readonly [what: string, ...command: readonly string[]];

const json = "-H 'Content-Type: application/json'";
const tokens = ['platformToken', 'orgToken', 'otherEnvironmentToken'] as const;

/** The shell inserts the key, so that it is not on the screen. */
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
    ['Create a person', `curl -sS '${url}/v1/persons'`, key, json, `-d '${person}'`],
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
      'List the payrolls of the org key',
      `curl -sS '${url}/v1/payrolls'`,
      `-H 'Authorization: Bearer ${keys.orgToken}'`,
    ],
    ...(control
      ? [
          [
            'Advance the clock of a business by one day',
            `curl -sS '${url}/_control/clocks/${businessId}/advance'`,
            ...(asksForKey ? [controlKeyHeader] : []),
            json,
            `-d '{"seconds":86400}'`,
          ] as const,
          ['Run the suite', `${thisProgram()} run --base-url ${url}`] as const,
        ]
      : [
          [
            'Run the suite',
            ...tokens.map((name) => `${secretVariables[name]}='${keys[name]}'`),
            `${thisProgram()} run --base-url ${url} --environment ${environment}`,
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
  if (control) line(`Control page, with the clocks and simulations: ${paint('bold', `${url}/_control`)}`);
  line();
  line(paint('bold', 'Keys'));
  fact('platform key', keys.platformToken);
  fact('org key', keys.orgToken);
  fact('other environment', keys.otherEnvironmentToken);
  fact('external JWT secret', keys.jwtSecret);
  line();
  line(paint('bold', 'Businesses'));
  fact('platform default', businesses.platform.businessId);
  fact('  tenant key', businesses.platform.tenantKey);
  fact('of the org key', businesses.org.businessId);
  fact('  tenant key', businesses.org.tenantKey);
  line();
  line(paint('bold', 'Try'));
  for (const [what, ...command] of suggestions(served)) {
    line(`  ${paint('dim', what)}`);
    line(`    ${command.join(' \\\n      ')}`);
  }
  line();
}
