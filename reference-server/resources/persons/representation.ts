import type { PersonRecord } from '../../state/records/people.ts';
import type { Schemas } from '../../state/schemas.ts';
import { fieldsOf } from '../../state/values.ts';

/**
 * A person as it is read, everywhere in the same way (section "Person"). The salary is "Money, on write": it is kept and
 * not shown.
 */
export function shownPerson({ person }: Pick<PersonRecord, 'person'>): Schemas['Person'] {
  const { compInfo, ...others } = person;
  if (compInfo === undefined) return person;
  return { ...others, compInfo: fieldsOf(compInfo, ['type', 'frequency', 'employmentModel']) };
}

/** The name to show for a person, whose name parts are all optional. */
export function nameOf({ firstName, lastName, businessName, email }: Schemas['Person']): string {
  const full = [firstName, lastName].filter(Boolean).join(' ');
  return full || businessName || email || 'Worker without a name';
}

type Contact = Pick<Schemas['Person'], 'firstName' | 'lastName' | 'email' | 'phoneNumber'>;

/** Name and addresses as every event of a person or a user shows them; unknown fields are empty strings. */
export function contactOf({ firstName = '', lastName = '', email = '', phoneNumber }: Contact) {
  const { countryCode = '', number = '' } = phoneNumber ?? {};
  return { firstName, lastName, email, phoneNumber: { countryCode, number } };
}
