/** How the page writes times, amounts and ids. */
import type { Money } from '../../state/schemas.ts';

/** Unix seconds as a moment in UTC. */
export const moment = (seconds: number): string =>
  `${new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** Unix seconds as a date in UTC. */
export const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

export const amount = ({ amount: value, currency }: Money): string =>
  `${value.toLocaleString('en')} ${currency}`;

/** The beginning of an id: enough to tell it from its neighbours. */
export const shortId = (id: string): string => id.slice(0, 8);

/** Shortens a key so that it can be recognised but not used. */
export const masked = (key: string): string => `${key.length > 12 ? key.slice(0, 4) : ''}••••••••`;
