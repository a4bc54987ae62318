import { expect, it } from 'vitest';
import { nextSteps } from './next-steps.ts';

it('orders what to connect by what it adds together, not by what blocks a requirement alone', () => {
  const waiting = [
    ...['A', 'B', 'C', 'D', 'E', 'F'].map((id) => ({ id, missing: ['clock', 'webhooks'] })),
    { id: 'G', missing: ['external-jwt'] },
    { id: 'H', missing: ['external-jwt'] },
    { id: 'I', obstacle: { operation: 'uploadFile', status: 415, said: 'no' } },
    { id: 'J', missing: ['clock', 'drain'] },
    { id: 'K' },
  ];
  const steps = nextSteps(waiting).map(({ needs, requirements }) => [
    needs.map(({ name }) => name).join(' and '),
    requirements.join(''),
  ]);
  expect(steps).toEqual([
    ['clock and webhooks', 'ABCDEF'],
    ['external-jwt', 'GH'],
    ['uploadFile (rejected with 415)', 'I'],
    ['drain', 'J'],
  ]);
});
