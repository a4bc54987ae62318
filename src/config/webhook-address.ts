/** Where webhooks of a target arrive, by flags, configuration and environment. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { messageOf } from '../../conformance/engine/errors.ts';
import { webhookSecretVariable } from '../../conformance/target/remedies.ts';
import type { WebhookAddress } from '../../conformance/target/webhook-address.ts';
import { normaliseBaseUrl } from './base-url.ts';
import { addressOf } from './option-values.ts';
import { refuse } from './refuse.ts';
import type { TargetFlags } from './run-flags.ts';
import type { ConformanceConfig } from './schema.ts';
import { given } from './values.ts';

function read(file: string, option: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw refuse(`${option} ${file} cannot be read: ${messageOf(cause)}`, cause);
  }
}

/** @throws ConformanceError with code `CONFIGURATION_INVALID` if one of both is missing or no certificate */
function tlsOf(cert: string | undefined, key: string | undefined): WebhookAddress['tls'] {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined)
    throw refuse('--webhook-cert and --webhook-key belong together: give both');
  const tls = { cert: read(cert, '--webhook-cert'), key: read(key, '--webhook-key') };
  try {
    new X509Certificate(tls.cert);
  } catch (cause) {
    throw refuse(`--webhook-cert ${cert} is no certificate in PEM: ${messageOf(cause)}`, cause);
  }
  return tls;
}

/**
 * @param secret of an endpoint that was registered by hand
 * @returns undefined if webhooks arrive at a free port of this machine
 * @throws ConformanceError with code `CONFIGURATION_INVALID`
 */
export function webhookAddressOf(
  flags: TargetFlags,
  config: ConformanceConfig,
  secret: string | undefined,
): WebhookAddress | undefined {
  const {
    webhookListen: listening,
    webhookUrl: url,
    webhookCert,
    webhookKey,
    webhookRecord: record,
  } = {
    ...config,
    ...flags,
  };
  const tls = tlsOf(webhookCert, webhookKey);
  const listen = listening === undefined ? undefined : addressOf(listening);
  if (listening !== undefined && listen === undefined)
    throw refuse(`webhookListen must be an address and a port, such as 0.0.0.0:4500, and is ${listening}`);
  if (listen === undefined && (url !== undefined || tls !== undefined) && record === undefined)
    throw refuse('Say where the receiver of webhooks listens: add --webhook-listen, such as 0.0.0.0:4500');
  if (listen === undefined && record === undefined) return undefined;
  return given({
    listen,
    url: url === undefined ? undefined : normaliseBaseUrl(url, 'webhookUrl'),
    tls,
    record,
    secret: url !== undefined || record !== undefined ? secret : undefined,
  });
}

/**
 * The address for a target that registers endpoints itself, or for one whose endpoint was registered by hand.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID` if both or neither can be
 */
export function webhookAddressFor(address: WebhookAddress, registers: boolean): WebhookAddress {
  const { secret, ...own } = address;
  if (registers && own.record !== undefined)
    throw refuse(
      '--webhook-record is for an endpoint that was registered by hand: leave out the control registerWebhookEndpoint',
    );
  if (registers || (own.url === undefined && own.record === undefined)) return own;
  if (secret !== undefined) return address;
  throw refuse(
    `The signing secret of the endpoint that was registered by hand is missing: set ${webhookSecretVariable}`,
  );
}
