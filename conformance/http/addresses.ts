/** Classifies an address: this machine, a private network, or a public one. */

const isLoopbackName = (hostname: string) =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127\.\d+\.\d+\.\d+$/.test(hostname);

/** Whether an address is of this machine. */
export const isLoopback = (address: string): boolean => isLoopbackName(new URL(address).hostname);

/** Networks that are not routed between others, and names that no public resolver knows (RFC 1918, 4193, 6762, 6761). */
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

/** Whether what is sent to an address may pass networks of others, where somebody else can read it. */
export function isPublic(address: string): boolean {
  const { hostname } = new URL(address);
  return !isLoopbackName(hostname) && !privateHosts.some((pattern) => pattern.test(hostname));
}
