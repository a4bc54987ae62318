/** The prefix that the interface document gives every path, and the one that a target has instead. */

/** Interface document, "Versioning". */
export const documentedPrefix = '/v1';

/**
 * The path as a target has it.
 *
 * @param prefix what its paths have instead of the documented prefix; absent if they have that one
 */
export function withPathPrefix(path: string, prefix: string | undefined): string {
  if (prefix === undefined || !path.startsWith(`${documentedPrefix}/`)) return path;
  return `${prefix}${path.slice(documentedPrefix.length)}`;
}
