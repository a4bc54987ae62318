/** What the events of filings, remittances and requirements name: section "Other resources" of the interface document. */
import type { RequirementId } from '../../../openapi/catalogue.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import type { Answer } from '../../provider/answers.ts';
import { EventLog } from '../../provider/event-log.ts';
import { type Scenario, show } from '../../provider/scenario.ts';
import { openTenant, type Tenant } from '../../provider/tenant.ts';

/** The state that a read shows; undefined when it is not in the words of the document. */
export function stateOf<State extends string>(
  item: Answer | undefined,
  states: readonly State[],
): State | undefined {
  return states.find((state) => state === item?.status);
}

/** Whether an event of a state has come for a resource. */
export const isAnnounced = (log: EventLog, type: string, id: string) =>
  log.of(type).some(({ resourceId }) => resourceId === id);

export const isId = (value: unknown) => typeof value === 'string' && value !== '';

/**
 * Evaluates that the event of a state has come and names what it is about: the resource itself, or what `resourceType`
 * says else, such as the business. The id of another resource of the kind is not it.
 */
export function requireEvent(
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

export interface Compliance {
  readonly tenant: Required<Pick<Tenant, 'businessId'>> & Tenant;
  readonly log: EventLog;
}

export async function openCompliance(scenario: Scenario, clock?: 'moves'): Promise<Compliance> {
  const tenant = await openTenant(scenario, clock);
  const { businessId } = tenant;
  if (businessId === undefined) throw new CaseEnded('The id of the business is not known.');
  return { tenant: { ...tenant, businessId }, log: await EventLog.open(scenario, tenant) };
}
