import { nothingByItself } from '../../progress.ts';

export const complianceRules = { ...nothingByItself };
