import type { Tool } from './tool.ts';
import type { Comparison } from './trial.ts';
export const comparisonPage = (comparison: Comparison, _tools: readonly Tool[]): string =>
  `${comparison.trials.length}\n`;
