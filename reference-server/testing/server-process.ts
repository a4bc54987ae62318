/**
 * The reference server as a process of its own, to be killed. It loads everything and then waits for the state file
 * that it is to serve, because one that still runs has it.
 */
import { startReferenceServer } from '../server.ts';

process.once('message', async (state: string) => {
  const { url, keys, businesses } = await startReferenceServer({ control: true, state });
  process.send?.({ url, keys, businesses });
});
