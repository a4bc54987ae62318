/** The address and the keys are given by what starts the server. */
import { configWith } from '../config-with.ts';
import { adapter } from './adapter.ts';

export default configWith(adapter);
