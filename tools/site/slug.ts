/** Anchors of headings, as GitHub makes them, so that a link works there and on the site. */

/** Text of a heading without its markup. */
const plain = (heading: string) =>
  heading
    .replace(/<[^>]*>/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .trim();

/** The anchor of a heading that occurs once on its page. */
export function slugOf(heading: string): string {
  return plain(heading)
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\p{Connector_Punctuation}\s-]/gu, '')
    .replace(/\s/g, '-');
}

const fence = /^ *(`{3,})[^\n]*\n[\s\S]*?^ *\1 *$/gm;

/** Every anchor of a Markdown page: of its headings, a repeated one counted, and those that it sets itself. */
export function anchorsOf(markdown: string): ReadonlySet<string> {
  const prose = markdown.replace(fence, '');
  const found = new Set<string>();
  for (const [, heading = ''] of prose.matchAll(/^#{1,6} (.+)$/gm)) {
    const slug = slugOf(heading);
    let anchor = slug;
    for (let again = 1; found.has(anchor); again += 1) anchor = `${slug}-${again}`;
    found.add(anchor);
  }
  for (const [, id = ''] of prose.matchAll(/<a id="([^"]+)">/g)) found.add(id);
  return found;
}
