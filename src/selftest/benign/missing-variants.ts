/**
 * Interpretations that leave a choice and whose benign variant is still to be written. The list may only get shorter: a new
 * interpretation comes with its variant. `npm run requirements` compares it with the variants.
 */
export const withoutVariant: readonly number[] = [];
