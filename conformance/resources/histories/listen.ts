/** Listens to the webhooks of a business while clients use it. */

import type { Tenant } from '../../provider/businesses.ts';
import { newEvents, type ReceivedEvent } from '../../provider/event-log.ts';
import { envelopeOf } from '../../provider/inspect.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { drain, endpointFor } from '../../provider/tenant.ts';
import { providerHeaders } from '../../webhooks/provider-headers.ts';
import type { WebhookDelivery } from '../../webhooks/receiver.ts';
import { verifySignature } from '../../webhooks/signature.ts';
import type { ObservedWebhook, Shared } from './play.ts';

/** What an event shows: the object that it names, and the word or value that it has. */
export interface Shown {
  readonly object: number;
  /** That of the step that it is about, if it says so. */
  readonly value?: number;
  readonly seen: string | number;
}

/** Anybody may send something to the address of an endpoint. */
function isVerified({ headers, rawBody }: WebhookDelivery, secret: string | undefined): boolean {
  return (
    secret !== undefined && verifySignature({ ...providerHeaders(headers), rawBody }, secret) !== undefined
  );
}

/**
 * Listens to a business in which everything is prepared. What has happened before is announced by now if the target can
 * report that it has finished; otherwise it may be announced late.
 *
 * @param shownBy what an event shows of the objects; undefined if it is about something else
 */
export async function listenTo(
  scenario: Scenario,
  tenant: Tenant,
  shownBy: (event: ReceivedEvent) => Shown | undefined,
): Promise<Pick<Shared, 'announced'>> {
  const isReached = scenario.endpoints.isShared || tenant.businessId !== undefined;
  if (!scenario.has('webhooks') || !isReached) return {};
  await drain(scenario, tenant);
  const { channel, secret } = await endpointFor(scenario, tenant);
  const ids = newEvents({ events: channel.deliveries.map(envelopeOf) }, []).map(({ id }) => id);
  let looked = channel.deliveries.length;
  return {
    announced: () => {
      const deliveries = channel.deliveries.slice(looked);
      looked += deliveries.length;
      const events = deliveries.filter((each) => isVerified(each, secret)).map(envelopeOf);
      const fresh = newEvents({ events }, ids);
      ids.push(...fresh.map(({ id }) => id));
      return fresh.flatMap((event): readonly ObservedWebhook[] => {
        const shown = shownBy(event);
        if (shown === undefined) return [];
        const { object, value = -1, seen } = shown;
        return [{ call: { verb: event.type, object, value }, outcome: { status: 200, seen } }];
      });
    },
  };
}
