/** Turns settings into a target: an embedded server, a reference server elsewhere, or any other server. */
import { request } from 'undici';
import { ConformanceError, causeOf } from '../../conformance/engine/errors.ts';
import type { ExpiringKey } from '../../conformance/http/expiring-keys.ts';
import type { Controls } from '../../conformance/target/controls.ts';
import { prismTarget, probePrism } from '../../conformance/target/prism.ts';
import {
  type FoundReferenceServer,
  probeReferenceServer,
  referenceControls,
  referenceControlsWith,
} from '../../conformance/target/reference-controls.ts';
import { controlKeyVariable, secretVariables } from '../../conformance/target/remedies.ts';
import type { Credentials, Opening, OpenTarget, Target } from '../../conformance/target/target.ts';
import type { FaultEntry } from '../config/fault-catalogue.ts';
import type { TargetSettings } from '../config/settings.ts';
import { webhookAddressFor } from '../config/webhook-address.ts';
import { referenceSentinels } from './embedded-target.ts';
import { keySource } from './issued-key.ts';
import { afterWriteOf, resolveControls } from './resolve-controls.ts';

/** A target that another person runs needs no closing. */
const keepOpen = async () => {};

/** That the target has delivered everything does not say that it is in the file. */
const recordedLate = 'another receiver records the webhooks, and may do so later';

const reachTimeoutMillis = 5_000;

/** @throws ConformanceError with code `TARGET_UNREACHABLE` when nothing answers */
async function mustAnswer(baseUrl: string, signal: AbortSignal): Promise<void> {
  try {
    // Unlike fetch, this allows every port.
    const { body } = await request(baseUrl, {
      method: 'HEAD',
      reset: true,
      signal: AbortSignal.any([signal, AbortSignal.timeout(reachTimeoutMillis)]),
    });
    await body.dump();
  } catch (cause) {
    throw new ConformanceError(
      'TARGET_UNREACHABLE',
      `No response from ${baseUrl}: ${causeOf(cause)}: check the address and that the server runs`,
      { cause },
    );
  }
}

/** A run needs credentials, but an unreachable server is reported first. */
async function refuseForLackOfCredentials(baseUrl: string, signal: AbortSignal): Promise<never> {
  await mustAnswer(baseUrl, signal);
  const { platformToken, orgToken } = secretVariables;
  throw new ConformanceError(
    'CONFIGURATION_INVALID',
    `No credential for ${baseUrl}, and without one the survey of it cannot go on: set ${platformToken} to a key that opens ` +
      `businesses, or ${orgToken} to the key of one business; or name other variables in the configuration, as in ` +
      "credentials: { platformToken: { env: 'YOUR_VARIABLE' }, orgToken: { env: 'YOUR_VARIABLE' } }. No flag takes a key",
  );
}

function referenceTarget(
  baseUrl: string,
  { info, withKey }: FoundReferenceServer,
  settings: TargetSettings,
): Target {
  const { credentials, expiringKeys, access, patience, fixtures, data, webhooks } = settings;
  const planeKey = withKey ? settings.planeKey : undefined;
  const stated = settings.environment;
  if (stated !== undefined && stated !== info.environment) {
    throw new ConformanceError(
      'CONFIGURATION_INVALID',
      `${baseUrl} says that it is a ${info.environment} environment, not ${stated}: leave out --environment`,
    );
  }
  const { org, platform } = info.businesses;
  const merged: Credentials = { ...info.keys, foreignTenantKey: org.tenantKey, ...credentials };
  const own = (name: 'orgToken' | 'platformToken') => merged[name] === info.keys[name];
  return {
    baseUrl,
    kind: 'reference',
    environment: info.environment,
    credentials: merged,
    ...(expiringKeys && { expiringKeys }),
    controls: planeKey === undefined ? referenceControls : referenceControlsWith(planeKey),
    clock: 'of each business',
    ...(webhooks && { webhooks: webhookAddressFor(webhooks, true) }),
    ...(planeKey !== undefined && { secrets: { [controlKeyVariable]: planeKey } }),
    // The server knows the ids of the description that it was made with.
    absentOperations: settings.absentOperations,
    ...(patience && { patience }),
    ...(access !== undefined && { access }),
    ...(fixtures && { fixtures }),
    data: { sentinels: referenceSentinels, ...data },
    // The businesses are those of the server's own keys.
    ...(own('orgToken') && { orgBusinessId: org.businessId }),
    ...(own('platformToken') && { platformBusinessId: platform.businessId }),
    ...(info.fault !== undefined && { fault: info.fault }),
  };
}

/** A server of our own, which ends with the run. */
async function openOwn(settings: TargetSettings, fault: FaultEntry | undefined): Promise<OpenTarget> {
  const {
    kind,
    controls,
    absentOperations,
    patience,
    environment = fault?.environment ?? 'sandbox',
  } = settings;
  // It may be written to in any environment.
  const own = { environment, access: settings.access ?? 'read-write', absentOperations } as const;
  // An external target needs no embedded server.
  if (kind === 'prism') {
    const { openPrismTarget } = await import('./prism-target.ts');
    return openPrismTarget(own);
  }
  const { openEmbeddedThread } = await import('./embedded-target.ts');
  return openEmbeddedThread({
    ...own,
    control: controls !== 'none',
    ...(patience && { patience }),
    ...(fault && { fault }),
  });
}

/** Asks for the credentials that a function or a command of the configuration issues. */
async function withIssuedKeys({ issuers = {}, ...settings }: TargetSettings): Promise<TargetSettings> {
  const credentials: Record<string, string> = { ...settings.credentials };
  const expiringKeys: ExpiringKey[] = [];
  for (const name of Object.keys(secretVariables) as (keyof Credentials)[]) {
    const issuer = issuers[name];
    if (issuer === undefined) continue;
    const source = keySource(issuer, `credentials.${name}`);
    const first = await source();
    credentials[name] = first.value;
    // The others are to be rejected, or are never sent as a token.
    if (name === 'platformToken' || name === 'orgToken')
      expiringKeys.push({ variable: secretVariables[name], first, source });
  }
  return { ...settings, credentials, expiringKeys };
}

/** @param controls those of the configuration; undefined if it has none of its own */
async function openAt(
  baseUrl: string,
  settings: TargetSettings,
  own: Controls | undefined,
  signal: AbortSignal,
): Promise<Target> {
  const { kind, credentials, controls, absentOperations, environment = 'sandbox', access } = settings;
  const asksForControl =
    controls !== 'none' && own === undefined && (kind === undefined || kind === 'reference');
  const found = asksForControl ? await probeReferenceServer(baseUrl, signal, settings.planeKey) : undefined;
  if (found !== undefined) return referenceTarget(baseUrl, found, settings);
  if (controls === 'reference' || kind === 'reference') {
    await mustAnswer(baseUrl, signal);
    throw new ConformanceError(
      'CONTROL_FAILED',
      `No control plane answers at ${baseUrl}/_control: start the server with \`conformance serve\`, ` +
        `set ${controlKeyVariable} if it was started with a key, ` +
        'or do not ask for one in the configuration or with --target',
    );
  }
  if (kind === 'prism' || (kind === undefined && (await probePrism(baseUrl, signal)))) {
    const options = { environment, absentOperations, credentials, ...(access !== undefined && { access }) };
    return prismTarget(baseUrl, options);
  }
  if (Object.keys(credentials).length === 0) return refuseForLackOfCredentials(baseUrl, signal);
  const { planeKey: _, issuers: __, afterWrite, webhooks, ...others } = settings;
  return {
    ...others,
    baseUrl,
    kind: 'live',
    environment,
    controls: own ?? {},
    ...(webhooks && { webhooks: webhookAddressFor(webhooks, own?.registerWebhookEndpoint !== undefined) }),
    ...(webhooks?.record !== undefined &&
      own?.drain !== undefined && { unusable: { 'controls.drain': recordedLate } }),
    ...(afterWrite && { afterWrite: afterWriteOf(afterWrite) }),
  };
}

/**
 * How the target of a run is opened, and what is known of it before. Nothing is sent, but modules of controls are loaded.
 *
 * @param fault deliberate fault of the embedded server
 * @returns whose `open` throws ConformanceError with code `CONFIGURATION_INVALID` when something is missing or contradicts
 * the target, `TARGET_UNREACHABLE` when nothing answers, `CONTROL_FAILED` when the control plane that is asked for is not there
 * @throws ConformanceError with code `CONFIGURATION_INVALID`
 */
export async function openingOf(settings: TargetSettings, fault?: FaultEntry): Promise<Opening> {
  const { baseUrl, kind, environment, access, credentials, secrets, controls, words } = settings;
  const own = typeof controls === 'object' ? await resolveControls(controls, words) : undefined;
  return {
    summary: {
      baseUrl: baseUrl ?? 'embedded server',
      kind: kind ?? (baseUrl === undefined ? 'reference' : 'live'),
      environment: environment ?? fault?.environment ?? 'sandbox',
      ...(access !== undefined && { access }),
      capabilities: [],
    },
    credentials,
    ...(secrets && { secrets }),
    open: async (signal) =>
      baseUrl === undefined
        ? openOwn(settings, fault)
        : { target: await openAt(baseUrl, await withIssuedKeys(settings), own, signal), close: keepOpen },
  };
}

/** @throws ConformanceError as `openingOf` and its `open` do */
export const openTarget = async (
  settings: TargetSettings,
  signal: AbortSignal,
  fault?: FaultEntry,
): Promise<OpenTarget> => (await openingOf(settings, fault)).open(signal);
