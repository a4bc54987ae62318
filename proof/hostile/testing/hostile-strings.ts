/** Strings that try to leave the place where they are written: a literal, a template, a comment or a line. */
import fc from 'fast-check';

/** How many strings each property test generates; `HOSTILE_STRINGS=200000` for a thorough run. */
export const hostileStrings = Number(process.env.HOSTILE_STRINGS ?? 2_000);

const visible = [
  ...["'", '"', '`', '\\', '${', '$', '{', '}', '*/', '/*', '//', '**//', '<!--', '-->', '#', '?', '&', '='],
  ...['__proto__', 'constructor', 'prototype', 'then', 'toString', 'env', 'key', '@location', '.', '..', ' '],
  ...[
    "');globalThis.taken=1;('",
    '`);globalThis.taken=1;(`',
    '$' + '{globalThis.taken=1}',
    '*/globalThis.taken=1/*',
  ],
  ...['{personId}', '{x}', '[globalThis.taken=1]:1,//', '</script>', 'import("node:fs")', '%0A', '\\u000a'],
];

const hidden = ['\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\u0000', '\u001b[2J', '\u202e', '\u200b'];

const chunk = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...visible) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) },
);
const anyChunk = fc.oneof(
  { weight: 4, arbitrary: chunk },
  { weight: 3, arbitrary: fc.constantFrom(...hidden, '\ud800', '\ufeff') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
);

const joined = (chunks: fc.Arbitrary<string>) =>
  fc.array(chunks, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));

/** Without characters that do not show. */
export const visibleString: fc.Arbitrary<string> = joined(chunk).map((text) =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, ''),
);

export const hostileString: fc.Arbitrary<string> = joined(anyChunk);
