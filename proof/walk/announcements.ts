/** The invariants of the events that a walk causes: each has its own id, and each change is announced once. */
import type { ReceivedEvent } from '../../reference-server/testing/receiver.ts';

/** Events that one resource sends at most once. */
const onceEach = [
  /^(person|user|payroll|contract|filing|remittance|requirement)\.created$/,
  /^transaction\.(initiated|processing|succeeded|failed)$/,
  /^invoice\.contractor\./,
  /^reimbursement\.(submitted|rejected|paid)$/,
  /^remittance\./,
  /^requirement\./,
  /^virtual-account\./,
  /^instant-pay\./,
];
/** Events that one resource sends at most once for each of its statuses. */
const oncePerStatus = ['contract.status.updated', 'payroll.status.updated'];

/** The change that an event announces, if that change can happen only once. */
function changeOf({ eventType, data }: ReceivedEvent): string | undefined {
  const subject = data.id ?? data.resourceId;
  // A payroll may be saved again until it is approved.
  if (eventType === 'payroll.status.updated' && data.status === 'saved') return undefined;
  if (oncePerStatus.includes(eventType)) return `${eventType} ${data.status} of ${subject}`;
  return onceEach.some((pattern) => pattern.test(eventType)) ? `${eventType} of ${subject}` : undefined;
}

/**
 * Looks for changes that were announced more than once, and for ids that stand for more than one event.
 *
 * @param tenantKeys the existing businesses.
 * @returns the problems, in words.
 */
export function announcementFaults(
  events: readonly ReceivedEvent[],
  tenantKeys: ReadonlySet<string>,
): readonly string[] {
  const faults: string[] = [];
  const bodies = new Map<string, string>();
  const changes = new Set<string>();
  for (const event of events) {
    const body = JSON.stringify(event);
    const known = bodies.get(event.id);
    if (known !== undefined) {
      faults.push(
        known === body ? `${event.id} was delivered twice` : `${event.id} stands for two events: ${body}`,
      );
      continue;
    }
    bodies.set(event.id, body);
    if (!tenantKeys.has(event.data.tenantKey)) faults.push(`an event is of no business: ${body}`);
    const change = changeOf(event);
    if (change !== undefined && changes.has(change)) faults.push(`announced twice: ${change}`);
    if (change !== undefined) changes.add(change);
  }
  return faults;
}

/** Events that a change must have caused: by the operation that succeeded. */
export const announcedBy: Readonly<Record<string, string>> = {
  createPerson: 'person.created',
  createPayroll: 'payroll.created',
  createContract: 'contract.created',
  signContract: 'contract.signed',
  submitContractorInvoice: 'invoice.contractor.submitted',
  recordInvoicePayment: 'invoice.contractor.paid',
  createReimbursement: 'reimbursement.submitted',
};
