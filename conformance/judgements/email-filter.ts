/**
 * Whether an email address may be in a list that is filtered by another: the document does not say whether a part matches, nor
 * whether capitals count (interpretation 309).
 */
export const matchesFilter = (shown: unknown, asked: string): boolean =>
  typeof shown === 'string' && shown.toLowerCase().includes(asked.toLowerCase());
