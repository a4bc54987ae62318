import type { BusinessRecord, CustomFieldRecord } from '../../state/records/businesses.ts';
import type { Schemas } from '../../state/schemas.ts';

type Details = NonNullable<BusinessRecord['details']>;

/** The fields of an update that the description names; anything else in the body is dropped. */
export function updateOf(input: Schemas['BusinessUpdate']): Schemas['BusinessUpdate'] {
  const { businessName, businessShortName, address, registrationId } = input;
  return {
    ...(businessName !== undefined && { businessName }),
    ...(businessShortName !== undefined && { businessShortName }),
    ...(address !== undefined && { address }),
    ...(registrationId !== undefined && { registrationId }),
  };
}

/** What is kept of the body that creates a business. */
export function detailsOf(input: Schemas['BusinessInput']): Details {
  const { adminFirstName, adminLastName, adminEmail, adminPhoneNumber, country, suppressWelcomeEmail } =
    input;
  return {
    ...updateOf(input),
    ...(adminFirstName !== undefined && { adminFirstName }),
    ...(adminLastName !== undefined && { adminLastName }),
    ...(adminEmail !== undefined && { adminEmail }),
    ...(adminPhoneNumber !== undefined && { adminPhoneNumber }),
    ...(country !== undefined && { country }),
    ...(suppressWelcomeEmail !== undefined && { suppressWelcomeEmail }),
  };
}

/** A business as it is read. */
export function businessOf({ id, tenantKey, details = {} }: BusinessRecord): Schemas['Business'] {
  const { country } = details;
  return {
    businessId: id,
    tenantKey,
    ...updateOf(details),
    ...(country !== undefined && { country }),
  };
}

export const customFieldOf = ({ id, name }: CustomFieldRecord): Schemas['CustomField'] => ({ id, name });
