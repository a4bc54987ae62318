import { expect, test } from 'vitest';
import { eventSchemas } from '../../openapi/description.ts';
import { validate } from '../../openapi/validate.ts';
import { onlyDocumented, renewIds, sample, samples } from './sample-events.ts';
import { stories } from './stories.ts';

test('every event has a sample that is valid, with and without the assumed fields', () => {
  expect(new Set(samples.map(({ eventType }) => eventType))).toEqual(new Set(eventSchemas.keys()));
  for (const { eventType, event } of samples) {
    const schema = eventSchemas.get(eventType) ?? {};
    expect(validate(schema, renewIds(event, 'salt')), eventType).toEqual([]);
    expect(validate(schema, onlyDocumented(event)), eventType).toEqual([]);
  }
});

test('a resource gets one new id everywhere it is named', () => {
  const [before, after] = ['initiated', 'succeeded'].map(
    (name) => renewIds(sample(`transaction.${name}`, 'payroll').event, 'salt').data,
  );
  expect(after).toEqual(before);
  expect(before?.id).not.toBe(sample('transaction.initiated', 'payroll').event.data.id);
});

test('fields that the document does not show are left out', () => {
  expect(Object.keys(onlyDocumented(sample('transaction.failed', 'rejected').event).data)).toEqual([
    'message',
    'isReturned',
    'tenantKey',
  ]);
  expect(Object.keys(onlyDocumented(sample('filing.created').event).data).toSorted()).toEqual([
    'resourceId',
    'resourceType',
    'tenantKey',
  ]);
});

test.each(stories)('$title is about one resource', ({ events }) => {
  const named = events.map(({ event }) => new Set(JSON.stringify(event.data).match(/[0-9a-f-]{36}|tk_\w+/g)));
  const [first = [], ...others] = named;
  // The tenant, and the resource.
  const shared = [...first].filter((id) => others.every((ids) => ids.has(id)));
  expect(shared.length).toBeGreaterThan(1);
});
