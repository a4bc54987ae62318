import { expect, test } from 'vitest';
import { possibleFrom, type Stage, surelyFrom } from '../../judgements/expiry-stages.ts';
import { type ExpectedDocument, type Expiry, expiryDate, stageEntered } from './document.ts';

const at = (time: string) => Date.parse(time) / 1_000;

test.each<[Stage, expiry: string, possible: string, surely: string]>([
  ['about-to-expire', '2028-03-30', '2028-02-28T10:00:00Z', '2028-03-01T12:00:00Z'],
  ['about-to-expire', '2027-03-30', '2027-02-27T10:00:00Z', '2027-03-01T12:00:00Z'],
  ['in-grace-period', '2028-02-29', '2028-02-28T10:00:00Z', '2028-03-01T12:00:00Z'],
  ['in-grace-period', '2027-12-31', '2027-12-30T10:00:00Z', '2028-01-01T12:00:00Z'],
  ['expired', '2027-12-31', '2028-02-28T10:00:00Z', '2028-03-01T12:00:00Z'],
  ['expired', '2026-12-31', '2027-02-28T10:00:00Z', '2027-03-02T12:00:00Z'],
])(
  'a document enters %s with the expiry %s from %s on, by %s at the latest',
  (stage, expiry, possible, surely) => {
    expect(possibleFrom(stage, expiry)).toBe(at(possible));
    expect(surelyFrom(stage, expiry)).toBe(at(surely));
  },
);

const approved = (time: string): ExpectedDocument => ({
  expiry: '2027-06-30',
  inForceSince: at(time),
  entered: [],
});

test.each<[what: string, ExpectedDocument, time: string, want: Stage | undefined]>([
  ['none yet', approved('2027-01-01T00:00:00Z'), '2027-05-30T09:59:59Z', undefined],
  ['none that is beyond doubt', approved('2027-01-01T00:00:00Z'), '2027-05-31T12:00:00Z', undefined],
  ['the first one', approved('2027-01-01T00:00:00Z'), '2027-06-01T12:00:00Z', 'about-to-expire'],
  ['it still on the eve', approved('2027-01-01T00:00:00Z'), '2027-06-29T09:59:59Z', 'about-to-expire'],
  ['no certain one on the day', approved('2027-01-01T00:00:00Z'), '2027-06-30T12:00:00Z', undefined],
  ['the next one', approved('2027-01-01T00:00:00Z'), '2027-07-01T12:00:00Z', 'in-grace-period'],
  ['the last one', approved('2027-01-01T00:00:00Z'), '2027-08-30T12:00:00Z', 'expired'],
  [
    'the first one, approved in it',
    approved('2027-06-10T00:00:00Z'),
    '2027-06-10T00:00:00Z',
    'about-to-expire',
  ],
  [
    'nothing, approved in it again',
    { ...approved('2027-06-10T00:00:00Z'), lapsed: true },
    '2027-06-10T00:00:00Z',
    undefined,
  ],
  ['nothing, approved in a later one', approved('2027-07-10T00:00:00Z'), '2027-07-10T00:00:00Z', undefined],
  ['nothing, not in force', { expiry: '2027-06-30', entered: [] }, '2027-06-10T00:00:00Z', undefined],
])('a document that is in force has entered %s', (_, document, time, want) => {
  expect(stageEntered(document, at(time))).toBe(want);
});

test.each<[Expiry, taken: string[], want: string]>([
  [{ days: 10 }, [], '2026-12-01'],
  [{ days: 10 }, ['2026-12-01', '2026-12-02'], '2026-12-03'],
  [{ on: 'a leap day' }, [], '2028-02-29'],
  [{ on: '30 days after a leap day' }, [], '2028-03-30'],
  [{ on: '60 days before a leap day' }, [], '2027-12-31'],
  [{ on: 'the end of a month' }, [], '2026-12-31'],
])('with the expiry %j and %j taken a document expires on %s', (expiry, taken, want) => {
  expect(expiryDate(expiry, at('2026-11-21T13:00:00Z'), taken)).toBe(want);
});
