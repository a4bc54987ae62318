/** Sends a recorded conversation with undici alone. */
import { Agent, type Dispatcher } from 'undici';
import type { Conversation, Facts, Turn } from './conversation.ts';
import { cpuMillisSince } from './measurement.ts';
import { Arrivals, Speech, startSpokenReceiver } from './speech.ts';
import type { SuiteRun } from './suite-run.ts';

export interface BareLoop extends SuiteRun {
  /** How many got the status that the suite got. */
  readonly same: number;
}

/**
 * @param width threads at a time
 * @param connections as many as the suite has
 */
export async function sendBare(
  origin: string,
  conversation: Conversation,
  facts: Facts,
  { width, connections }: { width: number; connections: number },
): Promise<BareLoop> {
  const arrivals = new Arrivals();
  const receiver = await startSpokenReceiver(conversation, arrivals);
  const known: Facts = { ...facts, receiver: receiver.url };
  const agent = new Agent({ connections, pipelining: 1 });
  const queue = [...conversation.threads.values()];
  let [requests, same] = [0, 0];

  const sendAll = async (turns: readonly Turn[]) => {
    const speech = new Speech(turns, known, arrivals);
    for (const { turn, status, method, path, headers, body } of speech.requests()) {
      const response = await agent.request({
        origin,
        path,
        method: method as Dispatcher.HttpMethod,
        headers,
        body: body ?? null,
      });
      speech.hear(turn, await response.body.text());
      requests += 1;
      if (response.statusCode === status) same += 1;
    }
  };
  const [begun, before] = [performance.now(), process.cpuUsage()];
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await sendAll(next);
    }),
  );
  const [millis, cpuMillis] = [performance.now() - begun, cpuMillisSince(before)];
  await agent.destroy();
  receiver.close();
  return { requests, millis, cpuMillis, same };
}
