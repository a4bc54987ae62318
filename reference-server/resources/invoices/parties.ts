/** Who sends and who pays an invoice, as they were when it was submitted. */

import type { BusinessRecord } from '../../state/records/businesses.ts';
import type { Schemas } from '../../state/schemas.ts';
import { nameOf } from '../persons/name.ts';

type Party = Schemas['InvoiceParty'];

/** An address as the single string that an invoice shows. */
function lineOf({ line1, line2, city, postalCode, state, countryCode }: Schemas['Address']): string {
  return [line1, line2, city, postalCode, state, countryCode].filter(Boolean).join(', ');
}

/** The contractor, by the name of their own business where they have one. */
export function senderOf(person: Schemas['Person']): Party {
  const { businessName, address, email, phoneNumber } = person;
  return {
    name: businessName || nameOf(person),
    address: lineOf(address ?? {}),
    email: email ?? '',
    ...(phoneNumber !== undefined && { phoneNumber }),
  };
}

/** The business as it was created; of one that is there from the start nothing but the tenant key is known. */
export function payerOf({ tenantKey, details = {} }: BusinessRecord): Party {
  const { businessName, address, adminEmail, adminPhoneNumber } = details;
  return {
    name: businessName || tenantKey,
    address: lineOf(address ?? {}),
    email: adminEmail ?? '',
    ...(adminPhoneNumber !== undefined && { phoneNumber: adminPhoneNumber }),
  };
}
