/** A run as `conformance run` makes it: in a process that has compiled nothing yet. */
import { runSuite } from '../suite-run.ts';
import { reportTo } from './parent.ts';

reportTo(undefined, { run: () => runSuite(), close: () => undefined });
