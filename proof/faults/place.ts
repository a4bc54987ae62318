/** Orders ids as if by chance, the same for the same seed (FNV-1a, and mixed once more so that the last letters count). */
export function place(seed: number, id: string): number {
  let hash = seed | 0;
  for (const char of id) hash = Math.imul(hash ^ char.charCodeAt(0), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
