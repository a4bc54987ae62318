import { nothingByItself } from '../../progress.ts';

export const kycRules = { ...nothingByItself };
