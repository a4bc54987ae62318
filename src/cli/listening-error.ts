/** Why a server could not listen, and what to do. */ import { refuse } from '../config/refuse.ts';

/** What the system says when an address cannot be listened on, and the remedy. */
const remedies: Readonly<Record<string, string>> = {
  EADDRINUSE: 'it is in use: stop what uses it, or choose another with --port (0 takes any free one)',
  EACCES: 'this user may not use it: choose one above 1023 with --port',
  EADDRNOTAVAIL: 'this machine does not have that address: choose another with --host',
  ENOTFOUND: 'there is no such host: choose another with --host',
};

function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return ['code' in error ? String(error.code) : '', ...codesOf(error.cause)];
}

/** The error to throw for one of a server that was to listen: with the remedy where it is known, else as it is. */
export function listeningError(cause: unknown, host: string, port: number): unknown {
  const remedy = codesOf(cause)
    .map((code) => remedies[code])
    .find((text) => text !== undefined);
  if (remedy === undefined) return cause;
  return refuse(`The server could not listen on ${host} port ${port}: ${remedy}`, cause);
}
