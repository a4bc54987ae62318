/**
 * Builds dist-docs/, the documentation as a site with the reference to browse in it.
 *
 * `--base /path/` is where it will be served (default: /); `--serve` shows it on this machine.
 */
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSite } from '../site/build.ts';
import { serveSite } from '../site/serve.ts';

const { values } = parseArgs({
  options: { base: { type: 'string', default: '/' }, serve: { type: 'boolean', default: false } },
});
const base = `/${values.base}/`.replace(/\/+/g, '/');
const outDir = join(import.meta.dirname, '../../dist-docs');
await buildSite({ base, outDir });
console.log(`Written: ${relative(process.cwd(), join(outDir, 'index.html'))}`);
if (values.serve) {
  const { url } = await serveSite({ folder: outDir, base, port: 4173 });
  console.log(`Serving ${url}; Ctrl-C ends it`);
}
