/**
 * Builds the files of openapi/generated/ whose names the other sources are checked with: the controls of control.yaml and
 * the capabilities of the operations that the document only mentions. It runs before generate.ts, because a requirement
 * may need a new one of them. With --check it writes nothing and exits 1 when a committed file differs.
 */
import { controlsSource } from './controls-table.ts';
import { banner, bundle, json, types, writeGenerated } from './generated-files.ts';

const control = bundle('control.yaml');
const { paths = {} } = bundle('openapi.yaml');

const inKebabCase = (id: string) => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const assumed = Object.values(paths)
  .flatMap((methods) => Object.values(methods))
  .filter((operation) => operation?.['x-provenance'] === 'assumed')
  .map(({ operationId }) => `\n  '${inKebabCase(operationId)}',`);

writeGenerated({
  'openapi/generated/control.json': json(control),
  'openapi/generated/control-types.ts': await types(control),
  'openapi/generated/controls.ts': banner + controlsSource(control),
  'openapi/generated/assumed-operations.ts': `${banner}/** The capability of each operation whose path the interface document does not show: its id. */\nexport const assumedOperations = [${assumed.join('')}\n] as const;\n`,
});
