/** Links from the pages of docs/ to a requirement. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The folders of the catalogue. */
const folders = ['requirements', 'receiver-requirements', 'client-requirements'];

const files = new Map(
  folders.flatMap((folder) =>
    readdirSync(join(root, 'openapi', folder)).flatMap((name) => {
      const path = `openapi/${folder}/${name}`;
      const ids = readFileSync(join(root, path), 'utf8').matchAll(/\bid: ([A-Z]+-\d+)/g);
      return [...ids].map(([, id = '']) => [id, path] as const);
    }),
  ),
);

/**
 * A link to the file that states a requirement. The site makes it a link to the row of its table (`source-links.ts`).
 *
 * @throws Error when there is no such requirement
 */
export function requirementLink(id: string): string {
  const file = files.get(id);
  if (file === undefined) throw new Error(`No file of openapi/requirements/ states ${id}.`);
  return `[${id}](../${file})`;
}
