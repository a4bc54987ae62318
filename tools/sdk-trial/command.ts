/** For runtimes with a command line: takes the surroundings as its only argument. */
import { runTrials } from './run-trials.ts';

void runTrials(JSON.parse(process.argv[2] ?? '')).then(console.log);
