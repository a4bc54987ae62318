/** Explains why a server could not listen, and gives the remedy. */
import { refuse } from '../config/refuse.ts';

/** Remedies by the system's error code. */
const remedies: Readonly<Record<string, string>> = {
  EADDRINUSE:
    'the port is in use: stop the process that uses it, or choose another port with --port (0 takes any free port)',
  EACCES: 'permission denied: choose a port above 1023 with --port',
  EADDRNOTAVAIL: 'this machine does not have that address: choose another one with --host',
  ENOTFOUND: 'there is no such host: choose another one with --host',
};

function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return ['code' in error ? String(error.code) : '', ...codesOf(error.cause)];
}

/** Adds the remedy to the error of a server that could not listen; an unknown error is returned as it is. */
export function listeningError(cause: unknown, host: string, port: number): unknown {
  const remedy = codesOf(cause)
    .map((code) => remedies[code])
    .find((text) => text !== undefined);
  if (remedy === undefined) return cause;
  return refuse(`Cannot listen on ${host} port ${port}: ${remedy}`, cause);
}
