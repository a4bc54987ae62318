/** The three headers of a delivery, which the document shows with a neutral prefix. */
const names = ['id', 'timestamp', 'signature'] as const;

export type ProviderHeaders = Readonly<Record<(typeof names)[number], string>>;

/**
 * The headers of the delivery provider, whatever their prefix: `hook-`, or another one that all three share
 * (interpretation 307). Section "Webhook authentication".
 *
 * @returns an empty string for each missing header
 */
export function providerHeaders(headers: Readonly<Record<string, string>>): ProviderHeaders {
  const prefixes = Object.keys(headers).flatMap((name) => /^(.*-)signature$/.exec(name)?.[1] ?? []);
  const isComplete = (prefix: string) => names.every((name) => (headers[prefix + name] ?? '') !== '');
  const isNeutral = names.some((name) => `hook-${name}` in headers);
  const prefix = isNeutral ? 'hook-' : (prefixes.find(isComplete) ?? 'hook-');
  const given = (name: string) => headers[prefix + name] ?? '';
  return { id: given('id'), timestamp: given('timestamp'), signature: given('signature') };
}
