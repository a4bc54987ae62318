/** Finds out which assumed operations a target has, without creating anything. */
import { randomUUID } from 'node:crypto';
import { allOperations, type OperationId, operation } from '../../../openapi/description.ts';
import { buildRequest } from '../../http/message.ts';
import type { Transport } from '../../http/transport.ts';
import { accessOf, isRead, type Target } from '../../target/target.ts';

/** Statuses for a path or method that does not exist. */
const nothingThere = [404, 405, 501];

/** An invalid body, so that nothing is created. */
const brokenBody = '{"broken": ';

/** Whether a server checks the path before it reads the body. */
async function isPathFirst(
  token: string | undefined,
  transport: Transport,
  signal: AbortSignal,
): Promise<boolean> {
  const { status } = await transport.send(
    {
      method: 'POST',
      path: `/v1/${randomUUID()}`,
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: brokenBody,
    },
    signal,
  );
  return nothingThere.includes(status);
}

/** Assumed operations; one that is in neither list was not looked for. */
export interface LookedFor {
  readonly found: readonly OperationId[];
  readonly absent: readonly OperationId[];
}

/**
 * Finds out which of the assumed operations a target has under their configured names. Changes nothing.
 *
 * Skips operations whose path has parameters, because a 404 may be about the parameter. Skips writes if the server
 * rejects a broken body before it checks the path, or if access is read-only.
 */
export async function lookForOperations(
  target: Target,
  transport: Transport,
  signal: AbortSignal,
): Promise<LookedFor> {
  const token = target.credentials.orgToken ?? target.credentials.platformToken;
  const caller = token === undefined ? {} : { token };
  const looksAtPathFirst = accessOf(target) === 'read-write' && (await isPathFirst(token, transport, signal));
  const found: OperationId[] = [];
  const absent: OperationId[] = [];
  for (const { id, path, provenance } of allOperations) {
    if (provenance !== 'assumed' || path.includes('{') || target.absentOperations.includes(id)) continue;
    const reads = isRead(target, id);
    if (!reads && !looksAtPathFirst) continue;
    const input = reads ? {} : { rawBody: brokenBody };
    const own = target.operations?.[id] ?? {};
    // The request of a function is unknown.
    if (typeof own === 'function') continue;
    const { method = operation(id).method, path: bound = path } = own;
    const { status } = await transport.send(buildRequest(id, caller, input, { method, path: bound }), signal);
    (nothingThere.includes(status) ? absent : found).push(id);
  }
  return { found, absent };
}
