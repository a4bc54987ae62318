/** Prism as a target: it returns examples for valid requests, and keeps no state. */
import { probe } from '../http/probe.ts';
import type { Credentials, Target } from './target.ts';

/** Prism only checks that there is a key. */
const anyKey: Credentials = { platformToken: 'any-platform-key', orgToken: 'any-org-key' };

export function prismTarget(
  baseUrl: string,
  options: Pick<Target, 'environment' | 'absentOperations' | 'access'> & {
    readonly credentials?: Credentials;
  },
): Target {
  const { credentials, ...stated } = options;
  return {
    baseUrl,
    kind: 'prism',
    ...stated,
    credentials: { ...anyKey, ...credentials },
    controls: {},
  };
}

const unknownPath = '/conformance-asks-for-a-path-that-nobody-has';
const ownErrors = 'https://stoplight.io/prism/errors#';

/** Whether a server is Prism, which has its own kind of error for an unknown path. */
export async function probePrism(baseUrl: string, signal?: AbortSignal): Promise<boolean> {
  const type = (await probe(baseUrl, unknownPath, signal))?.fields?.type;
  return typeof type === 'string' && type.startsWith(ownErrors);
}
