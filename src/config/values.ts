/** Names and limits of settings, for flags and configuration files alike: what reads a file is loaded when there is one. */

export const profileNames = ['smoke', 'standard', 'thorough'] as const;
export const environments = ['sandbox', 'production'] as const;
/** A wait of a day is one that nobody has. */
export const mostPatienceSeconds = 86_400;
/** A timer takes no more than 24 days. */
export const mostBudgetSeconds = 604_800;
export const [leastRate, mostRate] = [0.1, 10_000];
