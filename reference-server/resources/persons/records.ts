import type { Schemas } from '../../schemas.ts';

/** The exit of a person who leaves: planned while it is pending, past when it is completed. */
export interface PersonExit {
  readonly status: 'pending' | 'completed';
  readonly exitDate: string;
  /** Empty when none was given. */
  readonly reason: string;
}

export interface PersonRecord {
  readonly id: string;
  readonly businessId: string;
  /** As it was written; see `shownPerson` for what is read. */
  readonly person: Schemas['Person'];
  /** Absent for a person who is active without an exit in sight. */
  readonly exit?: PersonExit;
  readonly personalInfo?: Schemas['PersonalInfo'];
  readonly taxProfile?: Schemas['TaxProfile'];
}

export interface NamesPerson {
  readonly personId: string;
}
