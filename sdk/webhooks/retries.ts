/** Seconds from each failed attempt to the next one (section "Limits"). */
export const retryDelaysSeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 86_400] as const;

/**
 * Seconds from the first attempt to the last retry: 41 hours and 35 minutes. The document also says "about 3 days", so
 * remember the ids of events that were handled for at least this long, better for three days: by then no attempt can
 * come any more.
 */
export const retryHorizonSeconds = retryDelaysSeconds.reduce((sum, delay) => sum + delay, 0);
