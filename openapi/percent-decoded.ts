/** A percent-encoded text of somebody else, decoded; as it stands if it is not well encoded. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
