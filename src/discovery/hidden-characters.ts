/** Characters that do not show where they stand: they end a line, turn the direction of writing, or are half of one. */

const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

export const hasHiddenCharacters = (text: string): boolean => text.search(hidden) >= 0;

/** @param sign what is written for a character with this code point, in hexadecimal */
export const withoutHiddenCharacters = (text: string, sign: (code: string) => string): string =>
  text.replace(hidden, (character) => sign((character.codePointAt(0) ?? 0).toString(16).toUpperCase()));
