import type { OpenAPI3 } from 'openapi-typescript';

/** Type tests: a body with a field that it does not have compiles for no operation. */
export function bodyTypeTests({ paths = {} }: OpenAPI3): string {
  const tests = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const isJson = operation.requestBody?.content?.['application/json'] !== undefined;
      if (!isJson) return [];
      const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => `${name}: ''`);
      const params = names.length === 0 ? '' : `params: { path: { ${names.join(', ')} } }, `;
      return `// @ts-expect-error: ${operation.operationId} has no such field
client.${method.toUpperCase()}('${path}', { ${params}body: { noSuchField: 1 } });
`;
    }),
  );
  return `import type { Client } from '../client-type.ts';\n\ndeclare const client: Client;\n\n${tests.join('')}`;
}
