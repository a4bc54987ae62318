import type { Schemas } from '../../state/schemas.ts';

/** What a person is called where a name must stand: no part of it is required of a person. */
export function nameOf({ firstName, lastName, businessName, email }: Schemas['Person']): string {
  const full = [firstName, lastName].filter(Boolean).join(' ');
  return full || businessName || email || 'Worker without a name';
}
