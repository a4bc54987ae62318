/** Preloaded into a command: reports its processor time and peak memory to the bench when it ends. */
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const before = process.cpuUsage();
  process.once('exit', () => {
    const { user, system } = process.cpuUsage(before);
    const { maxRSS } = process.resourceUsage();
    writeSync(3, JSON.stringify({ millis: (user + system) / 1000, megabytes: maxRSS / 1024 }));
  });
}
