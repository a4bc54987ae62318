/**
 * Decides where webhooks may go. Anybody who registers an endpoint makes this server send requests from inside of its
 * network. So the operator of the server must name the receivers, and the addresses that a name resolves to are checked
 * again when connecting.
 */

import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

export interface ReceiverPolicy {
  /** Why an address cannot be registered; undefined when it can. */
  objectionTo(url: string): string | undefined;
  /** Whether a connection to an address may be made for a URL. */
  mayConnect(url: URL, address: string): boolean;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = readonly [Address, number];

interface Entries {
  readonly networks: readonly Network[];
  readonly hosts: readonly string[];
  /** Whether every public address is a receiver. */
  readonly anywhere: boolean;
}

/** An entry of the list of receivers that is none. The message names it and the remedy. */
export class ReceiverEntryError extends Error {
  override readonly name = 'ReceiverEntryError';

  constructor(entry: string) {
    super(
      `"${entry}" is no receiver: name a host (hooks.example.com, *.example.com), an address or a network ` +
        '(10.1.0.0/16), or public for every public address',
    );
  }
}

const thisMachine = ['localhost', '127.0.0.0/8', '::1'];

const withoutBrackets = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

const hostOf = ({ hostname }: URL) => withoutBrackets(hostname).replace(/\.$/, '').toLowerCase();

const portOf = ({ protocol, port }: URL) => Number(port || (protocol === 'https:' ? 443 : 80));

/** An IPv4 address within an IPv6 address is the IPv4 address: both lead to the same place. */
const addressOf = (text: string): Address | undefined =>
  ipaddr.isValid(text) && !text.includes('%') ? ipaddr.process(text) : undefined;

const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** Whether an address is on the open internet: no private, local, shared, documentation or translated range. */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(globalUnicast);
}

function isWithin(address: Address, [base, bits]: Network): boolean {
  return address.kind() === base.kind() && address.match([base, bits]);
}

function networkOf(entry: string): Network | undefined {
  const [text = '', bits] = entry.split('/');
  const address = addressOf(text);
  if (address === undefined) return undefined;
  const longest = address.kind() === 'ipv4' ? 32 : 128;
  if (bits === undefined) return [address, longest];
  const length = Number(bits);
  return /^\d{1,3}$/.test(bits) && length <= longest ? [address, length] : undefined;
}

const hostName = /^(?:\*\.)?[a-z\d](?:[a-z\d.-]*[a-z\d])?$/;
/** Matches texts that look like an IP address and may be none, such as 10.1.0.256. */
const numbers = /^[\d.]+$/;

function readEntries(list: readonly string[]): Entries {
  const networks: Network[] = [];
  const hosts: string[] = [];
  let anywhere = false;
  for (const entry of list.map((one) => one.trim().toLowerCase())) {
    const network = networkOf(withoutBrackets(entry));
    if (entry === 'public') anywhere = true;
    else if (network !== undefined) networks.push(network);
    else if (hostName.test(entry) && !numbers.test(entry)) hosts.push(entry);
    else throw new ReceiverEntryError(entry);
  }
  return { networks, hosts, anywhere };
}

const isNamed = (hostname: string, pattern: string) =>
  pattern.startsWith('*.') ? hostname.endsWith(pattern.slice(1)) : hostname === pattern;

/**
 * A name must be in the list, and its addresses must be public or in a network of the list. An address must be in a
 * network of the list. With `public` in the list, every name and every public address are allowed.
 *
 * @param list hosts, addresses and networks; this machine alone unless given.
 * @param ownPort of this server, which is no receiver: a delivery to its control plane could reset it.
 * @throws ReceiverEntryError
 */
export function receiverPolicy(
  list: readonly string[] = thisMachine,
  ownPort: () => number | undefined = () => undefined,
): ReceiverPolicy {
  const { networks, hosts, anywhere } = readEntries(list);
  const isListed = (address: Address) => networks.some((network) => isWithin(address, network));
  const mayBeNamed = (hostname: string) => anywhere || hosts.some((pattern) => isNamed(hostname, pattern));

  const isOwn = (url: URL, address: string) => portOf(url) === ownPort() && isOfThisMachine(address);

  const mayConnect = (url: URL, text: string): boolean => {
    const address = addressOf(text);
    if (address === undefined || isOwn(url, text)) return false;
    const host = hostOf(url);
    if (addressOf(host) !== undefined) return isListed(address) || (anywhere && isPublic(address));
    return mayBeNamed(host) && (isListed(address) || isPublic(address));
  };

  return {
    mayConnect,
    objectionTo(url) {
      const only = list === thisMachine ? 'of this machine' : 'that this server delivers to';
      const objection = `must be an HTTP address ${only}`;
      if (!URL.canParse(url)) return objection;
      const parsed = new URL(url);
      if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return objection;
      const host = hostOf(parsed);
      if (isOwn(parsed, host === 'localhost' ? '127.0.0.1' : host)) return 'must not be this server itself';
      const may = addressOf(host) === undefined ? mayBeNamed(host) : mayConnect(parsed, host);
      return may ? undefined : objection;
    },
  };
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
loopback.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');

/** Whether an IP address is one of this machine's own. */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** Whether a connection to an IP address ends at this machine. */
function isOfThisMachine(text: string): boolean {
  const address = addressOf(text);
  if (address === undefined) return false;
  if (isLoopbackAddress(text) || address.range() === 'unspecified') return true;
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return own.some((each) => addressOf(each.address)?.toString() === address.toString());
}

/** A host and a port, and nothing else that a URL may hold: a path or user name could follow or precede the real host. */
const hostHeader = /^(?:[a-z\d.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Whether a Host header names this machine; see `isLoopbackUrl`. */
export const isLoopbackHost = (host: string) => hostHeader.test(host) && isLoopbackUrl(`http://${host}`);

/**
 * Whether a URL names this machine over HTTP. A name other than localhost may resolve to any address, so it does not;
 * the addresses of localhost are checked when connecting.
 */
export function isLoopbackUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  return hostname === 'localhost' || isLoopbackAddress(withoutBrackets(hostname));
}
