import { fieldsOf } from '../../state/fields.ts';
import type { PersonRecord } from '../../state/records/people.ts';
import type { Schemas } from '../../state/schemas.ts';

/**
 * A person as it is read, everywhere in the same way (section "Person"). The salary is "Money, on write": it is kept and
 * not shown.
 */
export function shownPerson({ person }: Pick<PersonRecord, 'person'>): Schemas['Person'] {
  const { compInfo, ...others } = person;
  if (compInfo === undefined) return person;
  return { ...others, compInfo: fieldsOf(compInfo, ['type', 'frequency', 'employmentModel']) };
}
