import { describe, expect, it } from 'vitest';
import { createPaint } from '../../../reports/wording.ts';
import { DeliveryTally, deliveryLine } from './listen-lines.ts';
import type { ForwardedDelivery } from './listener.ts';

const paint = createPaint(false);
const at = new Date(2026, 2, 31, 9, 5, 7);
const verified = (eventType: string): ForwardedDelivery['verification'] => ({
  ...{ type: 'verified', sentAt: at },
  event: { eventType, id: 'evt_1', data: {} },
});
const answered = (status: number, text = ''): ForwardedDelivery['outcome'] => ({
  ...{ type: 'answered', durationMillis: 12.4 },
  status,
  text,
});
const delivery: ForwardedDelivery = {
  ...{ at, id: 'evt_1', attempt: 1, tries: 1 },
  verification: verified('payroll.created'),
  outcome: answered(204),
};

describe('the line of a delivery', () => {
  it.each<[what: string, change: Partial<ForwardedDelivery>, want: string]>([
    ['acknowledged', {}, '09:05:07  payroll.created  evt_1  attempt 1  verified  204 in 12 ms'],
    [
      'refused, with what the receiver says',
      { attempt: 3, outcome: answered(500, 'no\n\u001b[31mdatabase') },
      '09:05:07  payroll.created  evt_1  attempt 3  verified  500 in 12 ms no ␛[31mdatabase',
    ],
    [
      'acknowledged in a quick retry',
      { tries: 2 },
      '09:05:07  payroll.created  evt_1  attempt 1  verified  204 in 12 ms (2 tries)',
    ],
    [
      'forged',
      { id: '', verification: { type: 'refused', code: 'signature-wrong' }, outcome: answered(401) },
      '09:05:07  ?  without an id  attempt 1  not verified (signature-wrong)  401 in 12 ms',
    ],
    [
      'not answered',
      { outcome: { type: 'unanswered', reason: 'no answer within 9 s', durationMillis: 9_000 } },
      '09:05:07  payroll.created  evt_1  attempt 1  verified  no answer within 9 s after 9000 ms',
    ],
  ])('%s', (_, change, want) => {
    expect(deliveryLine({ ...delivery, ...change }, paint).replace(/ {2,}/g, '  ')).toBe(want);
  });
});

describe('the summary', () => {
  it('says that no event arrived', () => {
    expect(new DeliveryTally().lines()).toEqual(['Nothing was delivered.']);
  });

  it('counts events once, and each delivery', () => {
    const tally = new DeliveryTally();
    tally.add({ ...delivery, outcome: answered(500) });
    tally.add({ ...delivery, attempt: 2 });
    tally.add({ ...delivery, id: 'evt_2', verification: verified('person.created') });
    tally.add({ ...delivery, id: 'evt_3' });
    tally.add({ ...delivery, id: 'evt_4', verification: { type: 'refused', code: 'body-invalid' } });
    expect(tally.lines().map((line) => line.replace(/ {2,}/g, '  '))).toEqual([
      '4 events in 5 deliveries: 4 acknowledged, 1 not, 1 not verified',
      '  payroll.created  2',
      '  person.created  1',
      '  ?  1',
    ]);
  });
});
