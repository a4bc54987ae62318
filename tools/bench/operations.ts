/** Whether the suite takes longer or needs more memory for each operation of a description, the more of them there are. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Measurement, rounded } from './measurement.ts';
import { start } from './process.ts';
import { syntheticDescription } from './synthetic-description.ts';

const sizes = [10, 100, 1_000] as const;
/** The least processor time counts, because other work on the machine only adds to it. */
const rounds = 2;
/** The operations grow ten times; a time or memory that grows far more is worse than linear. */
const most = 15;

interface Described {
  readonly operations: number;
  /** Milliseconds of processor time by purpose. */
  readonly millis: Readonly<Record<string, number>>;
  /** Megabytes that stay. */
  readonly memory: number;
}

async function describe(folder: string, operations: number): Promise<Described> {
  const file = join(folder, `${operations}.json`);
  writeFileSync(file, JSON.stringify(syntheticDescription(operations), null, 1));
  await using process = await start<Described>('description', [file], ['--expose-gc']);
  if (process.ready.operations !== operations)
    throw new Error(`${process.ready.operations} operations were read`);
  return process.ready;
}

/** The figures of each size, and whether the largest is in proportion to the one before. */
function growth(what: string, values: readonly number[], unit: string): Measurement {
  const [few = 1, many = 1] = values.slice(-2);
  const ratio = many / few;
  const [, medium, large] = sizes;
  return {
    what: `${what}, with ${sizes.map(rounded).join(', ')} operations`,
    figure: `${values.map(rounded).join(', ')} ${unit}`,
    target: `${rounded(large)} to ${medium}: ${ratio.toFixed(1)} times, at most ${most}`,
    met: ratio <= most,
  };
}

export async function measureOperations(): Promise<readonly Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const bySize: Described[][] = sizes.map(() => []);
    for (let round = 0; round < rounds; round += 1)
      for (const [index, size] of sizes.entries()) bySize[index]?.push(await describe(folder, size));
    const parts = Object.keys(bySize[0]?.[0]?.millis ?? {});
    const least = (of: (described: Described) => number) =>
      bySize.map((described) => Math.min(...described.map(of)));
    return [
      ...parts.map((part) =>
        growth(
          part,
          least(({ millis }) => millis[part] ?? 0),
          'ms',
        ),
      ),
      growth(
        'memory',
        least(({ memory }) => memory),
        'MB',
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
