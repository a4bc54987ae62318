/**
 * Builds the files of openapi/generated/ that come from control.yaml. It runs before generate.ts, whose requirements may
 * need the capability of a new control. With --check it writes nothing and exits 1 when a committed file differs.
 */
import { controlsSource } from './controls-table.ts';
import { banner, bundle, json, types, writeGenerated } from './generated-files.ts';

const control = bundle('control.yaml');

writeGenerated({
  'openapi/generated/control.json': json(control),
  'openapi/generated/control-types.ts': await types(control),
  'openapi/generated/controls.ts': banner + controlsSource(control),
});
