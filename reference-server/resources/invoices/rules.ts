import { nothingByItself } from '../../progress.ts';

export const invoiceRules = { ...nothingByItself };
