export const secondsPerDay = 86_400;

/** Unix seconds of 00:00 UTC of a calendar date. The document shows no time zone; UTC is our reading. */
export const startOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 1000;
