import ipaddr from 'ipaddr.js';

/** The owner of an IPv6 address has its whole network. */
const networkBits = 64;

/** The caller that the requests of an address count for. */
export function callerAt(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return '';
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? ipaddr.IPv6.networkAddressFromCIDR(
        `${parsed.toNormalizedString().split('%')[0]}/${networkBits}`,
      ).toString()
    : parsed.toString();
}
