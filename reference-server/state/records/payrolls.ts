import type { Schemas } from '../schemas.ts';
import type { Owned } from './businesses.ts';

export type PayEntry = Required<Schemas['PayrollEntry']>;

/** The amounts that result from one gross pay, all in one currency. */
export interface PayAmounts {
  readonly gross: number;
  /** The amount that the worker gets. */
  readonly net: number;
  readonly tax: number;
  readonly pension: number;
  readonly statutoryDeductions: number;
  readonly employerContributions: number;
}

/** An entry with its calculation, as it was when the payroll was saved. */
export interface PayLine extends PayEntry {
  /** Country of the person; absent when it is not known. */
  readonly countryCode?: string;
  readonly amounts: PayAmounts;
}

/** The amounts that follow from the entries. */
export type PayrollTotals = Pick<
  Schemas['Payroll'],
  'debit' | 'gross' | 'net' | 'tax' | 'pension' | 'statutoryDeductions' | 'employerContributions'
>;

/** The terms that saving fixes: who is paid, how much and when. */
export interface PayrollTerms {
  readonly payrollDate: string;
  readonly payPeriod: Schemas['PayPeriod'];
  readonly lines: readonly PayLine[];
  /** Sum of the custom fee line items that name an amount of the payroll's currency. */
  readonly fee: number;
  readonly totals: PayrollTotals;
  /** Stored and never read: the document shows no place where they come back. */
  readonly extras: Pick<Schemas['PayrollSave'], 'fxValidUntil' | 'feeLineItems' | 'customData'>;
}

interface PayrollIdentity extends Owned {
  readonly workerType: Schemas['Payroll']['workerType'];
  readonly type: string;
}

/** A payroll that was created and never saved. */
export interface DraftPayroll extends PayrollIdentity {
  readonly status: 'draft';
}

/** A payroll that has entered the state machine of the document. */
export interface SavedPayroll extends PayrollIdentity {
  readonly status: 'saved' | 'approved' | 'awaiting-funds' | 'scheduled' | 'processing' | 'completed';
  readonly terms: PayrollTerms;
  /** Position among the approvals of the business, from 1: waiting payrolls are funded in this order. */
  readonly approvalNumber?: number;
}

export type PayrollRecord = DraftPayroll | SavedPayroll;
export type PayrollStatus = PayrollRecord['status'];

type Filing = Schemas['Filing'];
type Remittance = Schemas['Remittance'];
type Requirement = Schemas['ComplianceRequirement'];

export interface FilingRecord extends Owned {
  /** `requirementIds` are those that are not satisfied yet. */
  readonly filing: Filing &
    Required<Pick<Filing, 'id' | 'status' | 'name' | 'dueDate' | 'requirementIds' | 'createdTimestamp'>>;
}

export interface RemittanceRecord extends Owned {
  readonly remittance: Remittance & Required<Pick<Remittance, 'id' | 'status' | 'amount'>>;
  /** Unix seconds at which it goes on by itself; absent at its end. */
  readonly movesAt?: number;
}

export interface RequirementRecord extends Owned {
  readonly requirement: Requirement &
    Required<Pick<Requirement, 'id' | 'status' | 'description' | 'resourceType' | 'resourceId'>>;
  /** The evidence that satisfied it; stored and never read. */
  readonly satisfaction?: Schemas['ComplianceRequirementSatisfaction'];
}

export type FilingState = Schemas['FilingState'];
export type RemittanceState = Schemas['RemittanceState'];

export interface InvoiceRecord extends Owned {
  /** The contractor who submitted it. */
  readonly personId: string;
  readonly invoice: Schemas['Invoice'];
  /** Decision of the review; absent before it. */
  readonly review?: 'approved' | 'rejected';
  /** Stored and never read: the document shows no place where it comes back. */
  readonly payment?: Schemas['InvoicePaymentInput'];
}

type Reimbursement = Schemas['Reimbursement'];
type Always =
  | 'id'
  | 'personId'
  | 'status'
  | 'sourceAmount'
  | 'amount'
  | 'createdTimestamp'
  | 'lastUpdatedTimestamp';

/** A reimbursement as a caller sees it, with the fields that each one has. */
export type StoredReimbursement = Omit<Reimbursement, 'status'> &
  Required<Pick<Reimbursement, Always>> & {
    readonly status: 'submitted' | 'approved' | 'rejected' | 'paid';
  };

export interface ReimbursementRecord extends Owned {
  readonly reimbursement: StoredReimbursement;
  /** The transaction that pays it, while it is approved and afterwards. */
  readonly transactionId?: string;
}
