import { MemoryTable, MemoryTableView } from './memory-table.ts';
import type { Collection, Records } from './records.ts';
import { collections, indexedFields } from './records.ts';
import type { Store, Transaction } from './store.ts';

type Tables = { readonly [C in Collection]: MemoryTable<Records[C]> };
type Views = { readonly [C in Collection]: MemoryTableView<Records[C]> };

function createTables(): Tables {
  const tables = collections.map((name) => [name, new MemoryTable(indexedFields[name] as readonly never[])]);
  // One table for each collection, of its records.
  return Object.fromEntries(tables) as Tables;
}

function createViews(tables: Tables): Views {
  const views = collections.map((name) => [name, new MemoryTableView<{ id: string }>(tables[name] as never)]);
  return Object.fromEntries(views) as Views;
}

class MemoryTransaction implements Transaction {
  readonly #views: Views;

  constructor(tables: Tables) {
    this.#views = createViews(tables);
  }

  async get<C extends Collection>(collection: C, id: string): Promise<Records[C] | undefined> {
    return this.#views[collection].get(id);
  }

  async list<C extends Collection>(collection: C, where: Partial<Records[C]>): Promise<Records[C][]> {
    return this.#views[collection].list(where);
  }

  async put<C extends Collection>(collection: C, record: Records[C]): Promise<void> {
    this.#views[collection].put(record);
  }

  async delete(collection: Collection, id: string): Promise<void> {
    this.#views[collection].delete(id);
  }

  async clear(): Promise<void> {
    for (const view of Object.values(this.#views)) {
      for (const { id } of view.list({})) view.delete(id);
    }
  }

  commit(): void {
    for (const view of Object.values(this.#views)) view.commit();
  }
}

/** Keeps everything in this process; transactions run one after the other. */
export class MemoryStore implements Store {
  readonly #tables = createTables();
  #last: Promise<unknown> = Promise.resolve();

  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const run = this.#last.then(async () => {
      const transaction = new MemoryTransaction(this.#tables);
      const result = await work(transaction);
      transaction.commit();
      return result;
    });
    // The next one runs whatever became of this one; its caller is told.
    this.#last = run.catch(() => {});
    return run;
  }

  async close(): Promise<void> {
    await this.#last;
  }
}
