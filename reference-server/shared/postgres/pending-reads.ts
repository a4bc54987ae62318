/** The reads that a transaction waits for, sent as one query. */
import type { ClientBase } from 'pg';
import { type Row, run } from './connections.ts';
import { type Part, selectTogether } from './together.ts';

interface PendingRead extends Part {
  resolve(rows: readonly Row[]): void;
  reject(error: unknown): void;
}

/** A larger number would create too many different statements. */
const mostTogether = 6;

const bySequence = (one: Row, other: Row) => Number(one.sequence) - Number(other.sequence);

export class PendingReads {
  #reads: PendingRead[] = [];

  get isEmpty(): boolean {
    return this.#reads.length === 0;
  }

  /**
   * @param select yields sequence, collection and json of records.
   * @returns the rows in the order in which the records were first put.
   * @throws DatabaseError
   */
  add(select: Part): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => {
      this.#reads.push({ ...select, resolve, reject });
    });
  }

  /**
   * Sends all reads that were added.
   *
   * @param before the previous statements: if they fail, so do the reads.
   */
  send(client: ClientBase, before: Promise<void>): void {
    while (this.#reads.length > 0) {
      const together = this.#reads.splice(0, mostTogether);
      Promise.all([run(client, selectTogether(together)), before]).then(
        ([rows]) => {
          const sorted = rows.toSorted(bySequence);
          for (const [part, { resolve }] of together.entries())
            resolve(sorted.filter((row) => row.part === String(part)));
        },
        (error) => {
          for (const { reject } of together) reject(error);
        },
      );
    }
  }
}
