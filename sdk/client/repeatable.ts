/** Requests that are safe to repeat. */
import type { paths } from '../../openapi/generated/types.ts';

type BodyOf<Operation> = Operation extends {
  requestBody?: { content: { 'application/json': infer Body } };
}
  ? Body
  : unknown;

/** A path whose POST takes an idempotency key. */
type PathWithKey = {
  [Path in keyof paths]: 'idempotencyKey' extends keyof BodyOf<paths[Path]['post']> ? Path : never;
}[keyof paths];

const pathsWithKey: Readonly<Record<PathWithKey, true>> = { '/v1/platform/businesses': true };

/** RFC 9110, section 9.2.2. */
const idempotentMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

function hasKey(body: ArrayBuffer | undefined): boolean {
  try {
    const { idempotencyKey } = JSON.parse(new TextDecoder().decode(body));
    return typeof idempotencyKey === 'string' && idempotencyKey !== '';
  } catch {
    return false;
  }
}

export function isRepeatable({ method, url }: Request, body: ArrayBuffer | undefined): boolean {
  if (idempotentMethods.has(method)) return true;
  const { pathname } = new URL(url);
  return (
    method === 'POST' && Object.keys(pathsWithKey).some((path) => pathname.endsWith(path)) && hasKey(body)
  );
}
