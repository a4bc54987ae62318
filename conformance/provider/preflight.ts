/** Before any check: does the target answer, and does it accept the credentials? */
import { allOperations, type OperationId } from '../../openapi/description.ts';
import { ConformanceError } from '../engine/errors.ts';
import { buildRequest } from '../http/message.ts';
import type { Transport } from '../http/transport.ts';
import type { Credentials, Target } from '../target/target.ts';

/** The credentials that the target must accept, with the environment variables that they come from. */
const accepted = {
  platformToken: 'CONFORMANCE_PLATFORM_TOKEN',
  orgToken: 'CONFORMANCE_ORG_TOKEN',
} as const satisfies Partial<Record<keyof Credentials, string>>;

/** The first documented read without parameters. */
function harmlessRead(): OperationId {
  const probe = allOperations.find(
    ({ method, path, provenance }) => method === 'get' && !path.includes('{') && provenance === 'documented',
  );
  if (probe === undefined) throw new Error('The description has no documented read without path parameters.');
  return probe.id;
}

/** Whether the target answers at all, whatever it answers. */
export async function stillAnswers(
  { credentials }: Target,
  transport: Transport,
  signal: AbortSignal,
): Promise<boolean> {
  const token = credentials.platformToken ?? credentials.orgToken;
  try {
    await transport.send(buildRequest(harmlessRead(), token === undefined ? {} : { token }, {}), signal);
    return true;
  } catch (error) {
    if (error instanceof ConformanceError && error.code === 'TARGET_UNREACHABLE') return false;
    throw error;
  }
}

/**
 * Sends the first documented read without parameters with each credential.
 *
 * @throws ConformanceError with code `TARGET_UNREACHABLE` or `CREDENTIALS_REFUSED`.
 */
export async function preflight(target: Target, transport: Transport, signal: AbortSignal): Promise<void> {
  const probe = harmlessRead();
  const credentials = (Object.keys(accepted) as (keyof typeof accepted)[]).filter(
    (name) => target.credentials[name] !== undefined,
  );
  if (credentials.length === 0) {
    throw new ConformanceError(
      'CREDENTIALS_REFUSED',
      `No credential is given: set ${Object.values(accepted).join(' or ')} to a key of the target.`,
    );
  }
  for (const name of credentials) {
    const token = target.credentials[name];
    const request = buildRequest(probe, token === undefined ? {} : { token }, {});
    const { status } = await transport.send(request, signal);
    // 403 would be about permissions, which the checks look into.
    if (status === 401) {
      throw new ConformanceError(
        'CREDENTIALS_REFUSED',
        `${target.baseUrl} answers ${status} to ${request.method} ${request.path} with ${accepted[name]}: ` +
          'check that the key is valid and belongs to this environment.',
      );
    }
  }
}
