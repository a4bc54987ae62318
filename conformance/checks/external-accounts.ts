/** Section "States and transitions, External account" of the interface document, and the events of these accounts. */
import type { RequirementId } from '../../openapi/catalogue.ts';
import { isRecord, succeeded, within } from '../actions/answers.ts';
import { type EventData, EventLog } from '../actions/event-log.ts';
import {
  type AccountKind,
  type ExternalAccountStatus,
  linkAccount,
  listAccounts,
  statusOf,
  verificationFor,
} from '../actions/external-accounts.ts';
import { openTenant, type Tenant } from '../actions/tenant.ts';
import { type Check, example } from '../engine/check.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { type Scenario, show } from '../engine/scenario.ts';

/** An account and what its event said. */
interface Linked {
  readonly id: string;
  readonly added: EventData | undefined;
}

/** Links an account and evaluates what is said of it. */
async function link(
  scenario: Scenario,
  { caller }: Tenant,
  log: EventLog,
  kind: AccountKind,
): Promise<Linked> {
  await log.look();
  scenario.step(`link an account (${kind})`);
  const id = await linkAccount(scenario, caller, kind, log.of('external-account.added').length);
  await log.look();
  const added = log.expect({ type: 'external-account.added', sent: 'EXTACC-004' });
  const info = added?.microdepositInfo;
  if (isRecord(info)) {
    scenario.require('EXTACC-013', info.type !== undefined && info.arrivalDate !== undefined, {
      expected: 'microdepositInfo with type and arrivalDate',
      actual: show(info),
    });
  }
  return { id, added };
}

/** Evaluates the status that the list shows, where it is in the words of the document. */
async function requireListed(
  scenario: Scenario,
  { caller }: Tenant,
  requirement: RequirementId,
  id: string,
  wanted: readonly ExternalAccountStatus[],
): Promise<void> {
  if (!scenario.has('list-external-accounts')) return;
  const status = statusOf((await listAccounts(scenario, caller)).find((account) => account.id === id));
  if (status === undefined) {
    scenario.skip(requirement, 'The list does not show the status in the words of the document.');
    return;
  }
  scenario.require(requirement, wanted.includes(status), {
    expected: `the status ${wanted.join(' or ')}`,
    actual: status,
  });
}

const unrestricted = ['active', 'needs_confirmation'] as const;

/** Links an account while there is no restriction. */
async function linkFreely(
  scenario: Scenario,
  tenant: Tenant,
  log: EventLog,
  kind: AccountKind,
): Promise<Linked> {
  const linked = await link(scenario, tenant, log, kind);
  if (linked.added !== undefined) {
    const status = statusOf(linked.added);
    scenario.require('EXTACC-003', status !== 'restricted', {
      expected: 'external-account.added with active or needs_confirmation',
      actual: 'restricted, without a restriction',
    });
  }
  await requireListed(scenario, tenant, 'EXTACC-003', linked.id, unrestricted);
  return linked;
}

async function verify(scenario: Scenario, tenant: Tenant, log: EventLog, { id, added }: Linked) {
  scenario.step('verify the account');
  const path = { externalAccountId: id };
  const body = verificationFor(added);
  const answer = await scenario.send('verifyExternalAccount', tenant.caller, { path, body });
  if (!succeeded(answer)) throw new CaseEnded('What verifies an account is not known.');
  await log.look();
  await requireListed(scenario, tenant, 'EXTACC-005', id, ['active']);
  scenario.took('external-account/verify');
  const next = log.fresh.find(({ type }) => type === 'external-account.added')?.data;
  if (next === undefined) {
    scenario.skip('EXTACC-014', 'No further event followed for the same account.');
    return;
  }
  scenario.require('EXTACC-014', next.id === undefined || next.id !== added?.id, {
    expected: `another id than ${show(added?.id)}, which the first event of this account carried`,
    actual: show(next.id),
  });
}

/** The event names its list as it likes; one of its arrays must hold every account. */
function requireFullList(scenario: Scenario, data: EventData, linked: readonly string[]): void {
  const lists = [...within(data)].filter((value) => Array.isArray(value));
  scenario.require(
    'EXTACC-015',
    lists.some((list) => list.length === linked.length),
    () => ({
      expected: `a list of the ${linked.length} linked accounts`,
      actual: lists.length === 0 ? show(data) : `lists of ${lists.map((list) => list.length).join(', ')}`,
    }),
  );
}

export const externalAccountChecks: readonly Check[] = [
  example({
    id: 'external-accounts.linking',
    title: 'A linked account is active or awaits its verification, and is listed until it is removed',
    covers: [
      'EXTACC-001',
      'EXTACC-003',
      'EXTACC-004',
      'EXTACC-005',
      'EXTACC-011',
      'EXTACC-012',
      'EXTACC-013',
      'EXTACC-014',
      'EXTACC-016',
    ],
    needs: ['platform-token', 'link-external-account', 'webhooks', 'drain'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      const log = await EventLog.open(scenario, tenant);
      const linked: Linked[] = [];
      for (const kind of ['verified', 'by code', 'by amounts'] as const) {
        const account = await linkFreely(scenario, tenant, log, kind);
        linked.push(account);
        const awaits = statusOf(account.added) === 'needs_confirmation';
        if (awaits && scenario.has('verify-external-account')) await verify(scenario, tenant, log, account);
      }
      if (!scenario.has('list-external-accounts', 'remove-external-account')) return;
      const [{ id: first } = { id: '' }, ...rest] = linked;
      const requireIds = async (wanted: readonly string[]) => {
        const ids = (await listAccounts(scenario, caller)).map(({ id }) => id);
        const holds = wanted.length === ids.length && wanted.every((id) => ids.includes(id));
        scenario.require('EXTACC-001', holds, {
          expected: `the accounts ${show(wanted)}`,
          actual: show(ids),
        });
      };
      scenario.step('list the accounts');
      await requireIds(linked.map(({ id }) => id));
      scenario.step('remove the first account, and list the others');
      await scenario.succeed('removeExternalAccount', caller, { path: { externalAccountId: first } });
      await log.look();
      log.expect({ type: 'external-account.removed', sent: 'EXTACC-016' });
      await requireIds(rest.map(({ id }) => id));
    },
  }),
  example({
    id: 'external-accounts.restriction',
    title: 'A restriction of direct debits reaches every active account until it is lifted',
    covers: ['EXTACC-006', 'EXTACC-007', 'EXTACC-008', 'EXTACC-009', 'EXTACC-010', 'EXTACC-015'],
    needs: ['platform-token', 'link-external-account', 'restrict-external-account', 'webhooks', 'drain'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      const { businessId } = tenant;
      if (businessId === undefined) throw new CaseEnded('The id of the business is not known.');
      const log = await EventLog.open(scenario, tenant);
      const linked: Linked[] = [];
      for (const kind of ['verified', 'by code', 'verified', 'verified'] as const) {
        linked.push(await linkFreely(scenario, tenant, log, kind));
      }
      if (scenario.has('remove-external-account')) {
        scenario.step('remove the last account');
        const last = linked.pop();
        const path = { externalAccountId: last?.id ?? '' };
        await scenario.succeed('removeExternalAccount', tenant.caller, { path });
      }
      const active = linked.filter(({ added }) => statusOf(added) === 'active');
      if (active.length === 0) throw new CaseEnded('No linked account is active.');
      await log.look();
      scenario.step('restrict the direct debits of the business');
      await scenario.control('restrictDirectDebits')(scenario.controlSend, businessId);
      await log.look();
      const restricted = log.expect({ type: 'external-account.restricted', sent: 'EXTACC-007' });
      if (restricted !== undefined) {
        const ids = linked.map(({ id }) => id);
        requireFullList(scenario, restricted, ids);
      }
      for (const { id } of active) await requireListed(scenario, tenant, 'EXTACC-006', id, ['restricted']);
      scenario.took('external-account/restrict');

      const during = await link(scenario, tenant, log, 'verified');
      if (during.added !== undefined) {
        scenario.require('EXTACC-010', statusOf(during.added) !== 'active', {
          expected: 'external-account.added with restricted, for an account that is verified',
          actual: show(during.added.status),
        });
      }
      scenario.took('external-account/link-restricted');

      const lift = scenario.target.controls.liftDirectDebitRestriction;
      if (lift === undefined) return;
      await log.look();
      scenario.step('lift the restriction');
      await lift(scenario.controlSend, businessId);
      await log.look();
      log.expect({ type: 'external-account.restriction_lifted', sent: 'EXTACC-009' });
      for (const { id } of active) await requireListed(scenario, tenant, 'EXTACC-008', id, ['active']);
      scenario.took('external-account/lift-restriction');
    },
  }),
];
