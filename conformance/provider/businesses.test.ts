import { expect, test } from 'vitest';
import { Businesses } from './businesses.ts';

const tenant = (businessId: string) => ({ caller: { token: 't' }, businessId });
const own = (businessId: string) => ({ ...tenant(businessId), tenantKey: `tk_${businessId}` });

/** Opens one for a case, which will leave it. */
function open(businesses: Businesses, name: string, checkId = 'any'): ReturnType<typeof own> {
  businesses.count(checkId);
  businesses.use();
  return own(name);
}

test('cases share businesses once the limit is reached, one case at a time', async () => {
  const businesses = new Businesses(2);
  for (const name of ['a', 'b']) {
    expect(businesses.hasNewFor('any')).toBe(true);
    open(businesses, name);
  }
  expect(businesses.hasNewFor('any')).toBe(false);
  expect(() => businesses.count('any')).toThrow('no more than 2');
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

test('without a limit every case has a new one', () => {
  const businesses = new Businesses();
  businesses.keepFor(new Map([['kept', 3]]));
  businesses.leave(open(businesses, 'a'));
  expect(businesses.hasNewFor('any')).toBe(true);
  expect(businesses.takeUnused('any')).toBeUndefined();
});

test('under a limit, requests that only try the operation are not sent', () => {
  expect(new Businesses().admit('a', false, 'any')).toBe(false);
  const businesses = new Businesses(2);
  expect(() => businesses.admit('a', false, 'any')).toThrow('no more than 2');
  businesses.count('any');
  expect(businesses.admit('a', false, 'any')).toBe(false);
  expect(() => businesses.admit('b', false, 'any')).toThrow('no more than 2');
});

test('a check about businesses sends them as long as there are some, and a repetition always', () => {
  const businesses = new Businesses(1);
  expect(businesses.admit('a', true, 'any')).toBe(true);
  expect(businesses.admit('a', true, 'any')).toBe(false);
  expect(() => businesses.admit('b', true, 'any')).toThrow('no more than 1');
  businesses.discount();
  expect(businesses.admit('b', true, 'any')).toBe(true);
});

test('what a check about businesses has opened is left to others', async () => {
  const businesses = new Businesses(1);
  businesses.admit('a', true, 'any');
  const json = { businessId: 'a', tenantKey: 'tk_a' };
  const response = { status: 201, headers: {}, text: '', json };
  businesses.noteResponse({ token: 't' }, response as never);
  expect(businesses.takeUnused('other')).toMatchObject(json);
});

test('a target that refuses one more closes the run to new ones, if there are others', async () => {
  const businesses = new Businesses();
  expect(businesses.close()).toBe(false);
  expect(businesses.hasNewFor('any')).toBe(true);
  await expect(businesses.take(true)).rejects.toThrow('none is free');
  businesses.use();
  expect(businesses.close()).toBe(true);
  expect(businesses.hasNewFor('any')).toBe(false);
  expect(businesses.limit).toBeUndefined();
});

test('new ones are kept for the checks that need such, in their order, and a quarter is for the others', () => {
  const businesses = new Businesses(4);
  businesses.keepFor(
    new Map([
      ['first', 1],
      ['second', 3],
    ]),
  );
  businesses.leaveNew(tenant('of the survey'));
  expect(businesses.hasNewFor('any')).toBe(true);
  open(businesses, 'a');
  expect(businesses.hasNewFor('any')).toBe(false);
  open(businesses, 'b', 'first');
  open(businesses, 'c', 'second');
  open(businesses, 'd', 'second');
  expect(businesses.hasNewFor('second')).toBe(false);
});

test('what a case leaves without a write is as good as new', () => {
  const businesses = new Businesses(2);
  const [untouched, used] = [open(businesses, 'a'), open(businesses, 'b')];
  businesses.noteWrite(used.tenantKey);
  businesses.leave(untouched);
  businesses.leave(used);
  expect(businesses.hasNewFor('any')).toBe(true);
  expect(businesses.takeUnused('any')).toEqual(untouched);
  expect(businesses.takeUnused('any')).toBeUndefined();
});

test('whoever waits gets one that is as good as new if nothing else can come', async () => {
  const businesses = new Businesses(1);
  businesses.keepFor(new Map([['kept', 1]]));
  const only = open(businesses, 'a');
  const waiting = businesses.take(true);
  businesses.leave(only);
  expect(await waiting).toEqual(tenant('a'));
});

test('what was submitted for verification goes to the cases that do not submit it, and to no other', async () => {
  const businesses = new Businesses();
  for (const name of ['a', 'b', 'c', 'd']) businesses.leaveNew(tenant(name));
  businesses.noteSubmitted('b');
  businesses.noteSubmitted('d');
  expect(await businesses.take(false)).toEqual(tenant('b'));
  expect(await businesses.take(false, true)).toEqual(tenant('a'));
  expect(await businesses.take(false)).toEqual(tenant('d'));
  businesses.leave(tenant('d'));
  expect(await businesses.take(false, true)).toEqual(tenant('c'));
  await expect(businesses.take(true, true)).rejects.toThrow('none is free');
});
