import { expect, it } from 'vitest';
import { ConformanceError } from '../../../conformance/engine/errors.ts';
import type { ControlPlane, WebhookEndpoint } from './control-plane.ts';
import { Registration, type RegistrationNews } from './registration.ts';

const url = 'http://127.0.0.1:9000/hooks';
const gone = () => Promise.reject(new ConformanceError('TARGET_UNREACHABLE', 'It is not there.'));

/** A control plane that can go away and forget. */
function pretendServer() {
  let endpoints: WebhookEndpoint[] = [];
  let isUp = true;
  let count = 0;
  const control: ControlPlane = {
    register: async (given, businessId) => {
      if (!isUp) return gone();
      count += 1;
      const endpoint = { id: `endpoint-${count}`, url: given, secret: `whsec_${count}` };
      endpoints.push({ ...endpoint, ...(businessId !== undefined && { businessId }) });
      return endpoint;
    },
    endpoints: async () => (isUp ? endpoints : gone()),
    remove: async (id) => {
      if (!isUp) return gone();
      endpoints = endpoints.filter((endpoint) => endpoint.id !== id);
    },
    deliveries: async () => [],
    resend: async () => {},
  };
  return {
    control,
    registered: () => endpoints.map(({ id }) => id),
    stop: () => {
      isUp = false;
    },
    start: (state: 'as it was' | 'empty') => {
      isUp = true;
      if (state === 'empty') endpoints = [];
    },
  };
}

it('survives a restart of the server, with or without its state', async () => {
  const server = pretendServer();
  const news: RegistrationNews[] = [];
  const registration = await Registration.open(server.control, { url, tell: (each) => news.push(each) });
  await registration.look();
  expect(news).toEqual([]);
  server.stop();
  await registration.look();
  await registration.look();
  server.start('as it was');
  await registration.look();
  expect(news).toEqual([{ type: 'lost' }, { type: 'found' }]);
  server.stop();
  await registration.look();
  server.start('empty');
  await registration.look();
  await registration.look();
  expect(news.slice(2)).toEqual([{ type: 'lost' }, { type: 'renewed', secret: 'whsec_2' }]);
  expect({ secret: registration.secret, registered: server.registered() }).toEqual({
    secret: 'whsec_2',
    registered: ['endpoint-2'],
  });
  await registration.close();
  expect(server.registered()).toEqual([]);
});

it('is registered again after an unnoticed reset', async () => {
  const server = pretendServer();
  const news: RegistrationNews[] = [];
  const registration = await Registration.open(server.control, { url, tell: (each) => news.push(each) });
  server.start('empty');
  await registration.look();
  expect(news).toEqual([{ type: 'renewed', secret: 'whsec_2' }]);
});

it('needs a server to begin, and none to end', async () => {
  const server = pretendServer();
  const registration = await Registration.open(server.control, { url, tell: () => {} });
  server.stop();
  await expect(registration.close()).resolves.toBeUndefined();
  await expect(Registration.open(server.control, { url, tell: () => {} })).rejects.toThrow(ConformanceError);
});
