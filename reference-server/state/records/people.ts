import type { Schemas } from '../schemas.ts';
import type { Owned } from './businesses.ts';

/** The exit of a person who leaves: planned while it is pending, past when it is completed. */
export interface PersonExit {
  readonly status: 'pending' | 'completed';
  readonly exitDate: string;
  /** Empty when none was given. */
  readonly reason: string;
}

export interface PersonRecord extends Owned {
  /** As it was written; `shownPerson` returns it as it is read. */
  readonly person: Schemas['Person'];
  /** Absent for a person who is active without an exit in sight. */
  readonly exit?: PersonExit;
  readonly personalInfo?: Schemas['PersonalInfo'];
  readonly taxProfile?: Schemas['TaxProfile'];
}

export interface NamesPerson {
  readonly personId: string;
}

export interface UserRecord extends Owned {
  /** With its status, which a list shows only when asked. */
  readonly user: Schemas['User'];
}

export type KycComponentName = Schemas['KycComponentName'];

/** One component of a verification; before its first submission there is none. */
export type KycComponentState =
  | {
      readonly status: 'processing';
      /** Unix seconds at which it becomes pending, in the sandbox, where nothing else would end it. */
      readonly pendingAt?: number;
    }
  | { readonly status: 'pending' | 'approved' }
  | { readonly status: 'rejected'; readonly reason?: string };

/** The stages of an expiring document, in order. */
export const documentStages = ['valid', 'about-to-expire', 'in-grace-period', 'expired'] as const;
export type DocumentStage = (typeof documentStages)[number];

/** The identity document on file. */
export interface KycDocument {
  readonly details: Schemas['KycIdDetails'];
  /** The last stage that has been announced, so that each one is announced once. */
  readonly stage: DocumentStage;
}

/** The verification of a user; its id is the user's. */
export interface KycRecord extends Owned {
  readonly identity?: KycComponentState;
  readonly address?: KycComponentState;
  readonly document?: KycDocument;
  /** The other submitted fields. */
  readonly details: Omit<Schemas['KycSubmission'], 'idDetails'>;
}

type Listed = Required<Schemas['Contract']>;

/** A contract with everything that its creation and its reads show. */
export type StoredContract = Listed & Pick<Schemas['ContractCreated'], 'subject' | 'title'>;

export interface ContractRecord extends Owned {
  readonly contract: StoredContract;
}

/** The record of an uploaded file. Its content is not kept, because no operation returns it. */
export interface FileRecord extends Owned {
  readonly file: Schemas['UploadedFile'];
}
