/** Test support: finds what no report may pass on from a target. */

/** Control characters other than the newline, direction marks, halves of surrogate pairs, and non-characters. */
export function controlsIn(text: string): string[] {
  return [...text].filter((character) => {
    const code = character.codePointAt(0) ?? 0;
    if (character === '\n') return false;
    if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return true;
    return (
      (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || !character.isWellFormed()
    );
  });
}
