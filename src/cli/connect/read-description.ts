/** Reads the target's own OpenAPI description: from a file, an address, or one of the usual paths of a server. */
import { request } from 'undici';
import { ConformanceError, causeOf } from '../../../conformance/engine/errors.ts';
import type { Transport } from '../../../conformance/http/transport.ts';
import { readForeignFile, refuseSize } from '../../config/foreign-file.ts';
import { refuse } from '../../config/refuse.ts';
import { parseText } from '../config-file.ts';

export interface ReadDescription {
  readonly document: unknown;
  /** The file or address, for messages. */
  readonly name: string;
}

const mostBytes = 20_000_000;
const timeoutMillis = 10_000;

const isAddress = (from: string) => /^https?:\/\//i.test(from);

async function fetchText(address: string): Promise<string> {
  const remedy = 'give a file or an address with --from';
  const { origin, pathname } = new URL(address);
  // The query may contain a key.
  const shown = `${origin}${pathname}`;
  let response: Awaited<ReturnType<typeof request>>;
  try {
    response = await request(address, { headersTimeout: timeoutMillis, bodyTimeout: timeoutMillis });
  } catch (cause) {
    throw refuse(`${shown}: cannot be read: ${causeOf(cause)}: ${remedy}`, cause);
  }
  const { statusCode, body } = response;
  if (statusCode !== 200) {
    await body.dump();
    throw refuse(`${shown}: cannot be read: the server responded with ${statusCode}: ${remedy}`);
  }
  let text = '';
  for await (const part of body.setEncoding('utf8')) {
    text += part;
    if (text.length > mostBytes) throw refuseSize(shown, mostBytes);
  }
  return text;
}

const readText = (file: string) =>
  readForeignFile(
    file,
    (reason) => `${file}: cannot be read: ${reason}: give a file or an address with --from`,
  );

/** @throws ConformanceError with code `CONFIGURATION_INVALID` that explains the problem with the file or address */
export async function readDescription(from: string): Promise<ReadDescription> {
  if (!isAddress(from)) return { document: await parseText(readText(from), from), name: from };
  if (URL.parse(from) === null) throw refuse(`"${from}" is not a URL: give a file or an address with --from`);
  const text = await fetchText(from);
  const { origin, pathname } = new URL(from);
  const name = `${origin}${pathname}`;
  // An address need not end in .json.
  return { document: await parseText(text, text.trimStart().startsWith('{') ? 'it.json' : name), name };
}

/** Paths where servers and frameworks serve their description. */
const usualPlaces = [
  '/openapi.json',
  '/openapi.yaml',
  '/openapi.yml',
  '/v1/openapi.json',
  '/v1/openapi.yaml',
  '/api/openapi.json',
  '/docs/openapi.json',
  '/api-docs',
  '/v3/api-docs',
  '/api-json',
  '/swagger.json',
  '/swagger/v1/swagger.json',
  '/.well-known/openapi.json',
];

/**
 * Looks in the usual places of a target.
 *
 * @param token for servers that protect their description
 * @returns undefined if there is none
 */
export async function findDescription(
  transport: Transport,
  token: string | undefined,
  signal: AbortSignal,
): Promise<ReadDescription | undefined> {
  for (const path of usualPlaces) {
    const headers = {
      accept: 'application/json, application/yaml',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    const { status, text } = await transport.send({ method: 'GET', path, headers }, signal);
    if (status !== 200 || !/["']?openapi["']?\s*:\s*["']?3\./.test(text)) continue;
    try {
      return {
        document: await parseText(text, text.trimStart().startsWith('{') ? 'it.json' : 'it.yaml'),
        name: path,
      };
    } catch (error) {
      if (text.trimStart().startsWith('{') && error instanceof ConformanceError && error.cause === undefined)
        throw error;
      // A page that only looks like one.
    }
  }
  return undefined;
}
