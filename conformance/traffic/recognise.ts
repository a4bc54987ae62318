/** Finds the operation of a request. */
import { allOperations, type Operation } from '../../openapi/description.ts';
import { literally } from '../http/curl.ts';

interface Route {
  readonly operation: Operation;
  readonly pattern: RegExp;
}

/** A path with more fixed segments comes before one with a parameter in the same place. */
const bySpecificity = (a: Operation, b: Operation) => a.path.split('{').length - b.path.split('{').length;

const routes: readonly Route[] = allOperations.toSorted(bySpecificity).map((operation) => ({
  operation,
  pattern: new RegExp(
    `^${operation.path
      .split(/\{\w+\}/)
      .map(literally)
      .join('[^/]+')}/?$`,
  ),
}));

/** @param path with or without a query */
export function operationFor(method: string, path: string): Operation | undefined {
  const [plain = ''] = path.split('?');
  return routes.find(
    ({ operation, pattern }) => operation.method === method.toLowerCase() && pattern.test(plain),
  )?.operation;
}

/** Whether the description has the path, with any method. */
export function isDescribed(path: string): boolean {
  const [plain = ''] = path.split('?');
  return routes.some(({ pattern }) => pattern.test(plain));
}
