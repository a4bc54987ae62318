/**
 * Controls: actions that the interface document does not offer over HTTP and the suite needs, such as moving a clock.
 * Each control is one entry of the table below, from which follow its types, its configuration, its capability, its line
 * in the documentation, and the controls of a reference server.
 */
import type { Capability } from '../../openapi/catalogue.ts';
import type { components } from '../../openapi/generated/control-types.ts';
import type { Send } from '../adapter/send.ts';
import { ConformanceError } from '../engine/errors.ts';

/** Sends a request to a control and records it beside the others; without a key unless the request names one. */
export type ControlSend = Send;

/** One delivery in the target's own log. */
export interface LoggedDelivery {
  readonly eventId: string;
  readonly endpointId: string;
  /** `failed`: given up, and marked as failed; after a failed attempt with another to come, it stays `pending`. */
  readonly status: 'pending' | 'delivered' | 'failed';
}

/** Money that comes into a virtual account. */
export interface BankTransfer {
  readonly amount: { readonly amount: number; readonly currency: string };
  /** Reference of the sender's bank. */
  readonly reference?: string;
  readonly description?: string;
  readonly sender?: {
    readonly accountName: string;
    /** Account number or IBAN. */
    readonly accountNumber?: string;
    /** Sort code or BIC. */
    readonly bankCode?: string;
    /** Network of a transfer in USD. */
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

type Values = Readonly<Record<string, unknown>>;
type Schemas = components['schemas'];

interface ControlSpec<Given extends readonly unknown[], Result> {
  readonly does: string;
  /** The capability that this control gives a target; absent if no requirement needs it. */
  readonly capability?: Capability;
  /** Names of its arguments, for the placeholders of a request; `?` marks optional ones. */
  readonly takes: readonly string[];
  /** Those of `takes` that a function gets as the fields of one object. */
  readonly together?: readonly string[];
  /** Names that a response must contain. */
  readonly answers: readonly string[];
  /** Names that each item of `data` must contain. */
  readonly fields?: readonly string[];
  /** @defaultValue each argument under its name; an object argument contributes its fields */
  readonly values?: (...given: Given) => Values;
  readonly result: (answered: Values) => Result;
  /** The request to a reference server (openapi/control.yaml). */
  readonly reference: (send: ControlSend, ...given: Given) => Promise<Result>;
}

const control = <Given extends readonly unknown[], Result>(spec: ControlSpec<Given, Result>) => spec;

const nothing = () => {};
const id = (answered: Values) => String(answered.id);

/**
 * A control that a target rejected with a status other than 2xx. Functions of an adapter throw it if they do not use
 * `send`. The case then continues without the control, or ends, without a finding.
 */
export class ControlRejected extends ConformanceError {
  readonly status: number;

  /**
   * @param control the called control, in words
   * @param answered the status, and the body if it is JSON
   */
  constructor(control: string, { status, json }: { readonly status: number; readonly json?: unknown }) {
    const body = json === undefined ? '' : `: ${JSON.stringify(json)}`;
    super('CONTROL_FAILED', `The control ${control} was rejected with ${status}${body}`);
    this.status = status;
  }
}

type Method = NonNullable<Parameters<ControlSend>[0]['method']>;

async function call<T>(send: ControlSend, method: Method, place: string, body?: unknown): Promise<T> {
  const path = `/_control/${place}`;
  const answered = await send({ method, path, ...(body !== undefined && { body }) });
  const { status, json } = answered;
  if (status < 200 || status > 299) throw new ControlRejected(`${method} ${path}`, answered);
  // The control plane is ours and described by control.yaml; its server is tested against it.
  return json as T;
}

const post = (send: ControlSend, place: string, body?: unknown) => call<void>(send, 'POST', place, body);

const create = async (send: ControlSend, place: string, body: unknown) =>
  (await call<{ id: string }>(send, 'POST', place, body)).id;

async function advance(send: ControlSend, businessId: string, seconds: number): Promise<number> {
  type Reading = Schemas['ClockReading'] | undefined;
  const reading = await call<Reading>(send, 'POST', `clocks/${businessId}/advance`, { seconds });
  return reading?.now ?? Number.NaN;
}

/** Due long after every action of a case. */
const plainFiling = { name: 'Monthly income tax return', countryCode: 'NG', dueDate: '2999-12-31' };

/** Every control. Adding one is adding an entry. */
export const controlTable = {
  /** Moves the clock of a business; returns the new time in Unix seconds, once everything due has happened. */
  advanceClock: control({
    does: 'Advances the clock of a business; responds when everything that is due has happened',
    capability: 'clock',
    takes: ['businessId', 'seconds'],
    answers: ['now'],
    result: ({ now }) => Number(now),
    reference: advance,
  }),
  /**
   * Resolves when everything due for a business has happened, deliveries included. With it, an event that has not arrived
   * was not sent; without it a missing event shows nothing, because delivery is not guaranteed.
   */
  drain: control({
    does: 'Responds when everything that is due for a business has happened, deliveries included',
    capability: 'drain',
    takes: ['businessId'],
    answers: [],
    result: nothing,
    reference: async (send, businessId: string) => {
      await advance(send, businessId, 0);
    },
  }),
  /** Registers a webhook endpoint, for one business or (without businessId) for the platform. */
  registerWebhookEndpoint: control({
    does: 'Registers a webhook endpoint of a business; without a business, of the platform',
    capability: 'webhooks',
    takes: ['url', 'businessId?'],
    together: ['url', 'businessId?'],
    answers: ['id', 'secret'],
    result: (answered) => ({ id: id(answered), secret: String(answered.secret) }),
    reference: (send, endpoint: { readonly url: string; readonly businessId?: string }) =>
      call<Schemas['WebhookEndpoint']>(send, 'POST', 'webhook-endpoints', endpoint),
  }),
  removeWebhookEndpoint: control({
    does: 'Removes a webhook endpoint',
    takes: ['endpointId'],
    answers: [],
    result: nothing,
    reference: (send, endpointId: string) => call<void>(send, 'DELETE', `webhook-endpoints/${endpointId}`),
  }),
  listDeliveries: control({
    does: "Lists the deliveries of an event from the target's own log",
    capability: 'delivery-log',
    takes: ['eventId'],
    answers: ['data'],
    fields: ['eventId', 'endpointId', 'status'],
    // The adapter is responsible for the content of its log.
    result: ({ data }) => data as readonly LoggedDelivery[],
    reference: async (send, eventId: string): Promise<readonly LoggedDelivery[]> => {
      type Page = { data: Schemas['Delivery'][] };
      return (await call<Page>(send, 'GET', `deliveries?eventId=${encodeURIComponent(eventId)}`)).data;
    },
  }),
  /** Confirms every disbursement of a payroll that is processing. */
  settlePayroll: control({
    does: 'Confirms every disbursement of a payroll that is processing',
    capability: 'settle-payroll',
    takes: ['payrollId'],
    answers: [],
    result: nothing,
    reference: (send, payrollId: string) => post(send, `payrolls/${payrollId}/settlement`),
  }),
  /** Settles a transaction that is under way. */
  settleTransaction: control({
    does: 'Settles a transaction in progress',
    capability: 'settle-transaction',
    takes: ['transactionId'],
    answers: [],
    result: nothing,
    reference: async (send, transactionId: string) => {
      // Rejected if the checks have already passed, which is fine.
      await send({ method: 'POST', path: `/_control/transactions/${transactionId}/checks` });
      await post(send, `transactions/${transactionId}/settlement`);
    },
  }),
  /** Fails a transaction that is under way. */
  failTransaction: control({
    does: 'Makes a transaction in progress fail',
    capability: 'fail-transaction',
    takes: ['transactionId', 'message'],
    answers: [],
    result: nothing,
    reference: (send, transactionId: string, message: string) =>
      post(send, `transactions/${transactionId}/failure`, { message }),
  }),
  /** Lets the bank of the recipient return a transaction that succeeded. */
  returnTransaction: control({
    does: 'Makes the bank of the recipient return a transaction that succeeded',
    capability: 'return-transaction',
    takes: ['transactionId', 'message'],
    answers: [],
    result: nothing,
    reference: (send, transactionId: string, message: string) =>
      post(send, `transactions/${transactionId}/return`, { message }),
  }),
  /** Opens a review of a transaction that is initiated and asks for information. */
  raiseRfi: control({
    does: 'Opens a review of an initiated transaction, and requests information',
    capability: 'raise-rfi',
    takes: ['transactionId', 'actionRequired'],
    answers: [],
    result: nothing,
    reference: (send, transactionId: string, actionRequired: string) =>
      post(send, `transactions/${transactionId}/rfi`, { actionRequired }),
  }),
  /** Lets somebody pay into a virtual account by bank transfer; returns the id of the transaction. */
  receiveBankTransfer: control({
    does: 'Pays into a virtual account by bank transfer, and returns the id of the transaction',
    capability: 'receive-bank-transfer',
    takes: ['virtualAccountId', 'amount', 'reference?', 'description?', 'sender?'],
    together: ['amount', 'reference?', 'description?', 'sender?'],
    answers: ['id'],
    result: id,
    reference: (send, virtualAccountId: string, transfer: BankTransfer) =>
      create(send, `virtual-accounts/${virtualAccountId}/deposits`, transfer),
  }),
  completeOffboarding: control({
    does: 'Completes the exit of a person',
    capability: 'complete-offboarding',
    takes: ['personId'],
    answers: [],
    result: nothing,
    reference: (send, personId: string) => post(send, `persons/${personId}/offboarding/completion`),
  }),
  concludeKyc: control({
    does: 'Delivers the result of a verification, in production',
    capability: 'conclude-kyc',
    takes: ['userId', 'type', 'result'],
    answers: [],
    result: nothing,
    reference: (send, userId: string, type: 'identity' | 'address', result: 'approved' | 'rejected') =>
      post(send, `users/${userId}/kyc/result`, { type, result }),
  }),
  /** Decides the verification of a business as its reviewer. */
  reviewKyb: control({
    does: 'Decides the verification of a business, as its reviewer',
    capability: 'review-kyb',
    takes: ['businessId', 'outcome'],
    answers: [],
    result: nothing,
    reference: (
      send,
      businessId: string,
      outcome: 'approved' | 'additional-information-needed' | 'rejected' | 'completed',
    ) => post(send, `businesses/${businessId}/kyb/decision`, { outcome }),
  }),
  restrictDirectDebits: control({
    does: 'Restricts the direct debits of a business',
    capability: 'restrict-external-account',
    takes: ['businessId'],
    answers: [],
    result: nothing,
    reference: (send, businessId: string) =>
      call<void>(send, 'PUT', `businesses/${businessId}/direct-debit-restriction`),
  }),
  liftDirectDebitRestriction: control({
    does: 'Lifts the restriction of the direct debits of a business',
    capability: 'lift-external-account-restriction',
    takes: ['businessId'],
    answers: [],
    result: nothing,
    reference: (send, businessId: string) =>
      call<void>(send, 'DELETE', `businesses/${businessId}/direct-debit-restriction`),
  }),
  /** Makes a filing due, which needs something from the business first if requested; returns its id. */
  createFiling: control({
    does: 'Creates a filing, which may need something from the business first; returns its id',
    capability: 'raise-requirement',
    takes: ['businessId', 'requirements'],
    together: ['requirements'],
    answers: ['id'],
    result: id,
    reference: (send, businessId: string, { requirements }: { readonly requirements: readonly string[] }) =>
      create(send, `businesses/${businessId}/filings`, { ...plainFiling, requirements }),
  }),
  moveFiling: control({
    does: 'Moves a filing to a status',
    capability: 'move-filing',
    takes: ['filingId', 'status'],
    answers: [],
    result: nothing,
    reference: (send, filingId: string, status: string) =>
      post(send, `filings/${filingId}/transition`, { status }),
  }),
  moveRemittance: control({
    does: 'Moves a remittance to a status',
    capability: 'move-remittance',
    takes: ['remittanceId', 'status'],
    answers: [],
    result: nothing,
    reference: (send, remittanceId: string, status: string) =>
      post(send, `remittances/${remittanceId}/transition`, { status }),
  }),
  /** Sets a password for a user. */
  setPassword: control({
    does: 'Sets a password for a user',
    capability: 'set-password',
    takes: ['userId'],
    answers: [],
    result: nothing,
    reference: (send, userId: string) => post(send, `users/${userId}/password`),
  }),
  /** Pays a person at once; returns the id of the payment. */
  payInstantly: control({
    does: 'Pays a person at once, and returns the id of the payment',
    capability: 'pay-instantly',
    takes: ['personId', 'amount'],
    answers: ['id'],
    values: (personId, amount) => ({ personId, amount }),
    result: id,
    reference: (send, personId: string, amount: { readonly amount: number; readonly currency: string }) =>
      create(send, `persons/${personId}/instant-payments`, { amount }),
  }),
  /** Issues a token of a business, or of one of its users. */
  issueToken: control({
    does: 'Issues a token of a business (`org`), or of one of its users (`user`)',
    capability: 'user-token',
    takes: ['type', 'businessId', 'userId?'],
    together: ['type', 'businessId', 'userId?'],
    answers: ['id', 'token'],
    result: (answered) => ({ id: id(answered), token: String(answered.token) }),
    reference: (send, token: TokenRequest): Promise<IssuedToken> =>
      call<Schemas['IssuedToken']>(send, 'POST', 'tokens', token),
  }),
  revokeToken: control({
    does: 'Revokes a token that was issued',
    takes: ['tokenId'],
    answers: [],
    result: nothing,
    reference: (send, tokenId: string) => call<void>(send, 'DELETE', `tokens/${tokenId}`),
  }),
};

export type ControlName = keyof typeof controlTable;

/**
 * The controls of a target. Checks that need a missing control are not exercised. Every control throws a
 * `ConformanceError` with code `CONTROL_FAILED` if the target rejects it.
 */
export type Controls = {
  readonly [Name in ControlName]?: (typeof controlTable)[Name]['reference'];
};

// The keys of a literal.
export const controlNames = Object.keys(controlTable) as ControlName[];

/** Controls whose effect a target may process asynchronously. */
export const doneLater: readonly ControlName[] = [
  'advanceClock',
  'settlePayroll',
  'settleTransaction',
  'failTransaction',
  'returnTransaction',
  'raiseRfi',
  'receiveBankTransfer',
  'completeOffboarding',
  'concludeKyc',
  'reviewKyb',
  'restrictDirectDebits',
  'liftDirectDebitRestriction',
  'createFiling',
  'moveFiling',
  'moveRemittance',
  'setPassword',
  'payInstantly',
];

/** The arguments of a control, by the names of its placeholders in a request. */
export function valuesOf(name: ControlName, given: readonly unknown[]): Values {
  const { takes, values }: { takes: readonly string[]; values?: (...all: never[]) => Values } =
    controlTable[name];
  // The types of each control are checked where it is called.
  if (values !== undefined) return values(...(given as never[]));
  return Object.fromEntries(
    given.flatMap((value, index) =>
      typeof value === 'object' && value !== null
        ? Object.entries(value)
        : [[(takes[index] ?? '').replace('?', ''), value]],
    ),
  );
}

/** The control that gives each capability. */
export const controlOf: ReadonlyMap<string, ControlName> = new Map(
  controlNames.flatMap((name) => {
    const { capability }: { capability?: Capability } = controlTable[name];
    return capability === undefined ? [] : [[capability, name] as const];
  }),
);
