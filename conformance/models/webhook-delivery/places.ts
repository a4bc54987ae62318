/** The endpoints of a case: what they answer, and what is noted of what they receive. */
import type { Endpoint } from '../../provider/scenario.ts';
import { envelopeOf } from '../../webhooks/inspect.ts';
import type { Delivery } from '../../webhooks/receiver.ts';
import { acknowledging, answerOf, lineOf } from './answers.ts';
import type { Place } from './attempts.ts';
import type { Announced, DeliveryWorld } from './model.ts';

/** The saved payroll that a delivery announces; undefined when it is about something else. */
export function announcedBy(world: DeliveryWorld, { json }: Pick<Delivery, 'json'>): Announced | undefined {
  const { eventType, data } = envelopeOf({ json });
  // How the word is written is for others to judge.
  if (eventType !== 'payroll.status.updated' || !/^saved$/i.test(String(data?.status))) return undefined;
  return world.announced.find(({ payrollId }) => payrollId === data?.id);
}

/** Answers what arrives at an endpoint by the script of its event, and notes it. */
export function listenAt(world: DeliveryWorld, at: Place, endpoint: Endpoint): void {
  world.endpoints.set(at, endpoint);
  endpoint.channel.answer = (delivery) => {
    const announced = announcedBy(world, delivery);
    if (announced === undefined) return 200;
    const route = { event: announced.name, at };
    const made = world.attempts.count(route);
    const { refusals, atLast } = announced.scripts[at] ?? acknowledging;
    // What is refused has to be waited for.
    const said = lineOf({ refusals: refusals.slice(0, world.mostRefusals), atLast }, made);
    world.attempts.add(route, delivery, said);
    return answerOf(said, world.elsewhere.url);
  };
}
