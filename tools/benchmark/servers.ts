/** The servers of the benchmark: sound, with faults that others wrote, and with what the document leaves open. */
import type { Target } from '../../conformance/target/target.ts';
import { openVariant, variants } from '../../proof/benign/run-variant.ts';
import { blindFaults } from '../../proof/blind/faults/index.ts';
import { stageFault } from '../../proof/blind/stage.ts';
import { place } from '../../proof/faults/place.ts';

interface Opened extends AsyncDisposable {
  readonly target: Pick<Target, 'baseUrl' | 'credentials'>;
  /** Address of the server behind the fault or the variant. */
  readonly behind: string;
  /** How often the fault has changed a response, a delivery or what the server holds. */
  readonly deeds?: { readonly changes: number };
}

export interface BenchmarkServer {
  /** Id of the fault or the variant. */
  readonly id: string;
  readonly kind: 'sound' | 'faulty' | 'benign';
  open(): Promise<Opened>;
}

/** A variant that needs a configuration of this suite is no test of other tools. */
const eligible = variants.filter(
  ({ operations, target }) => operations === undefined && target === undefined,
);

export const poolSizes = { faults: blindFaults.length, variants: eligible.length };

const draw = <Entry extends { readonly id: string }>(from: readonly Entry[], count: number, seed: number) =>
  from.toSorted((a, b) => place(seed, a.id) - place(seed, b.id)).slice(0, count);

export const soundServers = (count: number): BenchmarkServer[] =>
  Array.from({ length: count }, (_, index) => {
    const id = `sound ${index + 1}`;
    return { id, kind: 'sound', open: () => openVariant({ id }, true) };
  });

export const faultyServers = (count: number, seed: number): BenchmarkServer[] =>
  draw(blindFaults, count, seed).map((fault) => ({
    id: fault.id,
    kind: 'faulty',
    open: () => stageFault(fault),
  }));

export const benignServers = (count: number, seed: number): BenchmarkServer[] =>
  draw(eligible, count, seed).map((variant) => ({
    id: variant.id,
    kind: 'benign',
    open: () => openVariant(variant, true),
  }));
