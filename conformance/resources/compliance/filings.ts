/** Filings and their requirements: section "Other resources" of the interface document. */

import { isRecord } from '../../../openapi/is-record.ts';
import { anySuccess } from '../../engine/expectation.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import type { Caller } from '../../http/message.ts';
import { attempt, part, succeeded } from '../../provider/answers.ts';
import { type Check, example } from '../../provider/check.ts';
import { allItems } from '../../provider/cursor.ts';
import type { EventLog } from '../../provider/event-log.ts';
import { show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { StateField } from '../../provider/state-field.ts';
import { type Compliance, isAnnounced, isId, openCompliance, requireEvent, stateOf } from './events.ts';

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

/** Sequences of states to try; the document shows hardly any transitions, so a target need not take them. */
const filingCourses: readonly (readonly Exclude<(typeof filingStates)[number], 'created'>[])[] = [
  ['blocked', 'pending', 'in_review', 'approved', 'submitted', 'accepted'],
  ['pending', 'in_review', 'approved', 'submitted', 'rejected'],
  ['pending', 'overdue'],
];

async function readFiling(scenario: Scenario, caller: Caller, filingId: string) {
  if (!scenario.has('read-filing')) return undefined;
  const { json } = await scenario.succeed('readFiling', caller, { path: { filingId } });
  return isRecord(json) ? json : undefined;
}

const readFilingState = async (scenario: Scenario, caller: Caller, filingId: string) =>
  stateOf(await readFiling(scenario, caller, filingId), filingStates);

const filingIds = { sent: 'FILING-005', payload: 'FILING-004' } as const;

/** Makes a filing due, and evaluates the events of the states that it is read in. */
async function createFiling(
  scenario: Scenario,
  { tenant, log }: Compliance,
  requirements: readonly string[],
  others: readonly string[] = [],
): Promise<string> {
  const id = await scenario.control('createFiling')(scenario.controlSend, tenant.businessId, {
    requirements,
  });
  await log.look('filing.created');
  await log.look();
  requireEvent(scenario, log, 'filing.created', id, others, filingIds);
  const state = await readFilingState(scenario, tenant.caller, id);
  if (state !== undefined) requireEvent(scenario, log, `filing.${state}`, id, others, filingIds);
  return id;
}

async function requirePendingInList(
  scenario: Scenario,
  caller: Caller,
  id: string,
  isBlockedAgain: boolean,
): Promise<void> {
  if (!scenario.has('list-filings') || isBlockedAgain) return;
  const listed = await scenario.eventually(
    async () => (await allItems(scenario, 'listFilings', caller)).find((item) => item.id === id),
    (item) => stateOf(item, filingStates) !== 'blocked',
  );
  const state = stateOf(listed, filingStates);
  const expected = 'a filing that is not blocked in the list either';
  if (state !== undefined) scenario.requireDone('FILING-003', state !== 'blocked', expected, state);
}

/**
 * Evaluates that a filing that was blocked is pending, or has been since.
 *
 * @param before number of events when it was blocked.
 */
async function requirePending(
  scenario: Scenario,
  { tenant, log }: Compliance,
  id: string,
  before: number,
  others: readonly string[] = [],
): Promise<void> {
  // An event that names something else may still be about the filing: in its own business no other one moves.
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
  scenario.requireDone('FILING-003', isUnblocked, 'a pending filing, which was blocked before', actual);
  await requirePendingInList(scenario, tenant.caller, id, isBlockedAgain);
  scenario.requireDone('FILING-005', announced, `filing.pending with the resourceId ${id}`, 'no such event');
  scenario.took('filing/unblock');
}

/**
 * Evaluates events of requirements; the document does not show whether resourceId names the requirement or the resource
 * that needs it.
 */
function requireRequirementEvents(
  scenario: Scenario,
  log: EventLog,
  type: string,
  ids: readonly string[],
): void {
  const events = log.of(type);
  scenario.requireDone('COMPLIANCE-004', events.length > 0, type, 'no such event');
  if (!log.alone) return;
  for (const { resourceId } of events) {
    const expected = `${type} with a resourceId, such as ${ids.join(' or ')}`;
    scenario.require('COMPLIANCE-003', isId(resourceId), expected, show(resourceId));
  }
}

/** Satisfies the requirements of a filing. */
async function satisfyAll(scenario: Scenario, { tenant, log }: Compliance, filingId: string): Promise<void> {
  const { caller } = tenant;
  const listed = await allItems(scenario, 'listRequirements', caller);
  // The document does not show how a requirement names its filing; in its own business all belong to this one.
  const open = listed.filter((item) => log.alone || item.resourceId === filingId);
  if (open.length === 0 && !log.alone)
    throw new CaseEnded('Others use the business, and no requirement names the filing as its resourceId.');
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
    scenario.require('COMPLIANCE-001', succeeded(answer), 'a success status', actual, anySuccess);
    if (!succeeded(answer)) throw new CaseEnded('A requirement cannot be satisfied.');
  }
  await log.look('requirement.satisfied');
  requireRequirementEvents(scenario, log, 'requirement.satisfied', ids);
  for (const { id, status } of await allItems(scenario, 'listRequirements', caller))
    if (open.some((each) => each.id === id)) field.see(status, 'satisfied');
  field.judge(scenario, 'COMPLIANCE-002', 1);
}

export const filingChecks: readonly Check[] = [
  example({
    id: 'compliance.filings',
    title: 'A filing sends an event for each state that it enters, and can be listed and read',
    covers: ['FILING-001', 'FILING-002', 'FILING-003', 'FILING-004', 'FILING-005'],
    needs: ['raise-requirement', 'move-filing', 'webhooks'],
    run: async (scenario) => {
      const compliance = await openCompliance(scenario);
      const { tenant, log } = compliance;
      const move = scenario.control('moveFiling');
      const others: string[] = [];
      const field = new StateField(filingStates);
      for (const course of filingCourses) {
        scenario.step('make a filing due');
        const id = await createFiling(scenario, compliance, [], others);
        await part(scenario, ['FILING-001'], async () => {
          if (!scenario.has('list-filings', 'read-filing')) return;
          const listed = (await allItems(scenario, 'listFilings', tenant.caller)).map((item) => item.id);
          const { json } = await scenario.send('readFiling', tenant.caller, { path: { filingId: id } });
          const read = isRecord(json) ? json.id : undefined;
          const expected = `the filing ${id} in the list, and read by its id`;
          const actual = `the list ${show(listed)}; the read returned ${show(read)}`;
          scenario.require('FILING-001', listed.includes(id) && read === id, expected, actual);
        });
        let seen: string | undefined;
        for (const state of course) {
          scenario.step(`move the filing to ${state}`);
          const before = log.events.length;
          // The document does not show which transitions are possible.
          if (!(await attempt(() => move(scenario.controlSend, id, state)))) continue;
          await log.look(`filing.${state}`);
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
    title: 'A filing with an open requirement is blocked until the business satisfies it',
    covers: [
      'COMPLIANCE-001',
      'COMPLIANCE-002',
      'COMPLIANCE-003',
      'COMPLIANCE-004',
      'FILING-003',
      'FILING-004',
      'FILING-005',
    ],
    needs: ['raise-requirement', 'list-requirements', 'satisfy-requirement', 'webhooks'],
    run: async (scenario) => {
      const compliance = await openCompliance(scenario);
      const { tenant, log } = compliance;
      scenario.step('make a filing due that needs a tax number');
      const needed = ['Tax identification number of the business', 'Proof of the address'];
      const id = await createFiling(scenario, compliance, needed);
      const blocked = log.of('filing.blocked').some((data) => log.alone || data.resourceId === id);
      const state = await readFilingState(scenario, tenant.caller, id);
      const before = log.events.length;
      await satisfyAll(scenario, compliance, id);
      // Only a blocked filing can be unblocked.
      if (blocked || state === 'blocked') await requirePending(scenario, compliance, id, before);
    },
  }),
];
