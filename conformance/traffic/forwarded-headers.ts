/** The headers that an intermediary hands on: all but those of the connection (RFC 9110, 7.6.1), in their order and spelling. */

/** `Transfer-Encoding` is that of the next connection, too, and so stays. */
const ofTheConnection = ['connection', 'keep-alive', 'proxy-connection', 'te', 'upgrade'];

/** Node.js sends the body of these as one of unknown length unless told. */
const usuallyWithBody = ['POST', 'PUT', 'PATCH'];

/**
 * @param raw names and values in turn
 * @param request of a request: its method, and whom it goes to
 */
export function forwardedHeaders(
  raw: readonly string[],
  request?: { readonly method: string; readonly host: string },
): string[] {
  const pairs = raw.flatMap((name, index) =>
    index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : [],
  );
  const isNamed = (...names: readonly string[]) =>
    pairs.filter(([name]) => names.includes(name.toLowerCase()));
  const listed = isNamed('connection').flatMap(([, value]) => value.toLowerCase().split(/\s*,\s*/));
  const dropped = new Set([...ofTheConnection, ...listed]);
  const kept = pairs.filter(([name]) => !dropped.has(name.toLowerCase()));
  if (request === undefined) return kept.flat();
  const hasNoBody = isNamed('content-length', 'transfer-encoding').length === 0;
  return [
    ...kept.flatMap(([name, value]) => [name, name.toLowerCase() === 'host' ? request.host : value]),
    ...(hasNoBody && usuallyWithBody.includes(request.method) ? ['Content-Length', '0'] : []),
  ];
}
