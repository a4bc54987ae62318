import type { Schemas } from '../../schemas.ts';

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

/** Where a document is on its way out, in this order. */
export const documentStages = ['valid', 'about-to-expire', 'in-grace-period', 'expired'] as const;
export type DocumentStage = (typeof documentStages)[number];

/** The identity document on file. */
export interface KycDocument {
  readonly details: Schemas['KycIdDetails'];
  /** The last stage that has been announced, so that each one is announced once. */
  readonly stage: DocumentStage;
}

/** The verification of a user; its id is the user's. */
export interface KycRecord {
  readonly id: string;
  readonly businessId: string;
  readonly identity?: KycComponentState;
  readonly address?: KycComponentState;
  readonly document?: KycDocument;
  /** What else was submitted. */
  readonly details: Omit<Schemas['KycSubmission'], 'idDetails'>;
}
