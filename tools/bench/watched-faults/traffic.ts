/** A sound server's traffic, as `watch` sees it. */
import type { ObservedDelivery, ObservedExchange } from '../../../conformance/traffic/observation.ts';
import { factsOf } from '../conversation.ts';
import { recordSuite } from './recording.ts';
import { Replay } from './replay.ts';
import { select } from './selection.ts';
import { openServer } from './server.ts';

export type Message =
  | { readonly type: 'exchange'; readonly exchange: ObservedExchange }
  | { readonly type: 'delivery'; readonly delivery: ObservedDelivery };

/** A few thousand messages, of every operation and event. */
export async function soundTraffic(): Promise<readonly Message[]> {
  const conversation = await select(await recordSuite());
  const messages: Message[] = [];
  const { target, close } = await openServer(undefined);
  const onlooker = {
    request: () => {},
    exchange: (exchange: ObservedExchange) => messages.push({ type: 'exchange', exchange }),
    delivery: (delivery: ObservedDelivery) => messages.push({ type: 'delivery', delivery }),
  };
  await new Replay(target.baseUrl, onlooker).run(conversation, factsOf(target), () => false);
  await close();
  return messages;
}
