/** Keys that a function or a command of the configuration issues. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { IssuedKey, KeySource } from '../../conformance/http/expiring-keys.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { refuse } from '../config/refuse.ts';
import { checkHeaderValue, checkSecretLength, type KeyIssuer } from '../config/settings.ts';

const run = promisify(execFile);

const commandTimeoutMillis = 30_000;

/** What the command prints to stderr may be secret, and so may its arguments. */
async function outputOf([program = '', ...rest]: readonly string[], name: string): Promise<unknown> {
  try {
    const running = run(program, rest, { timeout: commandTimeoutMillis });
    running.child.stdin?.end();
    const text = (await running).stdout.trim();
    return text.startsWith('{') ? JSON.parse(text) : text;
  } catch {
    throw refuse(`The command of ${name} (${program}) failed: run it yourself to see why`);
  }
}

async function resultOf(issue: () => unknown, name: string): Promise<unknown> {
  try {
    return await issue();
  } catch (error) {
    const kind = error instanceof Error ? error.name : 'a value';
    throw refuse(`The function of ${name} failed with ${kind}: call it yourself to see why`);
  }
}

/** The time in milliseconds at which a JWT expires by its `exp` (RFC 7519, 4.1.4). */
function expiryOf(token: string): number | undefined {
  const [, payload, signature] = token.split('.');
  if (payload === undefined || signature === undefined) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return isRecord(claims) && typeof claims.exp === 'number' ? claims.exp * 1_000 : undefined;
  } catch {
    return undefined;
  }
}

function keyIn(given: unknown, name: string): IssuedKey {
  const { access_token: value, expires_in: seconds } = isRecord(given)
    ? given
    : { access_token: given, expires_in: undefined };
  if (typeof value !== 'string' || value === '')
    throw refuse(
      `${name} must give the key as a text, or { access_token, expires_in } as a token endpoint does (RFC 6749, 5.1)`,
    );
  checkSecretLength(name, value);
  checkHeaderValue(name, value);
  const expiresAtMillis = typeof seconds === 'number' ? Date.now() + seconds * 1_000 : expiryOf(value);
  return { value, ...(expiresAtMillis !== undefined && { expiresAtMillis }) };
}

/**
 * @param name of the credential, for messages
 * @returns which throws ConformanceError with code `CONFIGURATION_INVALID` that shows nothing of the key
 */
export const keySource =
  (issuer: KeyIssuer, name: string): KeySource =>
  async () =>
    keyIn(
      typeof issuer === 'function' ? await resultOf(issuer, name) : await outputOf(issuer.command, name),
      name,
    );
