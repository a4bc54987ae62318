interface Identified {
  readonly id: string;
}

interface Row<Record> {
  /** Order of the first `put`. */
  readonly sequence: number;
  readonly record: Record;
}

/** Committed rows of one collection, with an index for each of `indexed`. */
export class MemoryTable<Record extends Identified> {
  readonly #rows = new Map<string, Row<Record>>();
  readonly #indexes: ReadonlyMap<keyof Record, Map<unknown, Set<string>>>;
  #lastSequence = 0;

  constructor(indexed: readonly (keyof Record)[]) {
    this.#indexes = new Map(indexed.map((field) => [field, new Map()]));
  }

  get(id: string): Row<Record> | undefined {
    return this.#rows.get(id);
  }

  nextSequence(): number {
    this.#lastSequence += 1;
    return this.#lastSequence;
  }

  /** Rows that may match: those of the most selective index, or all. */
  candidates(where: Partial<Record>): Row<Record>[] {
    let ids: Iterable<string> = this.#rows.keys();
    let size = this.#rows.size;
    for (const [field, index] of this.#indexes) {
      if (where[field] === undefined) continue;
      const found = index.get(where[field]);
      if (found === undefined) return [];
      if (found.size <= size) [ids, size] = [found, found.size];
    }
    return [...ids].flatMap((id) => this.#rows.get(id) ?? []);
  }

  put(row: Row<Record>): void {
    const { id } = row.record;
    this.delete(id);
    this.#rows.set(id, row);
    for (const [field, index] of this.#indexes) {
      const ids = index.get(row.record[field]);
      if (ids === undefined) index.set(row.record[field], new Set([id]));
      else ids.add(id);
    }
  }

  delete(id: string): void {
    const row = this.#rows.get(id);
    if (row === undefined) return;
    this.#rows.delete(id);
    for (const [field, index] of this.#indexes) index.get(row.record[field])?.delete(id);
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
  readonly #changes = new Map<string, Row<Record> | null>();

  constructor(table: MemoryTable<Record>) {
    this.#table = table;
  }

  get(id: string): Record | undefined {
    const change = this.#changes.get(id);
    return change === undefined ? this.#table.get(id)?.record : change?.record;
  }

  list(where: Partial<Record>): Record[] {
    const committed = this.#table.candidates(where).filter((row) => !this.#changes.has(row.record.id));
    const changed = [...this.#changes.values()].filter((row) => row !== null);
    return [...committed, ...changed]
      .filter((row) => matches(row.record, where))
      .sort((one, other) => one.sequence - other.sequence)
      .map((row) => row.record);
  }

  put(record: Record): void {
    const before = this.#changes.get(record.id) ?? this.#table.get(record.id);
    this.#changes.set(record.id, { sequence: before?.sequence ?? this.#table.nextSequence(), record });
  }

  delete(id: string): void {
    this.#changes.set(id, null);
  }

  commit(): void {
    for (const [id, row] of this.#changes) {
      if (row === null) this.#table.delete(id);
      else this.#table.put(row);
    }
  }
}
