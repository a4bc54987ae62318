/** Hides all but the ends of a number that identifies an account; of a short one, everything. */
export function masked(text: string, { first = 0, last = 4 } = {}): string {
  const hidden = text.length - first - last;
  if (hidden <= 0) return '*'.repeat(text.length);
  return text.slice(0, first) + '*'.repeat(hidden) + text.slice(text.length - last);
}
