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
    ['operations.uploadFile (rejected with 415)', 'I'],
    ['drain', 'J'],
  ]);
});

it('names the line of a rejected operation, the answer of the target and the remedy', () => {
  const obstacle = {
    operation: 'createPayout',
    status: 400,
    said: '{"params":{"sourceCurrency":"is required"}}',
  };
  const waiting = [
    { id: 'A', obstacle },
    { id: 'B', obstacle },
    { id: 'C', missing: ['webhooks'] },
  ];
  const [first] = nextSteps(waiting);
  expect(first?.requirements).toEqual(['A', 'B']);
  expect(first?.needs).toEqual([
    {
      name: 'operations.createPayout (rejected with 400)',
      said: obstacle.said,
      remedy: expect.stringMatching(/^operations: \{ createPayout: /),
    },
  ]);
});
