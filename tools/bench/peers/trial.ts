/** The measurements, in the form in which they are stored. */
import type { FaultClass } from '../../../proof/faults/fault-class.ts';

export const configurations = ['defaults', 'fair'] as const;

/**
 * `defaults`: a newcomer's command after the first page of a tool. `fair`: the set-up of somebody who knows the tool
 * and the server.
 */
export type Configuration = (typeof configurations)[number];

/** In place of a fault: the second run on the sound server. New failures there are due to chance, and are no finds. */
export const soundAgain = 'sound-again';

/** One tool in one configuration with one seed. */
export interface Attempt {
  readonly tool: string;
  readonly configuration: Configuration;
  readonly seed: number;
}

/** One server start. */
export interface Trial extends Attempt {
  /** Absent: the sound server; `soundAgain`: the sound server once more. */
  readonly fault?: string;
  readonly outcome: 'finished' | 'cut';
  /** Failures that the tool reported; on a faulty server only those that it does not report on the sound one. */
  readonly failures: readonly string[];
  readonly requests: number;
  readonly seconds: number;
  /** Processor time of the tool, without the server. */
  readonly processorSeconds: number;
}

/** The stored results of a tool. */
export interface Measured {
  readonly tool: string;
  readonly version: string;
  readonly machine: string;
  readonly trials: readonly Trial[];
}

/** A fault that the tools are run on. */
export interface Sampled {
  readonly fault: string;
  readonly class: FaultClass;
}

/** Same tool, configuration and seed: the run with which a run on a faulty server is compared. */
export const isSameAttempt = (a: Attempt, b: Attempt): boolean =>
  a.tool === b.tool && a.configuration === b.configuration && a.seed === b.seed;

/**
 * A failure without the parts that differ from run to run: ids, numbers and times. Two failures of one operation with
 * the same text are one.
 */
export function nameOf(parts: readonly string[]): string {
  return parts
    .join(' | ')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '‹id›')
    .replaceAll(/127\.0\.0\.1:\d+/g, '‹server›')
    .replaceAll(/\d{6,}/g, '‹number›')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 300);
}

/** Failures that the sound server does not show as well, each once. */
export const newFailures = (found: readonly string[], onSound: readonly string[]): readonly string[] =>
  [...new Set(found)].filter((failure) => !onSound.includes(failure));
