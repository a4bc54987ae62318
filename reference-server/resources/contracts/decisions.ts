/** The single questions that the contract rules ask, each with the document's answer. */
import type { Schemas } from '../../state/schemas.ts';
import { templatesOf } from './templates.ts';

type Signature = Schemas['ContractSignature'];

/** Who is to sign a contract. */
export type Signer = Pick<Signature, 'name' | 'emailAddress' | 'order'>;

export const contractDecisions = {
  /** Interpretation 107: every business has the same templates, with ids of its own. */
  templates: templatesOf,

  /** Interpretation 105: a contract has no sender but the one who is named. */
  sender: ({ sender }: Schemas['ContractInput']): Schemas['ContractInput']['sender'] => sender,

  /** "Ordered admin first then worker." */
  signers: (admin: Omit<Signer, 'order'>, worker: Omit<Signer, 'order'>): readonly Signer[] => [
    { ...admin, order: 0 },
    { ...worker, order: 1 },
  ],

  /** "0-based signing order": whether a signature has to wait for another one. */
  waits: (given: Signature, signatures: readonly Signature[]): boolean =>
    signatures.some(({ order, status }) => order < given.order && status !== 'signed'),

  /** The words for none and all are the document's, the one between is ours: it shows no other. */
  status(signatures: readonly Signature[]): string {
    const next = signatures.find(({ status }) => status !== 'signed');
    if (next === undefined) return 'completed';
    return next.order === 0 ? 'awaiting business signature' : 'awaiting worker signature';
  },
};

export type ContractDecisions = typeof contractDecisions;
