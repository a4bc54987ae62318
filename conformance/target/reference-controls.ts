/** Controls of a reference server with a control plane (openapi/control.yaml). */
import type { components } from '../../openapi/generated/control-types.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { ConformanceError } from '../engine/errors.ts';
import { type Probed, probe } from '../http/probe.ts';
import { type ControlSend, type Controls, controlNames, controlTable } from './controls.ts';
import { controlKeyVariable } from './remedies.ts';
import { controlsOf } from './request-controls.ts';

export type ControlInfo = components['schemas']['ControlInfo'];

const described = controlsOf(
  Object.fromEntries(controlNames.map((name) => [name, controlTable[name].request])),
);

export const referenceControls: Controls = {
  ...described,
  async settleTransaction(send, transactionId) {
    // Rejected if the checks have already passed, which is fine.
    await send({ method: 'POST', path: `/_control/transactions/${transactionId}/checks` });
    await described.settleTransaction?.(send, transactionId);
  },
};

/** The same for a server whose control plane requires a key. */
export function referenceControlsWith(key: string): Controls {
  const authorization = `Bearer ${key}`;
  const entries = Object.entries(referenceControls).map(([name, control]) => [
    name,
    (send: ControlSend, ...given: never[]) =>
      // The first parameter of every control is the send function; the others are passed through.
      (control as (send: ControlSend, ...given: never[]) => unknown)(
        (request) => send({ ...request, headers: { ...request.headers, authorization } }),
        ...given,
      ),
  ]);
  return Object.fromEntries(entries) as Controls;
}

const serverName = 'workforce-conformance-reference';

/** The response may come from another program or another version. */
function isControlInfo(answer: Readonly<Record<string, unknown>>): boolean {
  const { environment, keys, businesses, fault } = answer;
  const isText = (value: unknown) => typeof value === 'string' && value !== '';
  const namesBusiness = (of: unknown) => isRecord(of) && isText(of.businessId);
  return (
    (environment === 'sandbox' || environment === 'production') &&
    isRecord(keys) &&
    Object.values(keys).every(isText) &&
    isRecord(businesses) &&
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

/** A reference server, and whether its control plane required the key. */
export interface FoundReferenceServer {
  readonly info: ControlInfo;
  readonly withKey: boolean;
}

/**
 * Asks a base address whether it is a reference server with its control plane on.
 *
 * @param key sent only to a server that asks for one.
 * @returns the server's description of itself; undefined if it is something else or does not respond.
 * @throws ConformanceError with code `CONFIGURATION_INVALID` if the server requires a key and this is not it.
 * @throws ConformanceError with code `CONTROL_FAILED` if it claims to be one, but does not respond like one
 */
export async function probeReferenceServer(
  baseUrl: string,
  signal?: AbortSignal,
  key?: string,
): Promise<FoundReferenceServer | undefined> {
  let probed = await probe(baseUrl, '/_control', signal);
  const withKey = probed !== undefined && asksForKey(probed);
  if (withKey) {
    if (key === undefined) throw keyProblem(baseUrl, 'requires a key');
    probed = await probe(baseUrl, '/_control', signal, { authorization: `Bearer ${key}` });
    if (probed?.status === 401) throw keyProblem(baseUrl, `rejects the key in ${controlKeyVariable}`);
  }
  const answer = probed?.fields;
  if (answer?.server !== serverName) return undefined;
  // Only the fields checked above are used.
  if (isControlInfo(answer)) return { info: answer as unknown as ControlInfo, withKey };
  throw new ConformanceError(
    'CONTROL_FAILED',
    `${baseUrl}/_control is a reference server, but does not return its keys and businesses: ` +
      'start it with this version of the package, or ignore its control plane with --no-control',
  );
}
