import { expect, test } from 'vitest';
import { Businesses } from './businesses.ts';

const tenant = (businessId: string) => ({ caller: { token: 't' }, businessId });

test('cases share businesses once the limit is reached, one case at a time', async () => {
  const businesses = new Businesses(2);
  for (const _ of [1, 2]) {
    expect(businesses.isFull).toBe(false);
    businesses.count();
    businesses.use();
  }
  expect(businesses.isFull).toBe(true);
  expect(() => businesses.count()).toThrow('no more than 2');
  expect(businesses.limit).toBe(2);
  const waiting = businesses.take(true);
  await expect(businesses.take(false)).rejects.toThrow('none is free');
  businesses.leave(tenant('a'));
  expect(await waiting).toEqual(tenant('a'));
  businesses.leave(tenant('b'));
  businesses.leave(tenant('a'));
  // The one that was left longest ago.
  expect(await businesses.take(false)).toEqual(tenant('b'));
});

test('under a limit, requests that only try the operation are not sent', () => {
  expect(new Businesses().admit('a', false)).toBe(false);
  const businesses = new Businesses(2);
  expect(() => businesses.admit('a', false)).toThrow('no more than 2');
  businesses.count();
  expect(businesses.admit('a', false)).toBe(false);
  expect(() => businesses.admit('b', false)).toThrow('no more than 2');
});

test('a check about businesses sends them as long as there are some, and a repetition always', () => {
  const businesses = new Businesses(1);
  expect(businesses.admit('a', true)).toBe(true);
  expect(businesses.admit('a', true)).toBe(false);
  expect(() => businesses.admit('b', true)).toThrow('no more than 1');
  businesses.discount();
  expect(businesses.admit('b', true)).toBe(true);
});

test('a target that refuses one more closes the run to new ones, if there are others', async () => {
  const businesses = new Businesses();
  expect(businesses.close()).toBe(false);
  expect(businesses.isFull).toBe(false);
  await expect(businesses.take(true)).rejects.toThrow('none is free');
  businesses.use();
  expect(businesses.close()).toBe(true);
  expect(businesses.isFull).toBe(true);
  expect(businesses.limit).toBeUndefined();
});

test('what was submitted for verification goes to the cases that do not submit it, as far as there are others', async () => {
  const businesses = new Businesses();
  for (const name of ['a', 'b', 'c']) businesses.leaveNew(tenant(name));
  businesses.noteSubmitted(tenant('b').businessId);
  expect(await businesses.take(false)).toEqual(tenant('b'));
  expect(await businesses.take(false, true)).toEqual(tenant('a'));
  expect(await businesses.take(false)).toEqual(tenant('c'));
});
