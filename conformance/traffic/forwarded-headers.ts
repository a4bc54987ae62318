/** The headers that a proxy forwards: all but those of the connection (RFC 9110, 7.6.1), in their order and spelling. */

/** `Transfer-Encoding` also applies to the next connection, so it stays. */
const ofTheConnection = ['connection', 'keep-alive', 'proxy-connection', 'te', 'upgrade'];

/** Node.js sends these with a body of unknown length unless told otherwise. */
const usuallyWithBody = ['POST', 'PUT', 'PATCH'];

/**
 * @param raw alternating names and values
 * @param request for a request: its method, and the host that it is sent to
 */
export function forwardedHeaders(
  raw: readonly string[],
  request?: { readonly method: string; readonly host: string },
): string[] {
  const pairs = Array.from({ length: raw.length / 2 }, (_, index) => {
    const name = raw[2 * index] ?? '';
    return { name, value: raw[2 * index + 1] ?? '', lower: name.toLowerCase() };
  });
  const listed = pairs
    .filter(({ lower }) => lower === 'connection')
    .flatMap(({ value }) => value.toLowerCase().split(/\s*,\s*/));
  const kept = pairs.filter(({ lower }) => !ofTheConnection.includes(lower) && !listed.includes(lower));
  if (request === undefined) return kept.flatMap(({ name, value }) => [name, value]);
  const hasBody = pairs.some(({ lower }) => lower === 'content-length' || lower === 'transfer-encoding');
  return [
    ...kept.flatMap(({ name, value, lower }) => [name, lower === 'host' ? request.host : value]),
    ...(!hasBody && usuallyWithBody.includes(request.method) ? ['Content-Length', '0'] : []),
  ];
}
