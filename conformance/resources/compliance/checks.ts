/** Filings, remittances and requirements: section "Other resources" of the interface document, and their events. */

import type { RequirementId } from '../../../openapi/catalogue.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import type { Caller } from '../../http/message.ts';
import { type Answer, attempt, idOf, isRecord, itemsOf, part, succeeded } from '../../provider/answers.ts';
import { dateAfter } from '../../provider/calendar.ts';
import { type Check, example } from '../../provider/check.ts';
import { EventLog } from '../../provider/event-log.ts';
import { type Scenario, show } from '../../provider/scenario.ts';
import { StateField } from '../../provider/state-field.ts';
import { advance, openTenant, type Tenant } from '../../provider/tenant.ts';
import { payrollBody, personInput } from '../../provider/valid-requests.ts';
import { deposit } from '../../provider/wallet.ts';
import { createPayroll } from '../payrolls/actions.ts';

const filingStates = [
  'created',
  'blocked',
  'pending',
  'in_review',
  'approved',
  'submitted',
  'accepted',
  'rejected',
  'overdue',
] as const;

/** Sequences of states; the document shows hardly any, so a target need not go them. */
const filingCourses: readonly (readonly (typeof filingStates)[number][])[] = [
  ['blocked', 'pending', 'in_review', 'approved', 'submitted', 'accepted'],
  ['pending', 'in_review', 'approved', 'submitted', 'rejected'],
  ['pending', 'overdue'],
];

/** The state that a read shows; undefined when it is not in the words of the document. */
function stateOf<State extends string>(
  item: Answer | undefined,
  states: readonly State[],
): State | undefined {
  return states.find((state) => state === item?.status);
}

async function readFiling(scenario: Scenario, caller: Caller, filingId: string) {
  if (!scenario.has('read-filing')) return undefined;
  const { json } = await scenario.succeed('readFiling', caller, { path: { filingId } });
  return isRecord(json) ? json : undefined;
}

const readFilingState = async (scenario: Scenario, caller: Caller, filingId: string) =>
  stateOf(await readFiling(scenario, caller, filingId), filingStates);

/** Whether an event of a state has come for a resource. */
const isAnnounced = (log: EventLog, type: string, id: string) =>
  log.of(type).some(({ resourceId }) => resourceId === id);

const isId = (value: unknown) => typeof value === 'string' && value !== '';

/**
 * Evaluates that the event of a state has come and names what it is about: the resource itself, or what `resourceType`
 * says else, such as the business. The id of another resource of the kind is not it.
 */
function requireEvent(
  scenario: Scenario,
  log: EventLog,
  type: string,
  resourceId: string,
  /** Ids of other resources of this kind. */
  others: readonly string[],
  { sent, payload }: { readonly sent: RequirementId; readonly payload: RequirementId },
): void {
  const events = log.of(type);
  const found = events.some((data) => data.resourceId === resourceId);
  const [other] = events.filter((data) => !others.includes(String(data.resourceId)));
  if (!found && other !== undefined && log.alone) {
    scenario.require(payload, isId(other.resourceId), `${type} with a resourceId`, show(other.resourceId));
    scenario.skip(sent, `${type} names something else than the resource: ${show(other)}.`);
    return;
  }
  scenario.require(sent, found, `${type} with the resourceId ${resourceId}`, 'no such event');
}

const filingIds = { sent: 'FILING-005', payload: 'FILING-004' } as const;
const remittanceIds = { sent: 'REMITTANCE-004', payload: 'REMITTANCE-003' } as const;

interface Compliance {
  readonly tenant: Required<Pick<Tenant, 'businessId'>> & Tenant;
  readonly log: EventLog;
}

async function open(scenario: Scenario, clock?: 'moves'): Promise<Compliance> {
  const tenant = await openTenant(scenario, clock);
  const { businessId } = tenant;
  if (businessId === undefined) throw new CaseEnded('The id of the business is not known.');
  return { tenant: { ...tenant, businessId }, log: await EventLog.open(scenario, tenant) };
}

/** Makes a filing due, follows the events of the states that it is seen in. */
async function createFiling(
  scenario: Scenario,
  { tenant, log }: Compliance,
  requirements: readonly string[],
  others: readonly string[] = [],
): Promise<string> {
  const id = await scenario.control('createFiling')(scenario.controlSend, tenant.businessId, {
    requirements,
  });
  await log.look();
  requireEvent(scenario, log, 'filing.created', id, others, filingIds);
  const state = await readFilingState(scenario, tenant.caller, id);
  if (state !== undefined) requireEvent(scenario, log, `filing.${state}`, id, others, filingIds);
  return id;
}

/**
 * Evaluates that a filing that was blocked is pending, or has been meanwhile.
 *
 * @param before how many events had come when it was blocked.
 */
async function requirePending(
  scenario: Scenario,
  { tenant, log }: Compliance,
  id: string,
  before: number,
  others: readonly string[] = [],
): Promise<void> {
  // What names something else than the filing may be about it; in a business of our own there is no other that moves.
  const since = log.events
    .slice(before)
    .filter(({ data }) => data.resourceId === id || (log.alone && !others.includes(String(data.resourceId))));
  const announced = since.some(({ type }) => type === 'filing.pending');
  const isBlockedAgain = since.some(({ type }) => type === 'filing.blocked');
  const state = await readFilingState(scenario, tenant.caller, id);
  if (!announced && state === undefined) {
    scenario.skip('FILING-003', 'A filing does not show its state in the words of the document.');
    return;
  }
  const isUnblocked = announced ? state !== 'blocked' || isBlockedAgain : state === 'pending';
  const actual = announced ? `filing.pending, and a filing that is still ${state}` : show(state);
  scenario.require('FILING-003', isUnblocked, 'a filing that was blocked to be pending', actual);
  scenario.require('FILING-005', announced, `filing.pending with the resourceId ${id}`, 'no such event');
  scenario.took('filing/unblock');
}

/** Evaluates events of requirements; whether resourceId names the requirement or what needs it is not shown. */
function requireRequirementEvents(
  scenario: Scenario,
  log: EventLog,
  type: string,
  ids: readonly string[],
): void {
  const events = log.of(type);
  scenario.require('COMPLIANCE-004', events.length > 0, type, 'no such event');
  if (!log.alone) return;
  for (const { resourceId } of events) {
    const expected = `${type} with a resourceId, such as ${ids.join(' or ')}`;
    scenario.require('COMPLIANCE-003', isId(resourceId), expected, show(resourceId));
  }
}

/** Satisfies what a filing needs from the business. */
async function satisfyAll(scenario: Scenario, { tenant, log }: Compliance, filingId: string): Promise<void> {
  const { caller } = tenant;
  const listed = itemsOf(await scenario.succeed('listRequirements', caller));
  // How a requirement names its filing is not shown; in a business of our own they are all of this one.
  const open = listed.filter((item) => log.alone || item.resourceId === filingId);
  const field = new StateField(['created', 'satisfied']);
  if (log.of('requirement.created').length > 0) for (const { status } of open) field.see(status, 'created');
  const ids = [filingId, ...open.map(({ id }) => String(id))];
  const actual = `${listed.length} requirements, none of this filing`;
  scenario.require('COMPLIANCE-001', open.length > 0, 'the requirement of the filing in the list', actual);
  requireRequirementEvents(scenario, log, 'requirement.created', ids);
  for (const { id } of open) {
    scenario.step('satisfy a requirement');
    const path = { requirementId: String(id) };
    const answer = await scenario.ask('satisfyRequirement', caller, {
      path,
      body: { value: '21458812-0001' },
    });
    const actual = `${answer.status} with ${show(answer.json)}`;
    scenario.require('COMPLIANCE-001', succeeded(answer), 'a success status', actual);
    if (!succeeded(answer)) throw new CaseEnded('A requirement cannot be satisfied.');
  }
  await log.look();
  requireRequirementEvents(scenario, log, 'requirement.satisfied', ids);
  for (const { id, status } of itemsOf(await scenario.succeed('listRequirements', caller)))
    if (open.some((each) => each.id === id)) field.see(status, 'satisfied');
  field.judge(scenario, 'COMPLIANCE-002', 1);
}

const remittanceStates = ['created', 'processing', 'completed', 'failed'] as const;
const remittanceCourses: readonly (readonly (typeof remittanceStates)[number][])[] = [
  ['processing', 'completed'],
  ['processing', 'failed'],
];

/**
 * Pays two workers in different countries, so that more than one authority is to be paid. When remittances arise, and how
 * soon they go on by themselves, is not shown, so the clock goes in short steps until there is one.
 */
async function runPayroll(scenario: Scenario, { tenant, log }: Compliance): Promise<void> {
  const { caller } = tenant;
  const entries: { personId: string; salary: number }[] = [];
  for (const countryCode of ['NG', 'GB']) {
    const address = { countryCode, line1: '1 High Street', city: 'Town', postalCode: '10124', state: '' };
    const body = personInput(scenario.data, { address });
    entries.push({
      personId: idOf(await scenario.succeed('createPerson', caller, { body }), 'createPerson'),
      salary: 900_000,
    });
  }
  await deposit(scenario, caller, 100_000_000);
  const payrollId = await createPayroll(scenario, caller);
  const now = await advance(scenario, tenant, 0);
  const path = { payrollId };
  await scenario.succeed('savePayroll', caller, {
    path,
    body: payrollBody(scenario.data, dateAfter(now, 1), entries),
  });
  await scenario.succeed('approvePayroll', caller, { path });
  for (let hour = 0; hour < 48 && log.of('remittance.created').length === 0; hour += 1) {
    await advance(scenario, tenant, 3_600);
    await log.look();
  }
}

export const complianceEventChecks: readonly Check[] = [
  example({
    id: 'compliance.filings',
    title: 'A filing announces each state that it enters, and can be listed and read',
    covers: ['FILING-001', 'FILING-002', 'FILING-003', 'FILING-004', 'FILING-005'],
    needs: ['raise-requirement', 'move-filing', 'webhooks', 'drain'],
    run: async (scenario) => {
      const compliance = await open(scenario);
      const { tenant, log } = compliance;
      const move = scenario.control('moveFiling');
      const others: string[] = [];
      const field = new StateField(filingStates);
      for (const course of filingCourses) {
        scenario.step('make a filing due');
        const id = await createFiling(scenario, compliance, [], others);
        await part(scenario, ['FILING-001'], async () => {
          if (!scenario.has('list-filings', 'read-filing')) return;
          const listed = itemsOf(await scenario.succeed('listFilings', tenant.caller)).map((item) => item.id);
          const { json } = await scenario.send('readFiling', tenant.caller, { path: { filingId: id } });
          const read = isRecord(json) ? json.id : undefined;
          const expected = `the filing ${id} in the list, and read by its id`;
          const actual = `the list ${show(listed)}; the read one is ${show(read)}`;
          scenario.require('FILING-001', listed.includes(id) && read === id, expected, actual);
        });
        let seen: string | undefined;
        for (const state of course) {
          scenario.step(`move the filing to ${state}`);
          const before = log.events.length;
          // Which moves are possible is not shown.
          if (!(await attempt(() => move(scenario.controlSend, id, state)))) continue;
          await log.look();
          if (seen === 'blocked' && state === 'pending')
            await requirePending(scenario, compliance, id, before, others);
          requireEvent(scenario, log, `filing.${state}`, id, others, filingIds);
          if (isAnnounced(log, `filing.${state}`, id))
            field.see((await readFiling(scenario, tenant.caller, id))?.status, state);
          seen = state;
        }
        others.push(id);
      }
      field.judge(scenario, 'FILING-002', 2);
    },
  }),
  example({
    id: 'compliance.requirements',
    title: 'A filing that needs something is blocked until the business has provided it',
    covers: [
      'COMPLIANCE-001',
      'COMPLIANCE-002',
      'COMPLIANCE-003',
      'COMPLIANCE-004',
      'FILING-003',
      'FILING-004',
      'FILING-005',
    ],
    needs: ['raise-requirement', 'list-requirements', 'satisfy-requirement', 'webhooks', 'drain'],
    run: async (scenario) => {
      const compliance = await open(scenario);
      const { tenant, log } = compliance;
      scenario.step('make a filing due that needs a tax number');
      const needed = ['Tax identification number of the business', 'Proof of the address'];
      const id = await createFiling(scenario, compliance, needed);
      const blocked = log.of('filing.blocked').some((data) => log.alone || data.resourceId === id);
      const state = await readFilingState(scenario, tenant.caller, id);
      const before = log.events.length;
      await satisfyAll(scenario, compliance, id);
      // Only what was blocked can be unblocked.
      if (blocked || state === 'blocked') await requirePending(scenario, compliance, id, before);
    },
  }),
  example({
    id: 'compliance.remittances',
    title: 'A remittance announces each state that it enters, and is listed',
    covers: ['REMITTANCE-001', 'REMITTANCE-002', 'REMITTANCE-003', 'REMITTANCE-004'],
    needs: [
      'sandbox',
      'platform-token',
      'create-payroll',
      'approve-payroll',
      'clock',
      'list-remittances',
      'move-remittance',
      'webhooks',
      'drain',
    ],
    run: async (scenario) => {
      const compliance = await open(scenario, 'moves');
      const { tenant, log } = compliance;
      scenario.setup('run a payroll, of which something is to be remitted');
      await runPayroll(scenario, compliance);
      scenario.step('list the remittances');
      const listed = itemsOf(await scenario.succeed('listRemittances', tenant.caller));
      const created = log.of('remittance.created');
      if (listed.length === 0 && created.length === 0) {
        throw new CaseEnded('The payroll created no remittance.');
      }
      const expected = 'the remittances that were announced, in the list';
      scenario.require('REMITTANCE-001', listed.length > 0, expected, 'an empty list');
      const ids = listed.map((item) => String(item.id));
      const field = new StateField(remittanceStates);
      for (const [index, course] of remittanceCourses.entries()) {
        const { id } = listed[index] ?? {};
        if (typeof id !== 'string') continue;
        requireEvent(scenario, log, 'remittance.created', id, ids, remittanceIds);
        for (const state of course) {
          scenario.step(`move a remittance to ${state}`);
          const move = scenario.control('moveRemittance');
          if (!(await attempt(() => move(scenario.controlSend, id, state)))) continue;
          await log.look();
          requireEvent(scenario, log, `remittance.${state}`, id, ids, remittanceIds);
          if (!isAnnounced(log, `remittance.${state}`, id)) continue;
          const moved = itemsOf(await scenario.succeed('listRemittances', tenant.caller));
          field.see(moved.find((item) => item.id === id)?.status, state);
        }
      }
      field.judge(scenario, 'REMITTANCE-002', 2);
      scenario.step('wait two days, and list the remittances again');
      await advance(scenario, tenant, 2 * 86_400);
      await log.look();
      for (const item of itemsOf(await scenario.succeed('listRemittances', tenant.caller))) {
        const state = stateOf(item, remittanceStates);
        if (state === undefined || typeof item.id !== 'string') continue;
        requireEvent(scenario, log, `remittance.${state}`, item.id, ids, remittanceIds);
      }
    },
  }),
];
