import { availableParallelism, cpus } from 'node:os';

/** Milliseconds of processor time of this process since an earlier look. */
export function cpuMillisSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** One measured figure. */
export interface Measurement {
  readonly what: string;
  /** As it is shown, with its unit. */
  readonly figure: string;
  /** What the figure has to be, in words; absent when it is only of interest. */
  readonly target?: string;
  readonly met?: boolean;
}

/** What was measured on, in words. */
export const machine = `Node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model.trim()}`;

export const rounded = (value: number): string => Math.round(value).toLocaleString('en');

export const megabytes = (bytes: number): number => bytes / 1024 / 1024;

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
