/**
 * Interpretations that leave a choice and whose benign variant is still to be written. The list may only get shorter: a new
 * interpretation comes with its variant. `npm run requirements` compares it with the variants.
 */
export const withoutVariant: readonly number[] = [
  90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 107, 108, 109, 110, 111, 112, 113,
  114, 115, 116, 117, 118, 120, 121, 123, 124, 125, 128, 130, 131, 133, 135, 137, 138, 139, 140, 141, 142,
  143, 144, 145, 146, 147, 148, 149, 150, 152, 155, 156, 158, 159, 160, 161, 162, 166, 167, 169, 170, 171,
  174, 175, 176, 177, 178, 179, 182, 183, 184, 186, 189, 191, 194, 197, 198, 199, 201, 202, 204, 205, 211,
  219,
];
