import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
loopback.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');

/** Whether an IP address is one of this machine's own. */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

const withoutBrackets = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

/**
 * Whether a URL names this machine over HTTP. A name other than localhost may resolve to anything, so it does not;
 * what localhost resolves to is checked when connecting.
 */
export function isLoopbackUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  return hostname === 'localhost' || isLoopbackAddress(withoutBrackets(hostname));
}
