import { tryVariants, variantsFrom } from './trial.ts';

tryVariants(variantsFrom(1));
