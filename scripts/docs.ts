/** Builds dist-docs/index.html, the reference to browse. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { docsPage } from './docs-page.ts';

const folder = join(import.meta.dirname, '../dist-docs');
mkdirSync(folder, { recursive: true });
const file = join(folder, 'index.html');
writeFileSync(file, docsPage());
console.log(`Written: ${relative(process.cwd(), file)}`);
