/**
 * Filings and the requirements that block them (section "Other resources"), as pure functions of state, command and
 * time.
 */

import { type BusinessState, findRecord, type Outcome, withRecord } from '../../state/business-state.ts';
import { endOf } from '../../state/dates.ts';
import type { FilingRecord, FilingState, RequirementRecord } from '../../state/records/payrolls.ts';
import type { DomainEvent } from '../../state/records/webhooks.ts';
import { invalidBody, invalidState } from '../../state/refusal.ts';
import { type Asks, nextOf, type RuleContext } from '../../state/rule.ts';
import type { Schemas } from '../../state/schemas.ts';

/** The moves that are possible. Only blocked to pending is shown in the document; the others are ours. */
const nextStates: Readonly<Record<FilingState, readonly FilingState[]>> = {
  created: ['blocked', 'pending'],
  blocked: ['pending', 'overdue'],
  pending: ['blocked', 'in_review', 'overdue'],
  in_review: ['blocked', 'approved', 'overdue'],
  approved: ['submitted', 'overdue'],
  submitted: ['accepted', 'rejected'],
  // Late is better than never.
  overdue: ['submitted'],
  accepted: [],
  rejected: [],
};

/** A filing is late from 00:00 UTC of the day after its dueDate, unless it was submitted. */
const lateAt = ({ filing }: FilingRecord): number | undefined =>
  nextStates[filing.status].includes('overdue') ? endOf(filing.dueDate) : undefined;

export interface CreateFiling {
  readonly filingId: string;
  readonly name: string;
  readonly countryCode?: string;
  readonly dueDate: string;
  readonly period?: Schemas['PayPeriod'];
  /** Requirements that must be provided first. */
  readonly requirements: readonly { readonly requirementId: string; readonly description: string }[];
}

export interface MoveFiling {
  readonly filingId: string;
  readonly status: FilingState;
}

export type SatisfyRequirement = Asks<'requirementId', Schemas['ComplianceRequirementSatisfaction']>;

/** Why a filing came into its state, where the state asks for a reason. */
function reasonOf({ requirements }: BusinessState, { filing }: FilingRecord): string | undefined {
  if (filing.status === 'rejected') return 'The authority did not accept the filing.';
  if (filing.status !== 'blocked' || filing.requirementIds.length === 0) return undefined;
  const open = requirements.filter(({ id }) => filing.requirementIds.includes(id));
  return `Missing: ${open.map(({ requirement }) => requirement.description).join('; ')}`;
}

/** Puts a filing into its state and announces it; the events are named after the states. */
function enter(state: BusinessState, record: FilingRecord): Outcome {
  const { id, status, countryCode, dueDate } = record.filing;
  const reason = reasonOf(state, record);
  const event: DomainEvent = {
    eventType: `filing.${status}`,
    data: {
      resourceType: 'filing',
      resourceId: id,
      ...(countryCode !== undefined && { countryCode }),
      dueDate,
      ...(reason !== undefined && { reason }),
    },
  };
  return { state: withRecord(state, 'filings', record), events: [event] };
}

const inState = (record: FilingRecord, status: FilingState, now: number): FilingRecord => ({
  ...record,
  filing: { ...record.filing, status, lastUpdatedTimestamp: now },
});

const requirementEvent = (
  name: 'requirement.created' | 'requirement.satisfied',
  { requirement }: RequirementRecord,
): DomainEvent => {
  const { id, resourceType, resourceId, description } = requirement;
  return { eventType: name, data: { id, resourceType, resourceId, description } };
};

/** The filing is created, and blocked at once when something has to be provided first. */
export function createFiling(
  before: BusinessState,
  { filingId, requirements, ...facts }: CreateFiling,
  { now }: RuleContext,
): Outcome {
  const businessId = before.business.id;
  const times = { createdTimestamp: now, lastUpdatedTimestamp: now };
  const record: FilingRecord = {
    id: filingId,
    businessId,
    filing: {
      id: filingId,
      status: 'created',
      ...facts,
      requirementIds: requirements.map(({ requirementId }) => requirementId),
      ...times,
    },
  };
  const created = enter(before, record);
  if (requirements.length === 0) return created;
  const needed = requirements.map(
    ({ requirementId: id, description }): RequirementRecord => ({
      id,
      businessId,
      requirement: {
        id,
        status: 'created',
        description,
        resourceType: 'filing',
        resourceId: filingId,
        ...times,
      },
    }),
  );
  const state = { ...created.state, requirements: [...created.state.requirements, ...needed] };
  const blocked = enter(state, inState(record, 'blocked', now));
  const asked = needed.map((requirement) => requirementEvent('requirement.created', requirement));
  return { state: blocked.state, events: [...created.events, ...asked, ...blocked.events] };
}

/** @throws Refusal when the filing cannot move there from its state or is still blocked. */
export function moveFiling(
  state: BusinessState,
  { filingId, status }: MoveFiling,
  { now }: RuleContext,
): Outcome {
  const record = findRecord(state.filings, filingId);
  const { filing } = record;
  if (!nextStates[filing.status].includes(status))
    throw invalidState(`A filing that is ${filing.status} cannot become ${status}`);
  if (status === 'pending' && filing.requirementIds.length > 0)
    throw invalidState('A filing is blocked until each of its requirements is satisfied');
  return enter(state, inState(record, status, now));
}

/** @throws Refusal when nothing is given, a file is not one of the business, or the requirement is satisfied already. */
export function satisfyRequirement(
  before: BusinessState,
  { requirementId, input: { value, fileIds } }: SatisfyRequirement,
  { now }: RuleContext,
): Outcome {
  const record = findRecord(before.requirements, requirementId);
  if (value === undefined && fileIds === undefined) throw invalidBody({ value: 'or fileIds must be given' });
  const files = new Set(before.files.map(({ id }) => id));
  const unknown = (fileIds ?? []).findIndex((fileId) => !files.has(fileId));
  if (unknown !== -1) throw invalidBody({ [`fileIds.${unknown}`]: 'must name an uploaded file' });
  if (record.requirement.status === 'satisfied') throw invalidState('The requirement is satisfied already');
  const satisfied: RequirementRecord = {
    ...record,
    requirement: { ...record.requirement, status: 'satisfied', lastUpdatedTimestamp: now },
    satisfaction: { ...(value !== undefined && { value }), ...(fileIds !== undefined && { fileIds }) },
  };
  const events = [requirementEvent('requirement.satisfied', satisfied)];
  const blocked = findRecord(before.filings, record.requirement.resourceId);
  const requirementIds = blocked.filing.requirementIds.filter((id) => id !== requirementId);
  const filing: FilingRecord = { ...blocked, filing: { ...blocked.filing, requirementIds } };
  const state = withRecord(withRecord(before, 'requirements', satisfied), 'filings', filing);
  if (requirementIds.length > 0 || filing.filing.status !== 'blocked') return { state, events };
  const pending = enter(state, inState(filing, 'pending', now));
  return { state: pending.state, events: [...events, ...pending.events] };
}

/** A filing that nothing blocks waits to be reviewed; one that is late is overdue. */
export function progressFilings(before: BusinessState, { now }: RuleContext): Outcome {
  const events: DomainEvent[] = [];
  let state = before;
  const step = (record: FilingRecord, status: FilingState) => {
    const outcome = enter(state, inState(record, status, now));
    state = outcome.state;
    events.push(...outcome.events);
  };
  for (const record of before.filings) if (record.filing.status === 'created') step(record, 'pending');
  for (const record of state.filings) {
    const at = lateAt(record);
    if (at !== undefined && at <= now) step(record, 'overdue');
  }
  return { state, events };
}

export function nextFilingAt({ filings }: BusinessState, { now }: RuleContext): number | undefined {
  return nextOf(
    filings.flatMap((record) => lateAt(record) ?? []),
    now,
  );
}
