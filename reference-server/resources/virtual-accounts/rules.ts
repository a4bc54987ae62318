import { nothingByItself } from '../../progress.ts';

export const virtualAccountRules = { ...nothingByItself };
