/** Pure changes of one verification. */
import { type BusinessState, findRecord, type Outcome } from '../../state/business-state.ts';
import type {
  KycComponentName,
  KycComponentState,
  KycDocument,
  KycRecord,
} from '../../state/records/people.ts';
import type { DomainEvent } from '../../state/records/webhooks.ts';
import type { Schemas } from '../../state/schemas.ts';
import { fieldsOf } from '../../state/values.ts';
import type { KycCause, KycDecisions } from './decisions.ts';

/** A verification and the events of its change. */
export interface Change {
  readonly record: KycRecord;
  readonly events: readonly DomainEvent[];
}

/**
 * The verification of a user, empty before the first submission.
 *
 * @throws Refusal `resource_not_found` when the business has no such user.
 */
export function recordOf(state: BusinessState, userId: string): KycRecord {
  const { businessId } = findRecord(state.users, userId);
  return state.kycRecords.find(({ id }) => id === userId) ?? { id: userId, businessId, details: {} };
}

/** The state with a verification in place of the one that has its id, or beside the others. */
export function outcomeOf(state: BusinessState, { record, events }: Change): Outcome {
  const known = state.kycRecords.some(({ id }) => id === record.id);
  const kycRecords = known
    ? state.kycRecords.map((other) => (other.id === record.id ? record : other))
    : [...state.kycRecords, record];
  return { state: { ...state, kycRecords }, events };
}

/** Puts a component into a state and announces it. */
export function enter(
  decide: KycDecisions,
  before: KycRecord,
  component: KycComponentName,
  next: KycComponentState,
  by: KycCause,
): Change {
  const announced = decide.announced({ before, component, status: next.status, by });
  return {
    record: { ...before, [component]: next },
    events: announced.map((data) => ({ eventType: 'user.kyc.updated', data })),
  };
}

/** Changes some components, one after the other. */
export const inTurn = (
  before: KycRecord,
  components: readonly KycComponentName[],
  change: (record: KycRecord, component: KycComponentName) => Change,
): Change =>
  components.reduce<Change>(
    ({ record, events }, component) => {
      const next = change(record, component);
      return { record: next.record, events: [...events, ...next.events] };
    },
    { record: before, events: [] },
  );

const sameDocument = (one: Schemas['KycIdDetails'], other: Schemas['KycIdDetails']) =>
  one.type === other.type && one.number === other.number && one.expirationDate === other.expirationDate;

/**
 * The document after new details were submitted. A document that is on file already keeps the stages that it has
 * announced.
 */
function documentOf(before: KycDocument | undefined, given: Schemas['KycIdDetails']): KycDocument {
  const details = fieldsOf(given, [
    'type',
    'number',
    'issuedCountryCode',
    'issuedBy',
    'issuedDate',
    'expirationDate',
    'frontFileId',
    'backFileId',
    'selfieFileId',
  ]);
  const stage = before && sameDocument(before.details, details) ? before.stage : 'valid';
  return { details, stage };
}

/** Stores the details of a component in a submission. */
export function filed(
  record: KycRecord,
  component: KycComponentName,
  submission: Schemas['KycSubmission'],
): KycRecord {
  const { idDetails } = submission;
  const names =
    component === 'identity'
      ? (['firstName', 'lastName', 'dob', 'nationality'] as const)
      : (['address', 'addressProofFileId'] as const);
  return {
    ...record,
    details: { ...record.details, ...fieldsOf(submission, names) },
    ...(component === 'identity' && idDetails && { document: documentOf(record.document, idDetails) }),
  };
}

function shownComponent(component: KycComponentState): Schemas['KycComponent'] {
  return component.status === 'rejected'
    ? fieldsOf(component, ['status', 'reason'])
    : { status: component.status };
}

/**
 * A verification as it is read (section "Endpoints, KYC"). There is no word for a component that was never submitted: the
 * identity is then without a status, and the address is left out.
 */
export function shownKyc({ identity, address }: KycRecord): Schemas['KycRecord'] {
  return {
    identity: identity ? shownComponent(identity) : {},
    ...(address && { address: shownComponent(address) }),
  };
}
