/** Preloaded into a run: reports its first request to the parent process, and ends the run. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { isMainThread } from 'node:worker_threads';

const channel = 'undici:client:sendHeaders';

function tell(): void {
  unsubscribe(channel, tell);
  // Once its own work is done, so that the compile cache is filled.
  process.send?.('sent', () => process.kill(process.pid, 'SIGINT'));
}

// The embedded server has a thread of its own, which sends webhooks.
if (isMainThread && process.send !== undefined) subscribe(channel, tell);
