import type { Schemas } from '../../state/schemas.ts';

type Contact = Pick<Schemas['Person'], 'firstName' | 'lastName' | 'email' | 'phoneNumber'>;

/** Name and addresses as every event of a person or a user shows them; an empty string stands for what is not known. */
export function contactOf({ firstName = '', lastName = '', email = '', phoneNumber }: Contact) {
  const { countryCode = '', number = '' } = phoneNumber ?? {};
  return { firstName, lastName, email, phoneNumber: { countryCode, number } };
}
