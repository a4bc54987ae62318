import { expect, test } from 'vitest';
import { CaseTimes } from './case-times.ts';

const businessId = '7b1e6f0a-3c52-4d8e-9a41-2f6c8d0e1b73';
/** What the clock of the business shows, years from that of this machine. */
const now = 2_091_618_002;
const day = 86_400;

test.each([
  ['its own clock', false, now + 10, true],
  ['its own clock', false, now + 3 * day, false],
  ['a clock that others may move', true, now + 3 * day, true],
  // No clock goes back.
  ['its own clock', false, now - day, false],
  ['a clock that others may move', true, now - day, false],
])('on %s (shared: %s), a beneficiary that is created at %d: %s', (_, isShared, createdTimestamp, holds) => {
  const times = new CaseTimes(() => isShared);
  times.note(businessId, now);
  times.note(businessId, now + 60);
  const json = { id: 'f07a3d9e-5b28-4c61-8d94-1e6b7c2f0a85', createdTimestamp };
  const response = { status: 201, headers: {}, text: JSON.stringify(json), json };
  const judged = times.judge('createBeneficiary', businessId, response);
  const until = isShared ? 'later' : String(now + 60);
  expect(judged[0]?.expected()).toContain(`${now} and ${until}`);
  expect(judged.map(({ path, holds: does }) => [path, does])).toEqual([[['createdTimestamp'], holds]]);
});

test.each([
  ['a clock that was not read', undefined, []],
  ['a clock that was read', now, [true]],
])('in a business that is older than the case, with %s', (_, read, judged) => {
  const times = new CaseTimes(() => false);
  times.noteOlder(businessId);
  if (read !== undefined) times.note(businessId, read);
  const json = { id: 'f07a3d9e-5b28-4c61-8d94-1e6b7c2f0a85', createdTimestamp: now - 90 * day };
  const response = { status: 200, headers: {}, text: JSON.stringify(json), json };
  expect(times.judge('readPayout', businessId, response).map(({ holds }) => holds)).toEqual(judged);
});
