/**
 * Interpretations that leave a choice and whose benign variant is still to be written. The list may only get shorter: a new
 * interpretation comes with its variant. `npm run requirements` compares it with the variants.
 */
export const withoutVariant: readonly number[] = [
  7, 16, 17, 20, 23, 25, 27, 28, 29, 31, 32, 33, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 51, 52,
  53, 54, 57, 59, 60, 62, 64, 65, 67, 68, 69, 70, 71, 72, 76, 77, 82, 83, 84, 85, 86, 87, 88, 89, 230, 231,
  232,
];
