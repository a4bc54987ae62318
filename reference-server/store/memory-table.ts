interface Identified {
  readonly id: string;
}

export interface Row<Record> {
  /** Order of the first `put`. */
  readonly sequence: number;
  readonly record: Record;
}

const bySequence = (one: Row<unknown>, other: Row<unknown>) => one.sequence - other.sequence;

/** Some rows of a table in the order of their first `put`. Their list is made once for all readers. */
class Bucket<Record extends Identified> {
  #rows = new Map<string, Row<Record>>();
  #lastSequence = 0;
  #inOrder = true;
  #list: readonly Record[] | undefined;

  get size(): number {
    return this.#rows.size;
  }

  get(id: string): Row<Record> | undefined {
    return this.#rows.get(id);
  }

  put(row: Row<Record>): void {
    const { id } = row.record;
    // A row that keeps its sequence keeps its place; any other goes to the end.
    if (this.#rows.get(id)?.sequence !== row.sequence) {
      this.#rows.delete(id);
      if (row.sequence < this.#lastSequence) this.#inOrder = false;
      else this.#lastSequence = row.sequence;
    }
    this.#rows.set(id, row);
    this.#list = undefined;
  }

  delete(id: string): void {
    if (this.#rows.delete(id)) this.#list = undefined;
  }

  list(): readonly Record[] {
    this.#list ??= Object.freeze(Array.from(this.rows(), ({ record }) => record));
    return this.#list;
  }

  rows(): Iterable<Row<Record>> {
    if (!this.#inOrder) {
      const rows = [...this.#rows.values()].sort(bySequence);
      this.#rows = new Map(rows.map((row) => [row.record.id, row]));
      this.#inOrder = true;
    }
    return this.#rows.values();
  }
}

/** Committed rows of one collection, with an index for each of `indexed`. */
export class MemoryTable<Record extends Identified> {
  readonly #all = new Bucket<Record>();
  readonly #indexes: ReadonlyMap<keyof Record, Map<unknown, Bucket<Record>>>;
  #lastSequence = 0;

  constructor(indexed: readonly (keyof Record)[]) {
    this.#indexes = new Map(indexed.map((field) => [field, new Map()]));
  }

  row(id: string): Row<Record> | undefined {
    return this.#all.get(id);
  }

  get(id: string): Record | undefined {
    return this.#all.get(id)?.record;
  }

  nextSequence(): number {
    this.#lastSequence += 1;
    return this.#lastSequence;
  }

  /** The records whose fields equal those of `where`; the same list as before while nothing has changed. */
  list(where: Partial<Record>): readonly Record[] {
    const bucket = this.#narrowest(where);
    if (bucket === undefined) return [];
    const fields = Object.keys(where);
    const isExact = fields.length === 0 || (fields.length === 1 && bucket !== this.#all);
    return isExact ? bucket.list() : bucket.list().filter((record) => matches(record, where));
  }

  /** Rows that may match: those of the most selective index, or all. */
  candidates(where: Partial<Record>): Iterable<Row<Record>> {
    return this.#narrowest(where)?.rows() ?? [];
  }

  put(row: Row<Record>): void {
    const { id } = row.record;
    const before = this.#all.get(id)?.record;
    this.#lastSequence = Math.max(this.#lastSequence, row.sequence);
    this.#all.put(row);
    for (const [field, index] of this.#indexes) {
      const value = row.record[field];
      if (before !== undefined && before[field] !== value) this.#removeFrom(index, before[field], id);
      const bucket = index.get(value) ?? new Bucket<Record>();
      index.set(value, bucket);
      bucket.put(row);
    }
  }

  delete(id: string): void {
    const row = this.#all.get(id);
    if (row === undefined) return;
    this.#all.delete(id);
    for (const [field, index] of this.#indexes) this.#removeFrom(index, row.record[field], id);
  }

  /** None when an index shows that nothing matches. */
  #narrowest(where: Partial<Record>): Bucket<Record> | undefined {
    let narrowest = this.#all;
    for (const [field, index] of this.#indexes) {
      if (where[field] === undefined) continue;
      const bucket = index.get(where[field]);
      if (bucket === undefined) return undefined;
      if (bucket.size <= narrowest.size) narrowest = bucket;
    }
    return narrowest;
  }

  #removeFrom(index: Map<unknown, Bucket<Record>>, value: unknown, id: string): void {
    const bucket = index.get(value);
    bucket?.delete(id);
    if (bucket?.size === 0) index.delete(value);
  }
}

function matches<Record>(record: Record, where: Partial<Record>): boolean {
  for (const field in where) if (record[field] !== where[field]) return false;
  return true;
}

/** A table as one transaction sees it: the committed rows under its own changes. */
export class MemoryTableView<Record extends Identified> {
  readonly #table: MemoryTable<Record>;
  /** `null` marks a deleted row. */
  readonly changes = new Map<string, Row<Record> | null>();

  constructor(table: MemoryTable<Record>) {
    this.#table = table;
  }

  get(id: string): Record | undefined {
    const change = this.changes.get(id);
    return change === undefined ? this.#table.get(id) : change?.record;
  }

  list(where: Partial<Record>): readonly Record[] {
    if (this.changes.size === 0) return this.#table.list(where);
    const committed = [...this.#table.candidates(where)].filter((row) => !this.changes.has(row.record.id));
    return [...committed, ...this.changed()]
      .filter((row) => matches(row.record, where))
      .sort(bySequence)
      .map((row) => row.record);
  }

  /** The rows that the transaction has put. */
  changed(): Row<Record>[] {
    return [...this.changes.values()].filter((row) => row !== null);
  }

  put(record: Record): void {
    const change = this.changes.get(record.id);
    const before = change === undefined ? this.#table.row(record.id) : change;
    this.changes.set(record.id, { sequence: before?.sequence ?? this.#table.nextSequence(), record });
  }

  delete(id: string): void {
    if (this.get(id) !== undefined) this.changes.set(id, null);
  }
}
