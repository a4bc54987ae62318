/** Name and version of this package, for events, reports and requests. */
import { createRequire } from 'node:module';

// By its own name, because the sources and the built package lie at different depths.
const manifest: { name: string; version: string } = createRequire(import.meta.url)(
  'workforce-conformance/package.json',
);

export const tool: { readonly name: string; readonly version: string } = {
  name: manifest.name,
  version: manifest.version,
};
