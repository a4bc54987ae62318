/** Advice for a server that does not respond. The most common detectable reason is the wrong protocol. */
import { connect } from 'node:tls';

const handshakeMillis = 1_000;

/** The message of OpenSSL if the response is not TLS. */
const isPlain = (error: unknown): boolean => {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    const { code = '' } = each as NodeJS.ErrnoException;
    if (/^(EPROTO$|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST))/.test(code))
      return true;
  }
  return false;
};

/** Whether a port speaks TLS; nothing but the handshake is sent. */
function speaksTls({ hostname, port }: URL, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = connect({ host, port: Number(port || 80), rejectUnauthorized: false });
    const end = (spoke: boolean) => {
      signal.removeEventListener('abort', stop);
      socket.destroy();
      resolve(spoke);
    };
    const stop = () => end(false);
    signal.addEventListener('abort', stop);
    socket.setTimeout(handshakeMillis, stop);
    socket.once('secureConnect', () => end(true)).once('close', stop);
    // An alert is TLS too: the server only wants another handshake.
    socket.on('error', ({ code = '' }: NodeJS.ErrnoException) => end(/ALERT/.test(code)));
  });
}

/** @returns what is wrong with the scheme of an address, in words; undefined if no problem is known */
export async function schemeAdvice(
  baseUrl: string,
  error: unknown,
  signal: AbortSignal,
): Promise<string | undefined> {
  const url = new URL(baseUrl);
  if (url.protocol === 'https:')
    return isPlain(error)
      ? `the port speaks plain HTTP and not TLS: write ${baseUrl.replace('https:', 'http:')}`
      : undefined;
  return (await speaksTls(url, signal))
    ? `the port speaks TLS: write ${baseUrl.replace('http:', 'https:')}`
    : undefined;
}
