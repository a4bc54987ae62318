import { expect, it } from 'vitest';
import type { IncomingResponse } from '../http/transport.ts';
import { mostConcurrency, Tempo } from './tempo.ts';

/** Lets a number of answers pass. */
async function pass(tempo: Tempo, count: number, millis: (width: number) => number, status = 200) {
  const send = tempo.layer(async () => ({ status, durationMillis: millis(tempo.width) }) as IncomingResponse);
  for (let sent = 0; sent < count; sent += 1) await send({ method: 'GET', path: '/', headers: {} });
}

it('a target that answers as quickly to more gets more', async () => {
  const tempo = new Tempo(4);
  await pass(tempo, 1_000, () => 200);
  expect(tempo.width).toBe(mostConcurrency);
});

it('a target whose answers take longer the more it is asked keeps the usual number', async () => {
  const tempo = new Tempo(4);
  await pass(tempo, 2_000, (width) => 20 * width);
  expect(tempo.width).toBeLessThanOrEqual(6);
  expect(tempo.isFar).toBe(true);
});

it('a target that turns somebody away gets less, and never as much again', async () => {
  const tempo = new Tempo(4);
  await pass(tempo, 200, () => 50);
  const before = tempo.width;
  await pass(tempo, 1, () => 50, 429);
  expect(tempo.width).toBe(Math.floor(before / 2));
  await pass(tempo, 2_000, () => 50);
  expect(tempo.width).toBe(before - 1);
});

it('an answer that does not come counts as being turned away', async () => {
  const tempo = new Tempo(4);
  await pass(tempo, 200, () => 50);
  const send = tempo.layer(async () => {
    throw new Error('no answer');
  });
  await expect(send({ method: 'GET', path: '/', headers: {} })).rejects.toThrow('no answer');
  expect(tempo.width).toBeLessThan(mostConcurrency);
});

it('a target that has answered at once is near, and keeps the usual number', async () => {
  const tempo = new Tempo(4);
  await pass(tempo, 1, () => 2);
  await pass(tempo, 1_000, () => 200);
  expect([tempo.isFar, tempo.width]).toEqual([false, 4]);
});
