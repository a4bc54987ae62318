import { expect, it } from 'vitest';
import { ConformanceError } from '../../../conformance/engine/errors.ts';
import type { ControlPlane, DeliveryEntry } from './control-plane.ts';
import { findDeliveries, resendDelivery } from './resend.ts';

const acknowledged = { at: 1, outcome: 'acknowledged', status: 204 } as const;
const refused = { at: 0, outcome: 'refused', status: 500 } as const;

function delivery(id: string, eventId: string): DeliveryEntry {
  const common = { eventType: 'payroll.created', businessId: 'b', endpointId: 'e' };
  return { id, eventId, ...common, status: 'failed', attempts: [refused] };
}

/** A server that makes the attempt when its log has been asked for so often; never when that is undefined. */
function pretendServer(attemptAfterLooks?: number) {
  let log: readonly DeliveryEntry[] = [
    delivery('d1', 'evt_1'),
    delivery('d2', 'evt_1'),
    delivery('d3', 'evt_2'),
  ];
  const resent: string[] = [];
  let looks = 0;
  const refuse = () => Promise.reject(new Error('Nobody asks for this'));
  const control: ControlPlane = {
    ...{ register: refuse, endpoints: refuse, remove: refuse },
    deliveries: async (eventId) => {
      looks += resent.length;
      if (looks === attemptAfterLooks) {
        log = log.map((each) =>
          resent.includes(each.id) ? { ...each, attempts: [...each.attempts, acknowledged] } : each,
        );
      }
      return log.filter((each) => eventId === undefined || each.eventId === eventId);
    },
    resend: async (id) => {
      resent.push(id);
    },
  };
  return { control, resent };
}

it.each([
  ['an event, one for each endpoint', 'evt_1', ['d1', 'd2']],
  ['one delivery', 'd3', ['d3']],
])('finds the deliveries of %s', async (_, id, want) => {
  const found = await findDeliveries(pretendServer().control, id);
  expect(found.map((each) => each.id)).toEqual(want);
});

it('reports an unknown event', async () => {
  const find = findDeliveries(pretendServer().control, 'evt_3');
  await expect(find).rejects.toThrow(ConformanceError);
  await expect(find).rejects.toThrow(/no event or delivery evt_3/);
});

it('waits for the requested attempt, not for an earlier one', async () => {
  const server = pretendServer(3);
  const resent = await resendDelivery(server.control, delivery('d2', 'evt_1'), { tries: 5, pauseMillis: 0 });
  expect(server.resent).toEqual(['d2']);
  expect(resent.attempt).toEqual(acknowledged);
  expect(resent.delivery.attempts).toHaveLength(2);
});

it('gives up when the attempt is not made in time', async () => {
  const server = pretendServer();
  const resent = await resendDelivery(server.control, delivery('d1', 'evt_1'), { tries: 2, pauseMillis: 0 });
  expect(resent).toEqual({ delivery: delivery('d1', 'evt_1') });
});
