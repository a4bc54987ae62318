import { expect, test } from 'vitest';
import type { Controls, LoggedDelivery } from '../../target/controls.ts';
import { startFakeTarget } from '../../testing/fake-target.ts';
import { surveyOf } from '../../testing/survey-of.ts';

const delivery: LoggedDelivery = { eventId: 'event-1', endpointId: 'endpoint-1', status: 'delivered' };

/** What the trial of a log finds that is empty for the first looks. */
async function triedLog(emptyLooks: number) {
  let endpoint: string | undefined;
  let looks = 0;
  await using fake = await startFakeTarget(({ method, url }) => {
    if (method !== 'POST') return {};
    if (url === '/v1/persons' && endpoint !== undefined)
      void fetch(endpoint, { method: 'POST', body: JSON.stringify({ id: delivery.eventId }) });
    return { status: 201, body: { id: 'a', payrollId: 'p', businessId: 'b', tenantKey: 'tenant-key' } };
  });
  const controls: Controls = {
    registerWebhookEndpoint: async (_, { url }) => {
      endpoint = url;
      return { id: delivery.endpointId, secret: 'secret-of-the-endpoint' };
    },
    listDeliveries: async () => {
      looks += 1;
      return looks > emptyLooks ? [delivery] : [];
    },
  };
  const patience = { seconds: 0.2, pauseMillis: 10 };
  const operations = { createPerson: {} };
  const { lines = [] } = await surveyOf({ ...fake.target, patience, operations, controls }, 'lines');
  return lines.find(({ line }) => line === 'controls.listDeliveries');
}

test.each([
  ['at once', 0, 'works'],
  ['some time after it arrived', 3, 'works'],
  ['not within the patience of the run', Number.POSITIVE_INFINITY, 'unusable'],
])('a log that shows a delivery %s', async (_, emptyLooks, outcome) => {
  expect(await triedLog(emptyLooks)).toMatchObject({ outcome });
});
