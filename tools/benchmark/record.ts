/** The figures of the benchmark, as the repository stores them for the page of the site. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Score } from './score.ts';

export interface Measured extends Score {
  readonly name: string;
  readonly version: string;
}

export interface BenchmarkRecord {
  readonly drawn: {
    readonly seed: number;
    readonly limitSeconds: number;
    /** Number of sound servers that show what a tool reports without a fault. */
    readonly baseline: number;
    /** Number of further sound servers. */
    readonly sound: number;
    /** Ids. */
    readonly faulty: readonly string[];
    readonly benign: readonly string[];
  };
  /** Numbers of faults and variants that the sample is drawn from. */
  readonly pools: { readonly faults: number; readonly variants: number };
  readonly machine: string;
  readonly tools: readonly Measured[];
}

const file = new URL('../site/records/benchmark.json', import.meta.url);

// Written below.
export const readRecord = (): BenchmarkRecord => JSON.parse(readFileSync(file, 'utf8')) as BenchmarkRecord;

export const writeRecord = (record: BenchmarkRecord): void =>
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`);
