/** The request that an operation of a target sends, in words. */
import { type OperationId, operation } from '../../openapi/description.ts';
import type { Target } from '../target/target.ts';
import type { ApiResponse } from './response.ts';

/** Such as `POST /v1/payrolls/{payrollId}/approve`; of a function, the method and path that it has sent. */
export function routeOf({ operations = {} }: Target, id: OperationId, { sent }: ApiResponse): string {
  const own = operations[id];
  if (typeof own === 'function')
    return sent === undefined ? 'what it sends' : `${sent.method} ${sent.path.split('?')[0]}`;
  const { method = operation(id).method, path = operation(id).path } = own ?? {};
  return `${method.toUpperCase()} ${path}`;
}
