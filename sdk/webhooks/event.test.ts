import { expect, expectTypeOf, test } from 'vitest';
import { type IncomingEvent, isEvent, signedRequest, type UnknownEvent, verify } from './index.ts';

const secret = 'whsec_AAECAwQFBgcICQoLDA0ODw==';

/** An integrator's code: each name narrows the payload. */
function subject(event: IncomingEvent): string {
  if (!isEvent(event)) {
    expectTypeOf(event).toEqualTypeOf<UnknownEvent>();
    return `no use for ${event.eventType}`;
  }
  switch (event.eventType) {
    case 'payroll.status.updated':
      expectTypeOf(event.data.status).toEqualTypeOf<
        'saved' | 'approved' | 'scheduled' | 'processing' | 'completed'
      >();
      return event.data.status;
    case 'person.created':
      // @ts-expect-error: a person has no status
      event.data.status;
      return event.data.id;
    default:
      return event.eventType;
  }
}

test.each([
  ['payroll.status.updated', { id: 'p', status: 'completed', tenantKey: 'tk' }, 'completed'],
  ['person.created', { id: 'p', tenantKey: 'tk' }, 'p'],
  ['person.reinstated', { id: 'p', tenantKey: 'tk' }, 'person.reinstated'],
  ['moon.risen', { phase: 'full' }, 'no use for moon.risen'],
])('%s is delivered with its type', async (eventType, data, want) => {
  const { event } = await verify(await signedRequest({ eventType, data }, { secret }), secret);
  expect(event).toMatchObject({ eventType, data });
  expect(subject(event)).toBe(want);
});

test('a guard narrows to several events', async () => {
  const data = { id: 'p', workerType: 'EMPLOYEE', tenantKey: 'tk' };
  const { event } = await verify(
    await signedRequest({ eventType: 'payroll.created', data }, { secret }),
    secret,
  );
  if (!isEvent(event, 'payroll.created', 'payroll.status.updated')) throw new Error('It is one of them');
  expectTypeOf(event.eventType).toEqualTypeOf<'payroll.created' | 'payroll.status.updated'>();
  expect(event.data.id).toBe('p');
});
