/** Turns settings into a target: an embedded server, a reference server elsewhere, or any other server. */
import { request } from 'undici';
import { ConformanceError, causeOf } from '../../conformance/engine/errors.ts';
import type { Opening, OpenTarget } from '../../conformance/target/opening.ts';
import { prismTarget, probePrism } from '../../conformance/target/prism.ts';
import {
  type FoundReferenceServer,
  probeReferenceServer,
  referenceControls,
  referenceControlsWith,
} from '../../conformance/target/reference-controls.ts';
import { controlKeyVariable, secretVariables } from '../../conformance/target/remedies.ts';
import type { Credentials, Target } from '../../conformance/target/target.ts';
import type { FaultEntry } from '../config/fault-catalogue.ts';
import type { TargetSettings } from '../config/settings.ts';
import { referenceSentinels } from './reference-sentinels.ts';
import { afterWriteOf, resolveControls } from './resolve-controls.ts';

/** A target that another person runs needs no closing. */
const keepOpen = async () => {};

const reachTimeoutMillis = 5_000;

/** A run needs credentials, but an unreachable server is reported first. */
async function refuseForLackOfCredentials(baseUrl: string, signal: AbortSignal): Promise<never> {
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
  const { platformToken, orgToken } = secretVariables;
  throw new ConformanceError(
    'CONFIGURATION_INVALID',
    `No credential for ${baseUrl}: set ${platformToken} or ${orgToken} to a key of it, ` +
      'or name other variables in the configuration file',
  );
}

function referenceTarget(
  baseUrl: string,
  { info, withKey }: FoundReferenceServer,
  settings: TargetSettings,
): Target {
  const { credentials, access, patience, fixtures, data } = settings;
  const controlKey = withKey ? settings.controlKey : undefined;
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
    controls: controlKey === undefined ? referenceControls : referenceControlsWith(controlKey),
    clock: 'of each business',
    ...(controlKey !== undefined && { secrets: { [controlKeyVariable]: controlKey } }),
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

/**
 * @param fault deliberate fault of the embedded server
 * @throws ConformanceError with code `CONFIGURATION_INVALID` when something is missing or contradicts the target,
 * `TARGET_UNREACHABLE` when nothing answers, `CONTROL_FAILED` when the control plane that is asked for is not there
 */
export async function openTarget(
  settings: TargetSettings,
  signal: AbortSignal,
  fault?: FaultEntry,
): Promise<OpenTarget> {
  const { kind, baseUrl, credentials, controls, absentOperations, environment = 'sandbox' } = settings;
  const { secrets = {}, access, patience, fixtures, data } = settings;
  if (baseUrl === undefined) {
    // A server that ends with the run may be written to, in any environment.
    const own = { environment, access: access ?? 'read-write' } as const;
    // An external target needs no embedded server.
    if (kind === 'prism') {
      const { openPrismTarget } = await import('./prism-target.ts');
      return openPrismTarget({ ...own, absentOperations });
    }
    const { openEmbeddedThread } = await import('./embedded-target.ts');
    return openEmbeddedThread({
      ...own,
      environment: settings.environment ?? fault?.environment ?? environment,
      control: controls !== 'none',
      ...(patience && { patience }),
      absentOperations,
      ...(fault && { fault }),
    });
  }
  const own = typeof controls === 'object' ? await resolveControls(controls, settings.words) : undefined;
  const asksForControl =
    controls !== 'none' && own === undefined && (kind === undefined || kind === 'reference');
  const found = asksForControl ? await probeReferenceServer(baseUrl, signal, settings.controlKey) : undefined;
  if (found !== undefined) return { target: referenceTarget(baseUrl, found, settings), close: keepOpen };
  if (controls === 'reference' || kind === 'reference') {
    throw new ConformanceError(
      'CONTROL_FAILED',
      `No control plane answers at ${baseUrl}/_control: start the server with \`conformance serve\`, ` +
        `set ${controlKeyVariable} if it was started with a key, ` +
        'or do not ask for one in the configuration or with --target',
    );
  }
  if (kind === 'prism' || (kind === undefined && (await probePrism(baseUrl, signal)))) {
    const options = { environment, absentOperations, credentials, ...(access !== undefined && { access }) };
    return { target: prismTarget(baseUrl, options), close: keepOpen };
  }
  if (Object.keys(credentials).length === 0) return refuseForLackOfCredentials(baseUrl, signal);
  return {
    target: {
      baseUrl,
      kind: 'live',
      environment,
      credentials,
      controls: own ?? {},
      absentOperations,
      secrets,
      ...(patience && { patience }),
      ...(access !== undefined && { access }),
      ...(fixtures && { fixtures }),
      ...(data && { data }),
      ...(settings.operations && { operations: settings.operations }),
      ...(settings.words && { words: settings.words }),
      ...(settings.afterWrite && { afterWrite: afterWriteOf(settings.afterWrite) }),
      ...(settings.controlsKey && { controlKey: settings.controlsKey }),
      ...(settings.controlBaseUrl !== undefined && { controlBaseUrl: settings.controlBaseUrl }),
      ...(settings.businesses?.org !== undefined && { orgBusinessId: settings.businesses.org }),
      ...(settings.businesses?.platform !== undefined && {
        platformBusinessId: settings.businesses.platform,
      }),
    },
    close: keepOpen,
  };
}

/** How the target of a run is opened, and what is known of it before. */
export function openingOf(settings: TargetSettings, fault?: FaultEntry): Opening {
  const { baseUrl, kind, environment, access, credentials, secrets } = settings;
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
    open: (signal) => openTarget(settings, signal, fault),
  };
}
