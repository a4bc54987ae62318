import type { DeliveryRecord } from '../state/records/webhooks.ts';
import {
  type BusinessCollection,
  businessCollections,
  type Collection,
  collections,
  indexedFields,
  type OwnedRecords,
  type Records,
} from '../state/records.ts';
import { DeliveryQueues } from './delivery-queues.ts';
import { MemoryTable, MemoryTableView, type Row } from './memory-table.ts';
import type { Store, Transaction } from './store.ts';

type Tables = { readonly [C in Collection]: MemoryTable<Records[C]> };
type Views = { [C in Collection]?: MemoryTableView<Records[C]> };

function createTables(): Tables {
  const tables = collections.map((name) => [name, new MemoryTable(indexedFields[name] as readonly never[])]);
  // One table for each collection, of its records.
  return Object.fromEntries(tables) as Tables;
}

class MemoryTransaction implements Transaction {
  readonly #tables: Tables;
  readonly #queues: DeliveryQueues;
  readonly #views: Views = {};

  constructor(tables: Tables, queues: DeliveryQueues) {
    this.#tables = tables;
    this.#queues = queues;
  }

  async get<C extends Collection>(collection: C, id: string): Promise<Records[C] | undefined> {
    return this.#reader(collection).get(id);
  }

  async list<C extends Collection>(
    collection: C,
    where: Partial<Records[C]>,
  ): Promise<readonly Records[C][]> {
    return this.#reader(collection).list(where);
  }

  async listOwned(businessId: string): Promise<OwnedRecords> {
    const owned: Partial<Record<BusinessCollection, readonly unknown[]>> = {};
    for (const name of businessCollections) owned[name] = this.#reader(name).list({ businessId });
    // One list for each collection that there is.
    return owned as OwnedRecords;
  }

  async firstDeliveries(businessId: string): Promise<readonly DeliveryRecord[]> {
    return this.#queues.first(businessId, this.#views.deliveries?.changes ?? new Map());
  }

  async finishedBeyond(kept: number): Promise<readonly string[]> {
    const finished = this.#reader('deliveries')
      .list({})
      .filter(({ status }) => status !== 'pending');
    return finished.slice(0, Math.max(0, finished.length - kept)).map(({ id }) => id);
  }

  /** The timers of the one server that there is remember it. */
  async plan(): Promise<void> {}

  async put<C extends Collection>(collection: C, record: Records[C]): Promise<void> {
    this.#view(collection).put(record);
  }

  async delete(collection: Collection, id: string): Promise<void> {
    this.#view(collection).delete(id);
  }

  async clear(): Promise<void> {
    for (const name of collections) {
      for (const { id } of this.#reader(name).list({})) this.#view(name).delete(id);
    }
  }

  changes(): Change[] {
    // The keys are those of the views that there are.
    const changed = Object.keys(this.#views) as Collection[];
    return changed.flatMap((collection) => this.#changesOf(collection));
  }

  #changesOf<C extends Collection>(collection: C): Change<C>[] {
    return Array.from(this.#view(collection).changes, ([id, row]) => ({ collection, id, row }));
  }

  /** The table itself, until the transaction has changes of its own. */
  #reader<C extends Collection>(collection: C): Pick<MemoryTable<Records[C]>, 'get' | 'list'> {
    return this.#views[collection] ?? this.#tables[collection];
  }

  #view<C extends Collection>(collection: C): MemoryTableView<Records[C]> {
    const existing: MemoryTableView<Records[C]> | undefined = this.#views[collection];
    if (existing !== undefined) return existing;
    const view = new MemoryTableView<Records[C]>(this.#tables[collection]);
    this.#views[collection] = view as Views[C];
    return view;
  }
}

/**
 * Keeps everything in this process; transactions run one after the other. With a journal it begins with what the
 * journal holds, and a transaction only counts once the journal has it.
 */
export class MemoryStore implements Store {
  readonly #tables = createTables();
  readonly #queues = new DeliveryQueues();
  readonly #journal: Journal;
  #last: Promise<unknown> = Promise.resolve();

  constructor(journal: Journal = noJournal) {
    this.#journal = journal;
    for (const change of journal.load()) this.#apply(change);
  }

  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const run = this.#last.then(async () => {
      const transaction = new MemoryTransaction(this.#tables, this.#queues);
      const result = await work(transaction);
      this.#commit(transaction.changes());
      return result;
    });
    // The next one runs even if this one failed; its caller gets the error.
    this.#last = run.catch(() => {});
    return run;
  }

  async close(): Promise<void> {
    await this.#last;
    this.#journal.close();
  }

  #commit(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    this.#journal.write(changes);
    for (const change of changes) this.#apply(change);
  }

  #apply<C extends Collection>({ collection, id, row }: Change<C>): void {
    const table: MemoryTable<Records[C]> = this.#tables[collection];
    if (collection === 'deliveries') {
      // The compiler does not narrow the row with its collection.
      const after = row as Row<DeliveryRecord> | null;
      this.#queues.replace(this.#tables.deliveries.row(id), after ?? undefined);
    }
    if (row === null) table.delete(id);
    else table.put(row);
  }
}

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
const noJournal: Journal = {
  load: () => [],
  write: () => {},
  close: () => {},
};
