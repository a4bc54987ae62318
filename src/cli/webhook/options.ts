/** Options of the webhook commands. */
import { Option } from 'commander';
import { messageOf } from '../../../conformance/engine/errors.ts';
import { webhookSecretVariable } from '../../../conformance/target/remedies.ts';
import { sign } from '../../../sdk/webhooks/index.ts';
import { normaliseBaseUrl } from '../../config/base-url.ts';
import { refuse } from '../../config/refuse.ts';

export const defaultReceiver = 'http://localhost:3000/hooks';

/** The address of a receiver, with its path and query. */
export function readReceiverUrl(text: string): string {
  const url = URL.parse(text);
  // The value is not shown, because it may contain a key.
  if (url === null || !/^https?:$/.test(url.protocol))
    throw refuse(`The URL of a receiver must be an http or https address such as ${defaultReceiver}`);
  return url.href;
}

export const baseUrlOption = () =>
  new Option('--base-url <url>', 'address of a running `conformance serve`')
    .argParser((text: string) => normaliseBaseUrl(text))
    .default('http://127.0.0.1:4010');

/**
 * The signing secret, from the option or the environment.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID`, which does not show the secret
 */
export async function readSecret(
  given: string | undefined,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const secret = given ?? variables[webhookSecretVariable];
  if (secret === undefined || secret === '') return undefined;
  try {
    await sign(new Uint8Array(), { id: 'evt', timestamp: 0, secret });
  } catch (cause) {
    throw refuse(messageOf(cause), cause);
  }
  return secret;
}
