/** Before any check: does the target answer, and does it accept the credentials? */
import { allOperations } from '../../openapi/description.ts';
import { buildRequest } from '../http/message.ts';
import type { Transport } from '../http/transport.ts';
import type { Credentials, Target } from '../target/target.ts';
import { ConformanceError } from './errors.ts';

/** The credentials that the target must accept, with the environment variables that they come from. */
const accepted = {
  platformToken: 'CONFORMANCE_PLATFORM_TOKEN',
  orgToken: 'CONFORMANCE_ORG_TOKEN',
} as const satisfies Partial<Record<keyof Credentials, string>>;

/**
 * Sends the first documented read without parameters with each credential.
 *
 * @throws ConformanceError with code `TARGET_UNREACHABLE` or `CREDENTIALS_REFUSED`.
 */
export async function preflight(target: Target, transport: Transport, signal: AbortSignal): Promise<void> {
  const probe = allOperations.find(
    ({ method, path, provenance }) => method === 'get' && !path.includes('{') && provenance === 'documented',
  );
  if (probe === undefined) throw new Error('The description has no documented read without path parameters.');
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
    const request = buildRequest(probe.id, token === undefined ? {} : { token }, {});
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
