/** Whether `watch` needs more and more memory over days: a million requests through both judges. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { type Measurement, memoryFigures, rounded } from './measurement.ts';
import { start } from './process.ts';
import type { JudgedTraffic } from './processes/judged.ts';
import { soundTraffic } from './watched-faults/traffic.ts';

const amount = 1_000_000;

async function judge(): Promise<JudgedTraffic> {
  const folder = mkdtempSync(join(tmpdir(), 'judged-'));
  const file = join(folder, 'traffic');
  writeFileSync(file, serialize(await soundTraffic()));
  await using judging = await start<undefined>('judged', [file]);
  rmSync(folder, { recursive: true });
  // The process replies with this type.
  return (await judging.ask('judge', amount)) as JudgedTraffic;
}

export async function measureJudgedMemory(): Promise<readonly Measurement[]> {
  const { requests, micros, samples, findings } = await judge();
  const [falseAlarm] = findings[0] ?? [];
  if (falseAlarm !== undefined) throw new Error(`The server is sound: ${falseAlarm}`);
  return [
    ...memoryFigures(
      `memory while ${rounded(requests)} requests with other ids and keys are judged`,
      samples,
    ),
    {
      what: 'processor time of making and judging a request, on both sides',
      figure: `${rounded(micros)} µs`,
    },
  ];
}
