/**
 * Controls: actions that the interface document does not offer over HTTP and the suite needs, such as moving a clock.
 * Each is one entry under `x-controls` in openapi/control.yaml, from which follow its types, its configuration, its
 * capability, its trial, its line in the documentation, and the request to a reference server.
 */
import type { Capability } from '../../openapi/catalogue.ts';
import type { OperationId, Schema } from '../../openapi/description.ts';
import { type ControlArguments, controls } from '../../openapi/generated/controls.ts';
import { isRecord } from '../../openapi/is-record.ts';
import type { Fields } from '../adapter/names.ts';
import type { Key, Send } from '../adapter/send.ts';
import { ConformanceError } from '../engine/errors.ts';
import { CaseEnded } from '../engine/outcome.ts';

/** Sends a request to a control and records it beside the others; without a key unless the request names one. */
export type ControlSend = Send;

/** The words for the status of a logged delivery. */
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;

/** One delivery in the target's own log. */
export interface LoggedDelivery {
  readonly eventId: string;
  readonly endpointId: string;
  /** `failed`: given up, and marked as failed; after a failed attempt with another to come, it stays `pending`. */
  readonly status: (typeof deliveryStatuses)[number];
}

/** Money that comes into a virtual account. */
export type BankTransfer = ControlArguments['receiveBankTransfer'][1];

export type TokenRequest =
  | { readonly type: 'org'; readonly businessId: string }
  | { readonly type: 'user'; readonly businessId: string; readonly userId: string };

export interface IssuedToken {
  readonly id: string;
  readonly token: string;
}

export type ControlName = keyof typeof controls;

/**
 * A control as a request. `{name}` stands for an argument of the control wherever it occurs, `{name.field}` for a field of an
 * argument or of the record with this id, `{businessId}` and `{tenantKey}` for the business of the call.
 */
export interface ControlRequest {
  /** @defaultValue `POST` */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the base address. */
  readonly path: string;
  /** A text that is a single placeholder becomes the argument itself; a field with an absent argument is left out. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | { readonly env: string }>>;
  readonly key?: Key;
  /**
   * Places of the results in the response: `{ now: 'data.time' }`; `@location` is the id in that header. Unnamed results
   * have our names.
   */
  readonly answer?: Readonly<Record<string, string>>;
}

/** What the suite knows of a control. */
export interface ControlEntry {
  /** In words. */
  readonly does: string;
  /** The capability that this control gives a target; absent if no requirement needs it. */
  readonly capability?: Capability;
  /** Names of its arguments, for the placeholders of a request; `?` marks optional ones. */
  readonly takes: readonly string[];
  /** Type and words of each argument. */
  readonly schemas: Readonly<Record<string, Schema>>;
  /** Those of `takes` that a function gets as the fields of one object. */
  readonly together: readonly string[];
  /** Names that a response must contain. */
  readonly answers: readonly string[];
  /** Names that each item of `data` must contain. */
  readonly fields?: readonly string[];
  /** `later`: a target may process it asynchronously. */
  readonly effect: 'now' | 'later';
  /** The record that it acts on; that of a business is always there. */
  readonly belongsTo: string;
  /** How it is tried before the run; `in-the-run`: not at all, because it needs a record in a later state. */
  readonly tried:
    | 'in-the-run'
    | 'returns'
    | 'function'
    | { readonly seenIn: OperationId }
    | { readonly brings: string };
  /** Arguments of the trial that are no ids. */
  readonly triedWith: Readonly<Record<string, unknown>>;
  /** The request to a reference server. */
  readonly request: ControlRequest;
}

/** Every control. */
export const controlTable: Readonly<Record<ControlName, ControlEntry>> = controls;

/** The line of a webhook endpoint that was registered by hand, which takes the place of the control. */
export const byHand = 'webhookUrl';

// The keys of a literal.
export const controlNames = Object.keys(controlTable) as ControlName[];

/** The results that are more than an id. */
interface Results {
  /** The new time in Unix seconds. */
  readonly advanceClock: number;
  readonly registerWebhookEndpoint: { readonly id: string; readonly secret: string };
  readonly listDeliveries: readonly LoggedDelivery[];
  readonly issueToken: IssuedToken;
}

type Result<Name extends ControlName> = Name extends keyof Results
  ? Promise<Results[Name]>
  : (typeof controls)[Name]['answers'] extends readonly ['id']
    ? Promise<string>
    : Promise<void>;

/** What a function may return: an id alone, or under its name. */
type Returned<Name extends ControlName> =
  Result<Name> extends Promise<string> ? Promise<string | { readonly id: string }> : Result<Name>;

/** The description of the control plane does not show that only the token of a user names one. */
type Given<Name extends ControlName> = Name extends 'issueToken'
  ? [request: TokenRequest]
  : ControlArguments[Name];

/** The business that a call of a control is about, and what the case knows of its records. */
export interface AboutCall {
  readonly businessId: string | undefined;
  readonly tenantKey: string | undefined;
  /** The fields that the suite sent and the target returned for a record of the case, in our names. Empty if there are none. */
  readonly fieldsOf: (id: string) => Fields;
}

/**
 * The controls of a target. Checks that need a missing control are not exercised. Every control throws a
 * `ConformanceError` with code `CONTROL_FAILED` if the target rejects it.
 */
export type Controls = {
  readonly [Name in keyof ControlArguments]?: (
    send: ControlSend,
    ...given: [...Given<Name>, about: AboutCall]
  ) => Returned<Name>;
};

/** A control as a check calls it. */
export type CalledControl<Name extends ControlName> = (
  send: ControlSend,
  ...given: Given<Name>
) => Result<Name>;

/**
 * A control that a target rejected with a status other than 2xx. Functions of an adapter throw it, because `send` returns a
 * rejected response like any other. The case then continues without the control, or ends, without a finding.
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

/**
 * Ignores an error that means that the target rejected a control.
 *
 * @throws any other error
 */
export function ignoreRefusal(error: unknown): void {
  const isRefused = error instanceof ConformanceError && error.code === 'CONTROL_FAILED';
  if (!isRefused && !(error instanceof CaseEnded)) throw error;
}

type Values = Readonly<Record<string, unknown>>;

/** The arguments of a control, and the business of its call, by the names of their placeholders in a request. */
export function valuesOf(name: ControlName, given: readonly unknown[]): Values {
  const { takes, together } = controlTable[name];
  const alone = takes.filter((argument) => !together.includes(argument));
  const named = alone.map((argument, index) => [argument, given[index]] as const);
  // Arguments that are given together come last, in one object.
  const inOne = together.length > 0 ? Object(given[alone.length]) : {};
  const { businessId, tenantKey } = aboutOf(name, given) ?? {};
  const isOwn = takes.some((argument) => argument.replace('?', '') === 'businessId');
  return { ...(!isOwn && { businessId }), tenantKey, ...Object.fromEntries(named), ...inOne };
}

/** What a call of a control is about, which follows its arguments; absent if the suite did not say. */
export function aboutOf(name: ControlName, given: readonly unknown[]): AboutCall | undefined {
  const { takes, together } = controlTable[name];
  // The suite gives it.
  return given[takes.length - together.length + (together.length > 0 ? 1 : 0)] as AboutCall | undefined;
}

/** What a result is, by its name. */
const formOf = (result: string) => (result === 'data' ? 'list' : result === 'now' ? 'number' : 'text');

/** A returned value as the suite uses it: a target may have numbers as ids, or a time as text. */
function converted(result: string, value: unknown): unknown {
  const form = formOf(result);
  if (form === 'list') return value;
  return form === 'number' ? Number(value) : String(value);
}

/** What a control returns of a response: nothing, the one value that it names, or an object of several. */
export function resultOf(name: ControlName, answered: Values): unknown {
  const results = controlTable[name].answers.map((result) => [result, converted(result, answered[result])]);
  return results.length > 1 ? Object.fromEntries(results) : results[0]?.[1];
}

/** Says of what form a wrong result is; the value itself may contain a secret. */
function wrongForm(result: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return `no ${result}`;
  if (!isRecord(value)) return `a ${Array.isArray(value) ? 'list' : typeof value} as ${result}`;
  const names = Object.keys(value);
  return `${names.length === 0 ? 'an empty object' : `an object of ${names.join(', ')}`} as ${result}`;
}

/**
 * The result of a control's function, by the table: nothing, the only result, or an object of several. An only result may
 * be returned in an object, under its name.
 *
 * @param reason of a wrong result, if it is known, for the message
 * @throws ConformanceError with code `CONTROL_FAILED` for a result that has to be a text and is none; other results are
 * judged where they are used
 */
export function returnedBy(name: ControlName, returned: unknown, reason?: string): unknown {
  const { answers } = controlTable[name];
  const [only = ''] = answers;
  const isNamed = answers.length > 1 || (isRecord(returned) && only in returned);
  const results: Values = isNamed ? Object(returned) : { [only]: returned };
  for (const result of answers) {
    const value = results[result];
    if (formOf(result) !== 'text' || (typeof value === 'string' && value !== '')) continue;
    const remedy =
      answers.length > 1 ? `return { ${answers.join(', ')} }, each as text` : 'return it as text';
    throw new ConformanceError(
      'CONTROL_FAILED',
      `controls.${name} returned ${wrongForm(result, value)}${reason ?? `: ${remedy}`}`,
    );
  }
  return answers.length > 1 ? returned : results[only];
}

/** The control that gives each capability. */
export const controlOf: ReadonlyMap<string, ControlName> = new Map(
  controlNames.flatMap((name) => {
    const { capability } = controlTable[name];
    return capability === undefined ? [] : [[capability, name] as const];
  }),
);
