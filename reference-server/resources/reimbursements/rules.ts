import { nothingByItself } from '../../progress.ts';

export const reimbursementRules = { ...nothingByItself };
