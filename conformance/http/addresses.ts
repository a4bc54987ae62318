/** Classifies an address: this machine, a private network, or a public one. */

const isLoopbackName = (hostname: string) =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127\.\d+\.\d+\.\d+$/.test(hostname);

/** Whether an address belongs to this machine. */
export const isLoopback = (address: string): boolean => isLoopbackName(new URL(address).hostname);

/** Private networks, and names that no public resolver knows (RFC 1918, 4193, 6762, 6761). */
const privateHosts = [
  /^10\./,
  /^192\.168\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^169\.254\./,
  /^\[f[cd][0-9a-f]{2}:/,
  /^\[fe80:/,
  /\.(local|internal|test|example|invalid|lan|home\.arpa)$/,
  /^[^.[]+$/,
];

/** Whether requests to an address may cross networks of others, where somebody else can read them. */
export function isPublic(address: string): boolean {
  const { hostname } = new URL(address);
  return !isLoopbackName(hostname) && !privateHosts.some((pattern) => pattern.test(hostname));
}
