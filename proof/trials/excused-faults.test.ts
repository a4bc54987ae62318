/** What the trial of an adapter takes for a control of no use may be the fault itself: it is found, or warned of. */
import { expect, test } from 'vitest';
import { allChecks } from '../../conformance/all-checks.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import type { Target } from '../../conformance/target/target.ts';
import type { RequirementId } from '../../openapi/catalogue.ts';
import { externalAccountRules } from '../../reference-server/resources/external-accounts/rules.ts';
import { collectResults } from '../../src/collect-results.ts';
import { openEmbeddedTarget } from '../../src/targets/embedded-target.ts';
import { tool } from '../../src/tool.ts';
import type { Fault } from '../faults/fault.ts';
import { faultById } from '../faults/index.ts';
import { replacing } from '../faults/tools.ts';
import { throughAdapter } from '../selftest/through-adapter.ts';

const withControl = (controls: Partial<Target['controls']>) => (target: Target) => ({
  ...target,
  controls: { ...target.controls, ...controls },
});

const same = (target: Target) => target;

const patience = { seconds: 1, pauseMillis: 50 };

/** What is found or warned of on a server that one check reaches through an adapter. */
async function seen(check: string, change: (target: Target) => Target, fault?: Fault) {
  const { target, close } = await openEmbeddedTarget({ control: true, ...(fault && { fault }) });
  try {
    const options = { profile: 'standard', concurrency: 1, seed: 1, tool, tries: 'lines' } as const;
    const checks = allChecks.filter(({ id }) => id === check);
    const changed = { ...throughAdapter(change(target)), patience };
    const { findings, requirements } = await collectResults(
      runConformance({ ...options, target: changed, checks }),
    );
    const warned = requirements.flatMap(({ id, warning }) => (warning === undefined ? [] : [id]));
    return [...findings.map(({ requirement }) => requirement), ...warned];
  } finally {
    await close();
  }
}

test.each<[string, RequirementId, string, (target: Target) => Target, string?]>([
  [
    'goes on accepting a revoked token',
    'AUTH-002',
    'tokens.revoked',
    withControl({ revokeToken: async () => {} }),
  ],
  ['sends no hook-timestamp', 'HOOK-008', 'webhooks.deliveries', same, 'delivery-without-timestamp-header'],
  ['sends no signature', 'HOOK-008', 'webhooks.deliveries', same, 'delivery-without-signature'],
  ['signs something else', 'HOOK-010', 'webhooks.deliveries', same, 'signature-does-not-cover-the-body'],
  ['signs with another secret', 'HOOK-010', 'webhooks.deliveries', same, 'signed-with-another-secret'],
  [
    'ignores the return of a payment',
    'TXN-014',
    'transaction.model',
    withControl({ returnTransaction: async () => {} }),
  ],
  [
    'announces the return of a payment and keeps it succeeded',
    'TXN-014',
    'transaction.model',
    same,
    'returned-transaction-stays-succeeded',
  ],
])('a server that %s is not excused', { timeout: 120_000 }, async (_, broken, check, change, fault) => {
  const ids = await seen(check, change, fault === undefined ? undefined : faultById(fault));
  expect(ids).toContain(broken);
});

/** The document does not show how an account is verified, so that a rejection alone is no finding. */
test('a server that verifies only one kind of account is warned of', async () => {
  const fault = {
    ...faultById('verified-account-still-needs-confirmation'),
    overrides: replacing('externalAccounts', {
      verify: (state, command) =>
        externalAccountRules.verify(state, 'amounts' in command.input ? { ...command, input: {} } : command),
    }),
  };
  expect(await seen('external-account.model', same, fault)).toEqual(['EXTACC-005']);
});
