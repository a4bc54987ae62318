import { describe, expect, it } from 'vitest';
import type { RunEvent, RunStarted } from '../conformance/engine/events.ts';
import { mergeShards, type NamedRecord } from './merge.ts';
import { eventLine, readEvents } from './ndjson.ts';
import { failingEvents, failingResults } from './testing/sample-results.ts';

const [whole] = failingEvents;
if (whole?.type !== 'run-started') throw new Error('The sample has no header.');
const plan = whole.checks.map(({ id }, index) => ({ check: id, shard: (index % 2) + 1 }));

const checkOf = (event: RunEvent) =>
  event.type === 'finding-reported' ? event.finding.check : 'check' in event ? event.check : undefined;

/** The records that one of two machines would have written of the sample. */
function shard(
  index: number,
  { header = {}, footer = {} }: { header?: Partial<RunStarted>; footer?: object } = {},
): NamedRecord {
  const mine = new Set(plan.filter((each) => each.shard === index).map(({ check }) => check));
  const events = failingEvents.flatMap((event): RunEvent[] => {
    switch (event.type) {
      case 'run-started':
        return [
          {
            ...event,
            run: { ...event.run, shard: { index, count: 2 } },
            checks: event.checks.filter(({ id }) => mine.has(id)),
            plan,
            ...header,
          },
        ];
      case 'run-finished':
        return [{ ...event, requests: 764, ...footer }];
      default:
        return mine.has(checkOf(event) ?? '') ? [event] : [];
    }
  });
  return { name: `shard-${index}.ndjson`, record: readEvents(events.map(eventLine).join('')) };
}

const otherRun = (changes: object) => ({ ...whole.run, shard: { index: 2, count: 2 }, ...changes });

describe('the merge of shards', () => {
  it('equals a run on one machine, whatever the order of the files', () => {
    const { results, events } = mergeShards([shard(2), shard(1)]);
    const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
    expect({
      ...results,
      checks: results.checks.toSorted(byId),
      findings: results.findings.toSorted(byId),
    }).toEqual({
      ...failingResults,
      checks: failingResults.checks.toSorted(byId),
      findings: failingResults.findings.toSorted(byId),
    });
    expect(readEvents(events.map(eventLine).join('')).results).toEqual(results);
  });

  it('returns a run without shards unchanged', () => {
    const record = readEvents(failingEvents.map(eventLine).join(''));
    expect(mergeShards([{ name: 'a', record }]).results).toEqual(failingResults);
    expect(() => mergeShards([{ name: 'a', record }, shard(1)])).toThrow(
      /a is from a whole run.*leave it out/,
    );
  });

  it('allows each shard its own server', () => {
    const target = { ...whole.target, baseUrl: 'http://127.0.0.1:4010' };
    const elsewhere = { ...whole.target, baseUrl: 'http://127.0.0.1:4999' };
    const parts = [shard(1, { header: { target } }), shard(2, { header: { target: elsewhere } })];
    expect(mergeShards(parts).results.target.baseUrl).toBe('http://127.0.0.1:4010');
  });

  it.each([
    ['incomplete', 'Interrupted by SIGINT.'],
    ['error', 'No response from http://127.0.0.1:9.'],
  ])('is %s when a shard is, and says which', (verdict, reason) => {
    const { results } = mergeShards([shard(1), shard(2, { footer: { verdict, reason } })]);
    expect(results).toMatchObject({ verdict, reason: `Shard 2/2 (shard-2.ndjson): ${reason}` });
    expect(results.findings).toHaveLength(failingResults.findings.length);
  });

  it('lasts from the first start to the last end', () => {
    const early = { ...whole.run, startedAt: '2026-01-15T09:00:00.000Z', shard: { index: 1, count: 2 } };
    const { run } = mergeShards([shard(1, { header: { run: early } }), shard(2)]).results;
    expect(run).toMatchObject({ startedAt: '2026-01-15T09:00:00.000Z', durationMillis: 1_883_400 });
  });

  it.each([
    ['a missing shard', [shard(1)], 'shard 2/2 is missing: give the results.ndjson of --shard 2/2 too'],
    ['a shard twice', [shard(1), shard(1)], 'shard-1.ndjson and shard-1.ndjson are both shard 1/2'],
    ['no file', [], 'no file was given'],
    [
      'another seed',
      [shard(1), shard(2, { header: { run: otherRun({ seed: 43 }) } })],
      'the seed differs between shard-1.ndjson (42) and shard-2.ndjson (43): give the shards of one run',
    ],
    [
      'another profile',
      [shard(1), shard(2, { header: { run: otherRun({ profile: 'smoke' }) } })],
      'the profile differs',
    ],
    [
      'another number of shards',
      [shard(1), shard(2, { header: { run: otherRun({ shard: { index: 2, count: 3 } }) } })],
      'the number of shards differs between shard-1.ndjson (2) and shard-2.ndjson (3)',
    ],
    [
      'another version',
      [shard(1), shard(2, { header: { tool: { name: 'workforce-conformance', version: '9.9.9' } } })],
      'the version of the tool differs',
    ],
    [
      'another target',
      [shard(1), shard(2, { header: { target: { ...whole.target, baseUrl: 'https://b.example.com' } } })],
      'the target differs',
    ],
    [
      'another fault',
      [shard(1), shard(2, { header: { target: { ...whole.target, fault: 'x' } } })],
      'the deliberate fault differs between shard-1.ndjson (none) and shard-2.ndjson (x)',
    ],
    [
      'another split',
      [shard(1), shard(2, { header: { plan: plan.toReversed() } })],
      'the split of the checks differs between shard-1.ndjson and shard-2.ndjson: give the shards of one run, ' +
        'all with the same options and the same --balance',
    ],
    [
      'other known failures',
      [shard(1), shard(2, { header: { knownFailures: [] } })],
      'the list of known failures differs',
    ],
  ])('refuses %s, and names the file and the remedy', (_, records, message) => {
    expect(() => mergeShards(records)).toThrow(message);
  });

  it('rejects an interrupted shard', () => {
    const { name, record } = shard(2);
    const cut = readEvents(record.events.slice(0, -1).map(eventLine).join(''));
    expect(() => mergeShards([shard(1), { name, record: cut }])).toThrow(
      'shard-2.ndjson has no last line, so shard 2/2 was cut off: run --shard 2/2 again',
    );
  });
});
