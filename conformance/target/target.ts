/** A target: a base address, an environment, credentials and controls. */
import type { Capability } from '../../openapi/catalogue.ts';
import { type OperationId, operation } from '../../openapi/description.ts';
import type { Access, Environment, TargetKind, TargetSummary } from '../engine/events.ts';
import type { Patience } from '../engine/scenario.ts';
import type { Bindings } from '../http/bindings.ts';
import type { FixtureKind, Fixtures } from './fixtures.ts';

/** Keys that the suite may use. Their values never reach an event or a report. */
export interface Credentials {
  /** Creates businesses and acts for each of them. */
  readonly platformToken?: string;
  /** Acts for one business, which is not of the platform. */
  readonly orgToken?: string;
  /** A key of the other environment, which this one must refuse. */
  readonly otherEnvironmentToken?: string;
  /** Key with which external tokens of the custom authentication are signed (HS256). */
  readonly jwtSecret?: string;
}

/** Sends a request to a control and records it beside the others; paths are relative to the base address. */
export type ControlSend = (request: {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}) => Promise<{ readonly status: number; readonly json: unknown }>;

/** One delivery as the target's own log has it. */
export interface LoggedDelivery {
  readonly eventId: string;
  readonly endpointId: string;
  /** `failed`: given up, and marked as failed; an attempt that failed with another to come leaves it `pending`. */
  readonly status: 'pending' | 'delivered' | 'failed';
}

/**
 * Levers that the interface document does not offer over HTTP. Each one that a target lacks makes what needs it
 * not exercised. Every lever throws a `ConformanceError` with code `CONTROL_FAILED` when the target refuses.
 */
export interface Controls {
  /** Moves the clock of a business; answers the new time in Unix seconds. */
  readonly advanceClock?: (send: ControlSend, businessId: string, seconds: number) => Promise<number>;
  /**
   * Answers once everything that is due for a business has happened, deliveries included. With it, an event that has
   * not arrived was not sent; without it nothing can be said, because delivery is not guaranteed.
   */
  readonly drain?: (send: ControlSend, businessId: string) => Promise<void>;
  /** Registers a webhook endpoint, for one business or (without businessId) for the platform. */
  readonly registerWebhookEndpoint?: (
    send: ControlSend,
    endpoint: { readonly url: string; readonly businessId?: string },
  ) => Promise<{ readonly id: string; readonly secret: string }>;
  readonly removeWebhookEndpoint?: (send: ControlSend, endpointId: string) => Promise<void>;
  readonly listDeliveries?: (send: ControlSend, eventId: string) => Promise<readonly LoggedDelivery[]>;
  /** Confirms every disbursement of a payroll that is processing. */
  readonly settlePayroll?: (send: ControlSend, payrollId: string) => Promise<void>;
  /** Lets a transaction that is under way arrive. */
  readonly settleTransaction?: (send: ControlSend, transactionId: string) => Promise<void>;
  /** Lets a transaction that is under way fail. */
  readonly failTransaction?: (send: ControlSend, transactionId: string, message: string) => Promise<void>;
  /** Lets the bank of the recipient return a transaction that succeeded. */
  readonly returnTransaction?: (send: ControlSend, transactionId: string, message: string) => Promise<void>;
  /** Opens a review of a transaction that is initiated and asks for information. */
  readonly raiseRfi?: (send: ControlSend, transactionId: string, actionRequired: string) => Promise<void>;
  /** Lets somebody pay into a virtual account by bank transfer; answers the id of the transaction. */
  readonly receiveBankTransfer?: (
    send: ControlSend,
    virtualAccountId: string,
    transfer: BankTransfer,
  ) => Promise<string>;
  readonly completeOffboarding?: (send: ControlSend, personId: string) => Promise<void>;
  /** Decides the verification of a business, as its reviewer. */
  readonly reviewKyb?: (
    send: ControlSend,
    businessId: string,
    outcome: 'approved' | 'additional-information-needed' | 'rejected' | 'completed',
  ) => Promise<void>;
  readonly restrictDirectDebits?: (send: ControlSend, businessId: string) => Promise<void>;
  readonly liftDirectDebitRestriction?: (send: ControlSend, businessId: string) => Promise<void>;
  /** Makes a filing due that needs something from the business first, if so asked; answers its id. */
  readonly createFiling?: (
    send: ControlSend,
    businessId: string,
    filing: { readonly requirements: readonly string[] },
  ) => Promise<string>;
  readonly moveFiling?: (send: ControlSend, filingId: string, status: string) => Promise<void>;
  readonly moveRemittance?: (send: ControlSend, remittanceId: string, status: string) => Promise<void>;
  /** Lets a user set a password. */
  readonly setPassword?: (send: ControlSend, userId: string) => Promise<void>;
  /** Pays a person at once; answers the id of the payment. */
  readonly payInstantly?: (
    send: ControlSend,
    personId: string,
    amount: { readonly amount: number; readonly currency: string },
  ) => Promise<string>;
  /** Issues a token of a business, or of one of its users. */
  readonly issueToken?: (send: ControlSend, token: TokenRequest) => Promise<IssuedToken>;
  readonly revokeToken?: (send: ControlSend, tokenId: string) => Promise<void>;
}

/** Money that comes into a virtual account. */
export interface BankTransfer {
  readonly amount: { readonly amount: number; readonly currency: string };
  /** Reference of the sender's bank. */
  readonly reference?: string;
  readonly description?: string;
  readonly sender?: {
    readonly accountName: string;
    /** Or the IBAN. */
    readonly accountNumber?: string;
    /** Sort code or BIC. */
    readonly bankCode?: string;
    /** Of a transfer in USD. */
    readonly network?: 'ach' | 'wire' | 'swift';
  };
}

export type TokenRequest =
  | { readonly type: 'org'; readonly businessId: string }
  | { readonly type: 'user'; readonly businessId: string; readonly userId: string };

export interface IssuedToken {
  readonly id: string;
  readonly token: string;
}

export interface Target {
  /** Base address without a trailing slash, such as `http://127.0.0.1:4010`. */
  readonly baseUrl: string;
  readonly kind: TargetKind;
  readonly environment: Environment;
  readonly credentials: Credentials;
  readonly controls: Controls;
  /** Assumed operations that the target does not offer. */
  readonly absentOperations: readonly OperationId[];
  /** What the target calls what the interface document leaves open. */
  readonly bindings?: Bindings;
  /** Business that the org token is for, when it is known; clocks and endpoints need it. */
  readonly orgBusinessId?: string;
  /** Default business of the platform token, when it is known. */
  readonly platformBusinessId?: string;
  /** @defaultValue `read-only` in production, where writes move money, else `read-write` */
  readonly access?: Access;
  /** @defaultValue `defaultPatience` */
  readonly patience?: Patience;
  /** What exists there already. */
  readonly fixtures?: Fixtures;
  /** Further secrets, by the name that is shown in their place. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Id of the deliberate fault of an embedded server. */
  readonly fault?: string;
}

export function accessOf({ access, environment }: Target): Access {
  return access ?? (environment === 'production' ? 'read-only' : 'read-write');
}

/** Whether an operation only reads, under the name that the target has for it too. */
export function isRead({ bindings }: Target, id: OperationId): boolean {
  const { method } = operation(id);
  return method === 'get' && (bindings?.[id]?.method ?? 'GET') === 'GET';
}

/** Whether the suite may send an operation to a target. */
export const isPermitted = (target: Target, id: OperationId): boolean =>
  accessOf(target) === 'read-write' || isRead(target, id);

/** Operations that the document does not describe and that some requirements cannot be exercised without. */
const assumedOperations = {
  'create-person': 'createPerson',
  'create-payroll': 'createPayroll',
  'approve-payroll': 'approvePayroll',
  'list-payslips': 'listPayslips',
  'list-wallets': 'listWallets',
  'read-contract': 'readContract',
  'sign-contract': 'signContract',
  'read-business': 'readBusiness',
  'update-business-basic-info': 'updateBusinessBasicInfo',
  'create-custom-field': 'createCustomField',
  'list-custom-fields': 'listCustomFields',
  'submit-kyb': 'submitKyb',
  'read-kyb': 'readKyb',
  'update-person': 'updatePerson',
  'schedule-offboarding': 'scheduleOffboarding',
  'cancel-offboarding': 'cancelOffboarding',
  'reinstate-person': 'reinstatePerson',
  'update-user': 'updateUser',
  'delete-sandbox-user': 'deleteSandboxUser',
  'upload-file': 'uploadFile',
  'create-user-token': 'createUserToken',
  'create-payout': 'createPayout',
  'list-invoices': 'listInvoices',
  'submit-contractor-invoice': 'submitContractorInvoice',
  'record-invoice-payment': 'recordInvoicePayment',
  'list-reimbursements': 'listReimbursements',
  'read-reimbursement': 'readReimbursement',
  'calculate-tax': 'calculateTax',
  'list-supported-locations': 'listSupportedLocations',
  'list-required-tax-fields': 'listRequiredTaxFields',
  'create-virtual-account': 'createVirtualAccount',
  'list-virtual-accounts': 'listVirtualAccounts',
  'link-external-account': 'linkExternalAccount',
  'list-external-accounts': 'listExternalAccounts',
  'verify-external-account': 'verifyExternalAccount',
  'remove-external-account': 'removeExternalAccount',
  'list-filings': 'listFilings',
  'read-filing': 'readFiling',
  'list-remittances': 'listRemittances',
  'list-requirements': 'listRequirements',
  'satisfy-requirement': 'satisfyRequirement',
  'list-transactions': 'listTransactions',
  'read-transaction': 'readTransaction',
  'answer-rfi': 'answerRfi',
} as const satisfies Partial<Record<Capability, OperationId>>;

/**
 * Documented operations of which the document does not show the body or the parameters. What is sent there is in our
 * own words, which only a reference server is sure to understand.
 */
const ownWords = {
  'invite-user': 'inviteUser',
  'update-personal-info': 'updatePersonalInfo',
  'update-tax-profile': 'updateTaxProfile',
  'renew-kyc': 'renewKyc',
  'review-invoice': 'reviewInvoice',
  'create-reimbursement': 'createReimbursement',
  'review-reimbursement': 'reviewReimbursement',
  'cursor-parameters': 'listBeneficiaries',
  'payout-parameters': 'listPayouts',
  'user-status-toggle': 'listUsers',
} as const satisfies Partial<Record<Capability, OperationId>>;

/** Operations of which a target may have words of its own. */
export const operationsInOwnWords: readonly OperationId[] = Object.values(ownWords);

type OperationCapability = keyof typeof assumedOperations | keyof typeof ownWords;

/** The control that gives each capability. */
const leverOf = {
  'user-token': 'issueToken',
  clock: 'advanceClock',
  drain: 'drain',
  'settle-payroll': 'settlePayroll',
  webhooks: 'registerWebhookEndpoint',
  'delivery-log': 'listDeliveries',
  'settle-transaction': 'settleTransaction',
  'fail-transaction': 'failTransaction',
  'return-transaction': 'returnTransaction',
  'raise-rfi': 'raiseRfi',
  'receive-bank-transfer': 'receiveBankTransfer',
  'complete-offboarding': 'completeOffboarding',
  'review-kyb': 'reviewKyb',
  'restrict-external-account': 'restrictDirectDebits',
  'lift-external-account-restriction': 'liftDirectDebitRestriction',
  'move-filing': 'moveFiling',
  'move-remittance': 'moveRemittance',
  'raise-requirement': 'createFiling',
} as const satisfies Partial<Record<Capability, keyof Controls>>;

/** The credential that gives each capability. */
const credentialOf = {
  'platform-token': 'platformToken',
  'org-token': 'orgToken',
  'other-environment-token': 'otherEnvironmentToken',
  'external-jwt': 'jwtSecret',
} as const satisfies Partial<Record<Capability, keyof Credentials>>;

/** Resources of which no documented list shows the ids: an assumed one may, or the configuration. */
const knownBy = {
  'known-invoice': { kind: 'invoices', listedBy: 'listInvoices' },
  // Listed users need not have asked to be verified, which is what their ids are for.
  'known-user': { kind: 'users' },
} as const satisfies Partial<Record<Capability, { kind: FixtureKind; listedBy?: OperationId }>>;

/** Where a capability comes from. */
export type CapabilitySource =
  | { readonly type: 'credential'; readonly name: keyof Credentials }
  | { readonly type: 'environment' }
  | { readonly type: 'control'; readonly name: keyof Controls }
  | { readonly type: 'fixture'; readonly kind: FixtureKind; readonly listedBy?: OperationId }
  /** `inOwnWords`: the operation is documented, what is sent to it is not. */
  | { readonly type: 'operation'; readonly id: OperationId; readonly inOwnWords: boolean };

const entriesOf = <Key extends string, Value>(record: Readonly<Record<Key, Value>>) =>
  // The tables are literals, which have no other keys.
  Object.entries(record) as [Key, Value][];

const sources: Record<
  OperationCapability | keyof typeof leverOf | keyof typeof credentialOf | keyof typeof knownBy | 'sandbox',
  CapabilitySource
> = {
  ...fromEntries(credentialOf, (name) => ({ type: 'credential', name })),
  sandbox: { type: 'environment' },
  ...fromEntries(leverOf, (name) => ({ type: 'control', name })),
  ...fromEntries(knownBy, (known) => ({ type: 'fixture', ...known })),
  ...fromEntries(assumedOperations, (id) => ({ type: 'operation', id, inOwnWords: false })),
  ...fromEntries(ownWords, (id) => ({ type: 'operation', id, inOwnWords: true })),
};

function fromEntries<Key extends string, Value>(
  record: Readonly<Record<Key, Value>>,
  toSource: (value: Value) => CapabilitySource,
): Record<Key, CapabilitySource> {
  const entries = entriesOf(record).map(([capability, value]) => [capability, toSource(value)]);
  return Object.fromEntries(entries) as Record<Key, CapabilitySource>;
}

/** @returns undefined for a capability of another suite */
export const sourceOf = (capability: string): CapabilitySource | undefined =>
  Object.entries(sources).find(([name]) => name === capability)?.[1];

function isOffered(target: Target, source: CapabilitySource): boolean {
  switch (source.type) {
    case 'credential':
      return target.credentials[source.name] !== undefined;
    case 'environment':
      return target.environment === 'sandbox';
    case 'control':
      return accessOf(target) === 'read-write' && target.controls[source.name] !== undefined;
    case 'fixture': {
      const { kind, listedBy } = source;
      const isNamed = (target.fixtures?.[kind] ?? []).length > 0;
      return isNamed || (listedBy !== undefined && !target.absentOperations.includes(listedBy));
    }
    case 'operation': {
      const { id, inOwnWords } = source;
      const understood = !inOwnWords || target.kind !== 'live' || target.bindings?.[id] !== undefined;
      return understood && !target.absentOperations.includes(id) && isPermitted(target, id);
    }
  }
  return source satisfies never;
}

/** What a target offers, in the words of `needs` in the requirement catalogue. */
export function capabilitiesOf(target: Target): readonly Capability[] {
  return entriesOf(sources).flatMap(([capability, source]) =>
    isOffered(target, source) ? [capability] : [],
  );
}

export function summarise(target: Target): TargetSummary {
  return {
    baseUrl: target.baseUrl,
    kind: target.kind,
    environment: target.environment,
    access: accessOf(target),
    capabilities: capabilitiesOf(target),
    ...(target.fault !== undefined && { fault: target.fault }),
  };
}
