/** An address as messages, reports and commands show it. */

/**
 * Leaves out the user and the password, and the query and the fragment, which may contain a key: `http://host/path?…`. Requests
 * still go to the whole address.
 *
 * @param address absolute, or relative as in a `Location` header
 */
export function shownAddress(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address.replace(/[?#].+$/s, (rest) => `${rest.charAt(0)}…`);
  const { protocol, username, password, host, pathname, search, hash } = url;
  if ([username, password, search, hash].every((part) => part === '')) return address;
  return `${protocol}//${host}${pathname}${search === '' ? '' : '?…'}${hash === '' ? '' : '#…'}`;
}
