import type { Collection, Records } from '../state/records.ts';
import type { Row } from './memory-table.ts';

/** A record that was put or, without a row, deleted. */
export interface Change<C extends Collection = Collection> {
  readonly collection: C;
  readonly id: string;
  readonly row: Row<Records[C]> | null;
}

/** Keeps the committed changes of a store where the end of the process cannot reach them. */
export interface Journal {
  /** Every row, in the order of their sequence. */
  load(): Iterable<Change>;
  /** Keeps the changes of one transaction: all of them, or none and an error. */
  write(changes: readonly Change[]): void;
  close(): void;
}

/** For a store that ends with its process. */
export const noJournal: Journal = {
  load: () => [],
  write: () => {},
  close: () => {},
};
