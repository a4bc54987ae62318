/**
 * `npm run task -- replicas [options of conformance run]`: the whole suite against three reference servers on one Postgres, each
 * request sent to the one with the fewest under way.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../testing/postgres.ts';
import { startProxy } from './proxy.ts';
import { startReplicas } from './replica-set.ts';

const size = 3;
const main = fileURLToPath(new URL('../../../bin/main.ts', import.meta.url));

await using postgres = await startPostgres();
await using replicas = await startReplicas(postgres.newState(), size);
await using proxy = await startProxy(replicas.balancer);
const args = ['run', '--base-url', proxy.url, ...process.argv.slice(2)];
const suite = spawn(process.execPath, [main, ...args], { stdio: 'inherit' });
process.exitCode = await new Promise<number>((resolve) => suite.on('close', (code) => resolve(code ?? 1)));
const counts = [...replicas.balancer.counts.values()];
console.log(`${counts.length} replicas on one Postgres answered ${counts.join(', ')} requests.`);
if (counts.length < size || Math.min(...counts) * 2 < Math.max(...counts)) {
  console.error('The requests were not spread over all replicas.');
  process.exitCode = 1;
}
