import { isDeepStrictEqual } from 'node:util';
import type { BusinessState, Outcome } from '../../state/business-state.ts';
import type { BusinessRecord, CustomFieldRecord } from '../../state/records/businesses.ts';
import { invalidBody, notFound } from '../../state/refusal.ts';
import type { Asks } from '../../state/rule.ts';
import type { Schemas } from '../../state/schemas.ts';
import { defined, fieldsOf } from '../../state/values.ts';

/** The businesses that the platform created. */
export interface PlatformState {
  readonly businesses: readonly BusinessRecord[];
}

export interface CreateBusiness {
  readonly businessId: string;
  readonly tenantKey: string;
  /** How its clock starts. */
  readonly clock: Pick<BusinessRecord, 'stoppedAt'>;
  readonly input: Schemas['BusinessInput'];
}

export type NameCustomField = Asks<'customFieldId', Schemas['CustomFieldInput']>;

/** @throws Refusal when a custom field of the business cannot have this name. */
function freeName(
  { customFields }: BusinessState,
  { customFieldId, input: { name } }: NameCustomField,
): string {
  if (name === undefined) throw invalidBody({ name: 'is missing' });
  if (name.trim() === '') throw invalidBody({ name: 'must not be empty' });
  if (customFields.some((field) => field.name === name && field.id !== customFieldId))
    throw invalidBody({ name: 'is the name of another custom field' });
  return name;
}

/** The fields of an update that the description names; other fields of the body are dropped. */
const changeable = ['businessName', 'businessShortName', 'address', 'registrationId'] as const;

/** The fields of the creation body that are stored. */
const kept = [
  ...changeable,
  ...(['adminFirstName', 'adminLastName', 'adminEmail', 'adminPhoneNumber'] as const),
  ...(['country', 'suppressWelcomeEmail'] as const),
] as const;

/** A business as it is read. */
export function businessOf({ id, tenantKey, details = {} }: BusinessRecord): Schemas['Business'] {
  return {
    businessId: id,
    tenantKey,
    ...fieldsOf(details, [...changeable, 'country']),
  };
}

export const customFieldOf = ({ id, name }: CustomFieldRecord): Schemas['CustomField'] => ({ id, name });

export const businessRules = {
  /**
   * Creates a business of the platform, or finds the one that an earlier request with the same idempotencyKey created
   * (section "Businesses and platform"). The scope of a key is the platform; the rest of the body is not compared.
   */
  create(
    state: PlatformState,
    { businessId, tenantKey, clock, input }: CreateBusiness,
  ): Outcome<PlatformState> & { business: BusinessRecord } {
    const { idempotencyKey } = input;
    const existing =
      idempotencyKey === undefined
        ? undefined
        : state.businesses.find((business) => business.idempotencyKey === idempotencyKey);
    if (existing !== undefined) return { state, events: [], business: existing };
    const business = {
      id: businessId,
      tenantKey,
      kind: 'created' as const,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      details: fieldsOf(input, kept),
      ...clock,
    };
    return { state: { businesses: [...state.businesses, business] }, events: [], business };
  },

  /** Announces the basic information when it has changed. */
  updateBasicInfo(state: BusinessState, input: Schemas['BusinessUpdate']): Outcome {
    const { details } = state.business;
    const changed = { ...details, ...fieldsOf(input, changeable) };
    if (isDeepStrictEqual(changed, { ...details })) return { state, events: [] };
    const business = { ...state.business, details: changed };
    const { businessName, businessShortName, address } = changed;
    const data = {
      businessId: business.id,
      ...defined({ businessName, businessShortName, address }),
    };
    return {
      state: { ...state, business },
      events: [{ eventType: 'business.basicinfo.updated', data }],
    };
  },

  /** @throws Refusal when the name is missing or taken. */
  createCustomField(state: BusinessState, command: NameCustomField): Outcome {
    const field: CustomFieldRecord = {
      id: command.customFieldId,
      businessId: state.business.id,
      name: freeName(state, command),
    };
    return { state: { ...state, customFields: [...state.customFields, field] }, events: [] };
  },

  /** @throws Refusal when there is no such field, or the name is missing or taken. */
  renameCustomField(state: BusinessState, command: NameCustomField): Outcome {
    if (!state.customFields.some(({ id }) => id === command.customFieldId)) throw notFound();
    const name = freeName(state, command);
    const customFields = state.customFields.map((field) =>
      field.id === command.customFieldId ? { ...field, name } : field,
    );
    return { state: { ...state, customFields }, events: [] };
  },
};
