/** Sends a recorded conversation with undici alone. */
import { createServer } from 'node:http';
import { Agent, type Dispatcher } from 'undici';
import { listen } from '../testing/listen.ts';
import type { Conversation, Facts, Source, Template, Turn } from './conversation.ts';
import { cpuMillisSince } from './measurement.ts';
import type { SuiteRun } from './suite-run.ts';

export interface BareLoop extends SuiteRun {
  /** How many got the status that the suite got. */
  readonly same: number;
}

function valueAt(json: unknown, place: readonly string[]): string {
  let value = json;
  for (const name of place) value = (value as Record<string, unknown> | undefined)?.[name];
  return String(value);
}

const isGap = (part: string | Source): part is Source => typeof part !== 'string';

/** Answers the webhooks as the suite did. */
async function startReceiver({ webhookAnswers }: Conversation) {
  const left = new Map([...webhookAnswers].map(([path, statuses]) => [path, [...statuses]]));
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(left.get(request.url ?? '')?.shift() ?? 200).end();
    });
  });
  return listen(server);
}

/** The turns whose answers others take something from; only these are looked into. */
function askedIn(turns: readonly Turn[]): ReadonlySet<number> {
  const templates = turns.flatMap(({ path, headers, body }) => [
    path,
    ...headers.map(([, value]) => value),
    ...(body === undefined || body instanceof Uint8Array ? [] : [body]),
  ]);
  return new Set(
    templates.flatMap((parts) =>
      parts.filter(isGap).flatMap((source) => (source.type === 'answer' ? [source.turn] : [])),
    ),
  );
}

/**
 * @param width conversations at a time
 * @param connections as many as the suite has
 */
export async function sendBare(
  origin: string,
  conversation: Conversation,
  facts: Facts,
  { width, connections }: { width: number; connections: number },
): Promise<BareLoop> {
  const receiver = await startReceiver(conversation);
  const known: Facts = { ...facts, receiver: receiver.url };
  const agent = new Agent({ connections, pipelining: 1 });
  const queue = conversation.checks.map((turns) => ({ turns, asked: askedIn(turns) }));
  let [requests, same] = [0, 0];

  const sendAll = async ({ turns, asked }: (typeof queue)[number]) => {
    const answers: unknown[] = [];
    const fill = (parts: Template) =>
      parts
        .map((part) => {
          if (typeof part === 'string') return part;
          return part.type === 'fact' ? known[part.name] : valueAt(answers[part.turn], part.place);
        })
        .join('');
    for (const [index, { method, path, headers, body, status }] of turns.entries()) {
      const response = await agent.request({
        origin,
        path: fill(path),
        method: method as Dispatcher.HttpMethod,
        headers: Object.fromEntries(headers.map(([name, value]) => [name, fill(value)])),
        body: body === undefined || body instanceof Uint8Array ? (body ?? null) : fill(body),
      });
      const text = await response.body.text();
      if (asked.has(index)) answers[index] = text.startsWith('{') ? JSON.parse(text) : undefined;
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
