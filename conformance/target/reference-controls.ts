/** Controls of a reference server whose control plane (openapi/control.yaml) is switched on. */
import type { components } from '../../openapi/generated/control-types.ts';
import { ConformanceError } from '../engine/errors.ts';
import { isFields, type Probed, probe } from '../http/probe.ts';
import { inWords } from './levers.ts';
import { controlKeyVariable } from './remedies.ts';
import type { ControlSend, Controls } from './target.ts';

type Schemas = components['schemas'];
export type ControlInfo = Schemas['ControlInfo'];

async function call<T>(send: ControlSend, request: Parameters<ControlSend>[0]): Promise<T> {
  const { status, json } = await send(request);
  if (status < 200 || status > 299) {
    throw new ConformanceError(
      'CONTROL_FAILED',
      `The control ${request.method} ${request.path} was refused with ${status}${inWords(json)}`,
    );
  }
  // The control plane is ours and described by control.yaml; its server is tested against it.
  return json as T;
}

async function advance(send: ControlSend, businessId: string, seconds: number): Promise<number> {
  const reading = await call<Schemas['ClockReading'] | undefined>(send, {
    method: 'POST',
    path: `/_control/clocks/${businessId}/advance`,
    body: { seconds },
  });
  return reading?.now ?? Number.NaN;
}

const post = async (send: ControlSend, path: string, body?: unknown) => {
  await call<void>(send, { method: 'POST', path: `/_control/${path}`, ...(body !== undefined && { body }) });
};

const create = async (send: ControlSend, path: string, body: unknown): Promise<string> =>
  (await call<{ id: string }>(send, { method: 'POST', path: `/_control/${path}`, body })).id;

/** Due long after anything that a case does. */
const plainFiling = { name: 'Monthly income tax return', countryCode: 'NG', dueDate: '2999-12-31' };

export const referenceControls: Controls = {
  advanceClock: advance,
  drain: async (send, businessId) => {
    await advance(send, businessId, 0);
  },
  registerWebhookEndpoint: (send, endpoint) =>
    call<Schemas['WebhookEndpoint']>(send, {
      method: 'POST',
      path: '/_control/webhook-endpoints',
      body: endpoint,
    }),
  removeWebhookEndpoint: (send, endpointId) =>
    call<void>(send, { method: 'DELETE', path: `/_control/webhook-endpoints/${endpointId}` }),
  listDeliveries: async (send, eventId) => {
    const path = `/_control/deliveries?eventId=${encodeURIComponent(eventId)}`;
    return (await call<{ data: Schemas['Delivery'][] }>(send, { method: 'GET', path })).data;
  },
  settlePayroll: (send, payrollId) => post(send, `payrolls/${payrollId}/settlement`),
  settleTransaction: async (send, transactionId) => {
    // Refused when the checks have been passed already, which is as good.
    await send({ method: 'POST', path: `/_control/transactions/${transactionId}/checks` });
    await post(send, `transactions/${transactionId}/settlement`);
  },
  failTransaction: (send, transactionId, message) =>
    post(send, `transactions/${transactionId}/failure`, { message }),
  returnTransaction: (send, transactionId, message) =>
    post(send, `transactions/${transactionId}/return`, { message }),
  raiseRfi: (send, transactionId, actionRequired) =>
    post(send, `transactions/${transactionId}/rfi`, { actionRequired }),
  receiveBankTransfer: (send, virtualAccountId, transfer) =>
    create(send, `virtual-accounts/${virtualAccountId}/deposits`, transfer),
  completeOffboarding: (send, personId) => post(send, `persons/${personId}/offboarding/completion`),
  reviewKyb: (send, businessId, outcome) => post(send, `businesses/${businessId}/kyb/decision`, { outcome }),
  restrictDirectDebits: (send, businessId) =>
    call<void>(send, {
      method: 'PUT',
      path: `/_control/businesses/${businessId}/direct-debit-restriction`,
    }),
  liftDirectDebitRestriction: (send, businessId) =>
    call<void>(send, {
      method: 'DELETE',
      path: `/_control/businesses/${businessId}/direct-debit-restriction`,
    }),
  createFiling: (send, businessId, { requirements }) =>
    create(send, `businesses/${businessId}/filings`, { ...plainFiling, requirements }),
  moveFiling: (send, filingId, status) => post(send, `filings/${filingId}/transition`, { status }),
  moveRemittance: (send, remittanceId, status) =>
    post(send, `remittances/${remittanceId}/transition`, { status }),
  setPassword: (send, userId) => post(send, `users/${userId}/password`),
  payInstantly: (send, personId, amount) => create(send, `persons/${personId}/instant-payments`, { amount }),
  issueToken: (send, token) =>
    call<Schemas['IssuedToken']>(send, { method: 'POST', path: '/_control/tokens', body: token }),
  revokeToken: (send, tokenId) => call<void>(send, { method: 'DELETE', path: `/_control/tokens/${tokenId}` }),
};

/** The same for a server whose control plane asks for a key. */
export function referenceControlsWith(key: string): Controls {
  const authorization = `Bearer ${key}`;
  const entries = Object.entries(referenceControls).map(([name, lever]) => [
    name,
    (send: ControlSend, ...given: never[]) =>
      // Every lever takes how to send first, and what follows is handed on.
      (lever as (send: ControlSend, ...given: never[]) => unknown)(
        (request) => send({ ...request, headers: { ...request.headers, authorization } }),
        ...given,
      ),
  ]);
  return Object.fromEntries(entries) as Controls;
}

const serverName = 'workforce-conformance-reference';

/** Whoever claims to be the server may be another program, or another version. */
function isControlInfo(answer: Readonly<Record<string, unknown>>): boolean {
  const { environment, keys, businesses, fault } = answer;
  const isText = (value: unknown) => typeof value === 'string' && value !== '';
  const namesBusiness = (of: unknown) => isFields(of) && isText(of.businessId);
  return (
    (environment === 'sandbox' || environment === 'production') &&
    isFields(keys) &&
    Object.values(keys).every(isText) &&
    isFields(businesses) &&
    namesBusiness(businesses.org) &&
    namesBusiness(businesses.platform) &&
    (fault === undefined || isText(fault))
  );
}

const asksForKey = ({ status, headers }: Probed) =>
  status === 401 && /realm="control plane"/.test(headers['www-authenticate'] ?? '');

const keyProblem = (baseUrl: string, problem: string) =>
  new ConformanceError(
    'CONFIGURATION_INVALID',
    `The control plane at ${baseUrl} ${problem}: set ${controlKeyVariable} to the one that the server was started ` +
      'with, or leave the control plane alone with --no-control',
  );

/** A reference server, and whether its control plane wanted the key. */
export interface FoundReferenceServer {
  readonly info: ControlInfo;
  readonly withKey: boolean;
}

/**
 * Asks a base address whether it is a reference server with its control plane on.
 *
 * @param key sent only to a server that asks for one.
 * @returns what the server says of itself, or undefined when it is something else or does not answer.
 * @throws ConformanceError with code `CONFIGURATION_INVALID` when the server asks for a key and this is not it.
 * @throws ConformanceError with code `CONTROL_FAILED` when it says that it is one, and not what one says
 */
export async function probeReferenceServer(
  baseUrl: string,
  signal?: AbortSignal,
  key?: string,
): Promise<FoundReferenceServer | undefined> {
  let probed = await probe(baseUrl, '/_control', signal);
  const withKey = probed !== undefined && asksForKey(probed);
  if (withKey) {
    if (key === undefined) throw keyProblem(baseUrl, 'asks for a key');
    probed = await probe(baseUrl, '/_control', signal, { authorization: `Bearer ${key}` });
    if (probed?.status === 401) throw keyProblem(baseUrl, `refuses the key in ${controlKeyVariable}`);
  }
  const answer = probed?.fields;
  if (answer?.server !== serverName) return undefined;
  // What was looked at above is all that is used.
  if (isControlInfo(answer)) return { info: answer as unknown as ControlInfo, withKey };
  throw new ConformanceError(
    'CONTROL_FAILED',
    `${baseUrl}/_control says that it is a reference server, and not which keys and businesses it has: ` +
      'start it with this version of the package, or leave its control plane alone with --no-control',
  );
}
