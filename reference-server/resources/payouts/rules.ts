import { nothingByItself } from '../../progress.ts';

export const payoutRules = { ...nothingByItself };
