/** Controls of a target that are requests of its own, as its configuration describes them. */
import { ConformanceError } from '../engine/errors.ts';
import type { ControlSend, Controls } from './target.ts';

/** A control as a request. `{name}` stands for an argument of the control wherever it occurs. */
export interface ControlRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the base address. */
  readonly path: string;
  /** A text that is one placeholder takes the argument as it is; a field of an argument that is not given is left out. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Where the results are in the answer: `{ now: 'data.time' }`. What is not named has our name. */
  readonly answer?: Readonly<Record<string, string>>;
}

type Arguments = Readonly<Record<string, unknown>>;

/** What each control is given and answers; `?` marks what may be missing. */
export const controlShapes = {
  advanceClock: { takes: ['businessId', 'seconds'], answers: ['now'] },
  drain: { takes: ['businessId'], answers: [] },
  registerWebhookEndpoint: { takes: ['url', 'businessId?'], answers: ['id', 'secret'] },
  removeWebhookEndpoint: { takes: ['endpointId'], answers: [] },
  listDeliveries: { takes: ['eventId'], answers: ['data'] },
  settlePayroll: { takes: ['payrollId'], answers: [] },
  settleTransaction: { takes: ['transactionId'], answers: [] },
  failTransaction: { takes: ['transactionId', 'message'], answers: [] },
  returnTransaction: { takes: ['transactionId', 'message'], answers: [] },
  raiseRfi: { takes: ['transactionId', 'actionRequired'], answers: [] },
  receiveBankTransfer: {
    takes: ['virtualAccountId', 'amount', 'reference?', 'description?', 'sender?'],
    answers: ['id'],
  },
  completeOffboarding: { takes: ['personId'], answers: [] },
  reviewKyb: { takes: ['businessId', 'outcome'], answers: [] },
  restrictDirectDebits: { takes: ['businessId'], answers: [] },
  liftDirectDebitRestriction: { takes: ['businessId'], answers: [] },
  createFiling: { takes: ['businessId', 'requirements'], answers: ['id'] },
  moveFiling: { takes: ['filingId', 'status'], answers: [] },
  moveRemittance: { takes: ['remittanceId', 'status'], answers: [] },
  setPassword: { takes: ['userId'], answers: [] },
  payInstantly: { takes: ['personId', 'amount'], answers: ['id'] },
  issueToken: { takes: ['type', 'businessId', 'userId?'], answers: ['id', 'token'] },
  revokeToken: { takes: ['tokenId'], answers: [] },
} as const satisfies Record<
  keyof Controls,
  { readonly takes: readonly string[]; readonly answers: readonly string[] }
>;

// The keys of a literal.
export const controlNames = Object.keys(controlShapes) as (keyof Controls)[];

const placeholder = /\{(\w+)\}/g;

/** Leaves out what is bound to an argument that was not given. */
function fill(template: unknown, values: Arguments): unknown {
  if (typeof template === 'string') {
    const [, only] = /^\{(\w+)\}$/.exec(template) ?? [];
    if (only !== undefined) return values[only];
    return template.replace(placeholder, (_, name: string) => String(values[name] ?? ''));
  }
  if (Array.isArray(template)) return template.map((item) => fill(item, values));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).flatMap(([name, child]) => {
      const filled = fill(child, values);
      return filled === undefined ? [] : [[name, filled]];
    }),
  );
}

/** The names of the placeholders anywhere in a template. */
export function placeholdersIn(template: unknown): readonly string[] {
  if (typeof template === 'string') return [...template.matchAll(placeholder)].map(([, name = '']) => name);
  if (typeof template !== 'object' || template === null) return [];
  return Object.values(template).flatMap(placeholdersIn);
}

const at = (value: unknown, place: string): unknown =>
  place
    .split('.')
    .reduce<unknown>(
      (inner, name) =>
        typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
      value,
    );

/** What goes with a refusal, where it is JSON. */
export const inWords = (json: unknown): string => (json === undefined ? '' : `: ${JSON.stringify(json)}`);

/** Anything may stand where an id or a secret was looked for, and would become a text like "null" without a word. */
const isAnswer = (result: string, found: unknown) =>
  result === 'data'
    ? Array.isArray(found)
    : typeof found === 'number' || (typeof found === 'string' && found !== '');

async function pull(
  name: keyof Controls,
  { method, path, body, headers, answer }: ControlRequest,
  send: ControlSend,
  values: Arguments,
): Promise<Arguments> {
  const filled = path.replace(placeholder, (_, argument: string) =>
    encodeURIComponent(String(values[argument] ?? '')),
  );
  const { status, json } = await send({
    method,
    path: filled,
    ...(body !== undefined && { body: fill(body, values) }),
    ...(headers && { headers }),
  });
  const refuse = (why: string) =>
    new ConformanceError('CONTROL_FAILED', `The control ${name}, ${method} ${filled}, ${why}`);
  if (status < 200 || status > 299) throw refuse(`was refused with ${status}${inWords(json)}`);
  return Object.fromEntries(
    controlShapes[name].answers.map((result) => {
      const place = answer?.[result] ?? result;
      const found = at(json, place);
      if (isAnswer(result, found)) return [result, found];
      throw refuse(`did not answer ${place}: set controls.${name}.answer.${result} to where it is`);
    }),
  );
}

/** The controls that are described as requests. */
export function controlsOf(requests: Readonly<Partial<Record<keyof Controls, ControlRequest>>>): Controls {
  const lever = <Result = void>(
    name: keyof Controls,
    toValues: (...given: never[]) => Arguments,
    result: (answered: Arguments) => Result = () => undefined as Result,
  ) => {
    const request = requests[name];
    if (request === undefined) return {};
    return {
      [name]: async (send: ControlSend, ...given: never[]) =>
        result(await pull(name, request, send, toValues(...given))),
    };
  };
  const id = (answered: Arguments) => String(answered.id);
  // Every name is a control and every function has its parameters, in their order.
  return {
    ...lever(
      'advanceClock',
      (businessId, seconds) => ({ businessId, seconds }),
      ({ now }) => Number(now),
    ),
    ...lever('drain', (businessId) => ({ businessId })),
    ...lever(
      'registerWebhookEndpoint',
      (endpoint: Arguments) => endpoint,
      (answered) => ({ id: id(answered), secret: String(answered.secret) }),
    ),
    ...lever('removeWebhookEndpoint', (endpointId) => ({ endpointId })),
    ...lever(
      'listDeliveries',
      (eventId) => ({ eventId }),
      ({ data }) => data,
    ),
    ...lever('settlePayroll', (payrollId) => ({ payrollId })),
    ...lever('settleTransaction', (transactionId) => ({ transactionId })),
    ...lever('failTransaction', (transactionId, message) => ({ transactionId, message })),
    ...lever('returnTransaction', (transactionId, message) => ({ transactionId, message })),
    ...lever('raiseRfi', (transactionId, actionRequired) => ({ transactionId, actionRequired })),
    ...lever(
      'receiveBankTransfer',
      (virtualAccountId, transfer: Arguments) => ({ virtualAccountId, ...transfer }),
      id,
    ),
    ...lever('completeOffboarding', (personId) => ({ personId })),
    ...lever('reviewKyb', (businessId, outcome) => ({ businessId, outcome })),
    ...lever('restrictDirectDebits', (businessId) => ({ businessId })),
    ...lever('liftDirectDebitRestriction', (businessId) => ({ businessId })),
    ...lever('createFiling', (businessId, filing: Arguments) => ({ businessId, ...filing }), id),
    ...lever('moveFiling', (filingId, status) => ({ filingId, status })),
    ...lever('moveRemittance', (remittanceId, status) => ({ remittanceId, status })),
    ...lever('setPassword', (userId) => ({ userId })),
    ...lever('payInstantly', (personId, amount) => ({ personId, amount }), id),
    ...lever(
      'issueToken',
      (token: Arguments) => token,
      (answered) => ({ id: id(answered), token: String(answered.token) }),
    ),
    ...lever('revokeToken', (tokenId) => ({ tokenId })),
  } as Controls;
}
