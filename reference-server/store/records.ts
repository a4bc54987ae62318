/** What the server remembers, one type per collection. Shapes that callers see come from the description. */
import type { components as controlComponents } from '../../openapi/generated/control-types.ts';
import type { components } from '../../openapi/generated/types.ts';

export type Schemas = components['schemas'];
export type ControlSchemas = controlComponents['schemas'];
export type Money = Schemas['Money'];

export interface BusinessRecord {
  readonly id: string;
  readonly tenantKey: string;
  /** The platform's own first business, one that the platform created, or the one of the org token. */
  readonly kind: 'primary' | 'created' | 'independent';
  readonly idempotencyKey?: string;
  /** Unix seconds at which its clock stands; absent while the clock flows with the system's time. */
  readonly stoppedAt?: number;
}

export interface PersonRecord {
  readonly id: string;
  readonly businessId: string;
  readonly person: Schemas['Person'];
}

export interface WalletRecord {
  readonly id: string;
  readonly businessId: string;
  readonly balance: Money;
}

export type PayEntry = Required<Schemas['PayrollEntry']>;

/** The amounts that follow from the entries. */
export type PayrollTotals = Pick<
  Schemas['Payroll'],
  'debit' | 'gross' | 'net' | 'tax' | 'pension' | 'statutoryDeductions' | 'employerContributions'
>;

/** What saving fixes: whom the payroll pays, how much and when. */
export interface PayrollTerms {
  readonly payrollDate: string;
  readonly payPeriod: Schemas['PayPeriod'];
  readonly entries: readonly PayEntry[];
  readonly totals: PayrollTotals;
  /** Stored and never read: the document shows no place where they come back. */
  readonly extras: Pick<Schemas['PayrollSave'], 'fxValidUntil' | 'feeLineItems' | 'customData'>;
}

interface PayrollIdentity {
  readonly id: string;
  readonly businessId: string;
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
  /** Unix seconds at which the disbursements of a processing payroll are confirmed. */
  readonly settlesAt?: number;
}

export type PayrollRecord = DraftPayroll | SavedPayroll;
export type PayrollStatus = PayrollRecord['status'];

type EventOf<Envelope extends { eventType: string; data: { tenantKey: string } }> = {
  readonly eventType: Envelope['eventType'];
  readonly data: Omit<Envelope['data'], 'tenantKey'>;
};

/** Something that happened; the envelope and the tenant key are added when it is sent. */
export type DomainEvent =
  | EventOf<Schemas['PayrollCreatedEvent']>
  | EventOf<Schemas['PayrollStatusUpdatedEvent']>;

export type EndpointRecord = ControlSchemas['WebhookEndpoint'];
type LoggedDelivery = ControlSchemas['Delivery'];
export type DeliveryAttempt = LoggedDelivery['attempts'][number];

/** One event on its way to one endpoint. */
export interface DeliveryRecord extends LoggedDelivery {
  readonly id: string;
  readonly event: DomainEvent;
  /** The exact body of the first attempt, which every retry repeats; absent before it. */
  readonly body?: string;
}

export interface Records {
  businesses: BusinessRecord;
  persons: PersonRecord;
  wallets: WalletRecord;
  payrolls: PayrollRecord;
  endpoints: EndpointRecord;
  deliveries: DeliveryRecord;
}
export type Collection = keyof Records;

/** Fields that a store keeps an index of. */
export const indexedFields: { readonly [C in Collection]: readonly (keyof Records[C])[] } = {
  businesses: ['tenantKey'],
  persons: ['businessId'],
  wallets: ['businessId'],
  payrolls: ['businessId'],
  endpoints: [],
  deliveries: ['businessId', 'status'],
};
