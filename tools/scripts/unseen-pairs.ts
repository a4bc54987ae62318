/**
 * Lists the pairs of consecutive transitions that a run has not seen, and those that nothing can bring about.
 *
 * Usage: node tools/scripts/unseen-pairs.ts conformance-report/results.json
 */
import { readFileSync } from 'node:fs';
import type { Results } from '../../conformance/engine/results.ts';
import { impossibleSuccessions, unseenSuccessions } from '../../conformance/provider/state-machines.ts';

const [file = 'conformance-report/results.json'] = process.argv.slice(2);
const { coverage } = JSON.parse(readFileSync(file, 'utf8')) as Results;
const unseen = unseenSuccessions(coverage);
for (const pair of unseen) console.log(pair);
for (const [pair, reason] of Object.entries(impossibleSuccessions)) console.log(`(${pair}: ${reason})`);
if (unseen.length > 0) process.exitCode = 1;
