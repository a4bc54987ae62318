import { tryVariants, variantsFrom } from './testing/benign-trial.ts';

tryVariants(variantsFrom(1));
