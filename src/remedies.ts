/** The line of configuration that gives a target a capability. */
import { controlShapes } from '../conformance/target/levers.ts';
import { sourceOf } from '../conformance/target/target.ts';
import type { Capability } from '../openapi/catalogue.ts';
import { operation } from '../openapi/description.ts';
import { secretVariables } from './config/settings.ts';

export function remedyOf(capability: Capability): string {
  const source = sourceOf(capability);
  switch (source.type) {
    case 'credential':
      return `set ${secretVariables[source.name]}, or credentials: { ${source.name}: { env: 'YOUR_VARIABLE' } }`;
    case 'environment':
      return "environment: 'sandbox'";
    case 'control': {
      const { takes } = controlShapes[source.name];
      const given = takes.map((name) => `{${name.replace('?', '')}}`).join(', ');
      return `controls: { ${source.name}: { method: 'POST', path: '/…' } }, from ${given}`;
    }
    case 'fixture':
      return `fixtures: { ${source.kind}: ['an id'] }`;
    case 'operation': {
      const { path, method } = operation(source.id);
      return source.inOwnWords
        ? `bindings: { ${source.id}: {} }, with your names of what the document does not name`
        : `take ${source.id} off absentOperations, or bindings: { ${source.id}: { method: '${method.toUpperCase()}', path: '${path}' } }`;
    }
  }
  return source satisfies never;
}
