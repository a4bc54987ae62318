/** The subjects of the events of filings, remittances and requirements: section "Other resources" of the interface document. */
import type { RequirementId } from '../../../openapi/catalogue.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import type { Answer } from '../../provider/answers.ts';
import type { Tenant } from '../../provider/businesses.ts';
import { EventLog } from '../../provider/event-log.ts';
import { show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { openTenant } from '../../provider/tenant.ts';

/** The state in a response; undefined if it is not a documented word. */
export function stateOf<State extends string>(
  item: Answer | undefined,
  states: readonly State[],
): State | undefined {
  return states.find((state) => state === item?.status);
}

/** Whether the event of a state has arrived for a resource. */
export const isAnnounced = (log: EventLog, type: string, id: string) =>
  log.of(type).some(({ resourceId }) => resourceId === id);

export const isId = (value: unknown) => typeof value === 'string' && value !== '';

/**
 * Evaluates that the event of a state has arrived with the id of the resource. An event may instead name another subject by
 * `resourceType`, such as the business; then only the form of its id is judged. The id of another resource of this kind is
 * no such subject.
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
  scenario.requireDone(sent, found, `${type} with the resourceId ${resourceId}`, 'no such event');
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
