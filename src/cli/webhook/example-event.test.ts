import { describe, expect, it } from 'vitest';
import { ConformanceError } from '../../../conformance/engine/errors.ts';
import { exampleEvent, exampleEvents, oddities, readEventType } from './example-event.ts';

const now = new Date('2026-03-31T00:00:00.500Z');

describe('an example event', () => {
  it.each(exampleEvents)('of $eventType is valid, with its own id and time', (given) => {
    const { eventType, examples, summary } = given;
    expect(summary).not.toBe('');
    for (const example of examples) {
      const event = exampleEvent(eventType, now, { example });
      expect(oddities(event)).toEqual([]);
      expect(event).toMatchObject({ eventType, timestamp: 1_774_915_200, version: '1.0' });
      expect(event.id).not.toBe(exampleEvent(eventType, now, { example }).id);
    }
  });

  it('is the first of its type, or the named one', () => {
    expect(exampleEvent('payroll.status.updated', now).data).toMatchObject({ status: 'saved' });
    const named = exampleEvent('payroll.status.updated', now, { example: 'completed' });
    expect(named.data).toMatchObject({ status: 'completed' });
  });

  it('takes given fields and a given id, and warns about unusual ones', () => {
    const event = exampleEvent('payroll.created', now, { data: { type: 7, mood: 'good' }, id: 'evt_1' });
    expect(event).toMatchObject({ id: 'evt_1', data: { type: 7, mood: 'good', workerType: 'EMPLOYEE' } });
    expect(oddities(event)).toEqual([expect.stringMatching(/^data\.type must be/)]);
  });

  it.each([
    ['pyroll.created', 'Did you mean payroll.created?'],
    ['payroll', 'Did you mean one of payroll.created, payroll.status.updated?'],
    ['toString', 'There is no event "toString".'],
  ])('of an unknown type %s is refused with what is near', (text, says) => {
    expect(() => readEventType(text)).toThrow(ConformanceError);
    expect(() => readEventType(text)).toThrow(says);
  });

  it.each(['complete', 'constructor'])('named %s is rejected, and the error lists the names', (example) => {
    const ask = () => exampleEvent('payroll.status.updated', now, { example });
    expect(ask).toThrow(/There is saved, approved, scheduled, processing, completed\./);
  });
});
