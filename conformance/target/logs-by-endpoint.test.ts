import { expect, test } from 'vitest';
import { ConformanceError } from '../engine/errors.ts';
import { logsByEndpoint } from './logs-by-endpoint.ts';

type Places = Parameters<typeof logsByEndpoint>[0];

const places: Places = {
  register: async () => ({ id: 'e', secret: 's' }),
  endpoint: '/hooks/{endpointId}',
  log: '/hooks/{endpointId}/log',
  names: { eventId: 'event', status: 'state' },
};

test.each<[string, object, string]>([
  ['a request', { register: { path: '/hooks' } }, 'register must be a function that registers an endpoint'],
  ['an object', { endpoint: { path: '/hooks' } }, 'endpoint must be a path with {endpointId}'],
  ['a path of no endpoint', { log: '/log' }, 'log must be a path with {endpointId}'],
  ['a list', { list: ['data'] }, 'list must be the place of the list in the response'],
  ['no names', { names: undefined }, 'names.eventId must be the name of a field of a log entry'],
  ['one name', { names: { eventId: 'event' } }, 'names.status must be the name of a field of a log entry'],
])('%s in a wrong place is an error of the configuration', (_, wrong, said) => {
  const given = { ...places, ...wrong } as unknown as Places;
  expect(() => logsByEndpoint(given)).toThrow(ConformanceError);
  expect(() => logsByEndpoint(given)).toThrow(`logsByEndpoint: ${said}`);
});

test('the deliveries of an event are found in the log of each endpoint', async () => {
  const { registerWebhookEndpoint, listDeliveries } = logsByEndpoint(places);
  const json = {
    data: [
      { event: 'a', state: 'delivered' },
      { event: 'b', state: 'failed' },
    ],
  };
  const send = async () => ({ status: 200, headers: {}, text: '', json });
  const about = { businessId: 'b', tenantKey: 't', fieldsOf: () => ({}) };
  await registerWebhookEndpoint(send, { url: 'http://x' }, about);
  expect(await listDeliveries(send, 'b', about)).toEqual([
    { eventId: 'b', endpointId: 'e', status: 'failed' },
  ]);
});
