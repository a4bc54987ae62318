/** A Prism of our own on the description as the target. */

import { prismTarget } from '../../conformance/target/prism.ts';
import type { OpenTarget, Target } from '../../conformance/target/target.ts';
import bundled from '../../openapi/generated/openapi.json' with { type: 'json' };
import { startMockServer } from '../mock/mock-server.ts';

/** Starts Prism on any free port of the loopback address. */
export async function openPrismTarget(
  options: Pick<Target, 'environment' | 'absentOperations' | 'access'>,
): Promise<OpenTarget> {
  const server = await startMockServer({
    description: bundled,
    port: 0,
    host: '127.0.0.1',
    dynamic: false,
    log: false,
  });
  return { target: prismTarget(server.url, options), close: () => server.close() };
}
