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
  /** The required value of the figure, in words; absent if the figure is for information only. */
  readonly target?: string;
  readonly met?: boolean;
}

/** The machine of the measurement, in words. */
export const machine = `Node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model.trim()}`;

export const rounded = (value: number): string => Math.round(value).toLocaleString('en');

export const megabytes = (bytes: number): number => bytes / 1024 / 1024;

/** Most memory that a process which goes on for days may take, in megabytes. */
const mostMegabytes = 300;
/** A fall or a rise of the trend up to this is noise of the garbage collector. */
const flatMegabytes = 30;

/**
 * The peak of the memory, and whether it grows. The first third warms up: code is compiled, and caches fill.
 *
 * @param what ends with the purpose of the memory
 * @param samples megabytes of the process, from time to time
 */
export function memoryFigures(what: string, samples: readonly number[]): readonly Measurement[] {
  const most = Math.max(...samples);
  const third = Math.ceil(samples.length / 3);
  const trend = mean(samples.slice(-third)) - mean(samples.slice(third, 2 * third));
  return [
    {
      what: `${what}, at most`,
      figure: `${rounded(most)} MB`,
      target: `under ${mostMegabytes} MB`,
      met: most < mostMegabytes,
    },
    {
      what: 'memory, last third against second',
      figure: `${trend < 0 ? '' : '+'}${trend.toFixed(0)} MB`,
      target: `less than +${flatMegabytes} MB`,
      met: trend < flatMegabytes,
    },
  ];
}

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
