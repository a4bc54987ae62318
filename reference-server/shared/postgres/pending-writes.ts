/** Records that a transaction has changed and not yet written, and the few statements that write them. */
import { type Collection, collections, type Records } from '../../state/records.ts';
import type { Occasion } from '../../store/store.ts';
import { keyOf, type Table, tableOf } from './tables.ts';
import type { Part } from './together.ts';

interface Pending {
  readonly collection: Collection;
  readonly id: string;
  /** Whether the existing record is deleted first, so that the new one comes behind the others. */
  readonly deletes: boolean;
  /** Absent when it is only deleted. */
  readonly record?: Records[Collection];
}

const tables: readonly Table[] = [...new Set(collections.map(tableOf))];

export class PendingChanges {
  /** In the order in which they were first put. */
  readonly #changes = new Map<string, Pending>();

  get isEmpty(): boolean {
    return this.#changes.size === 0;
  }

  put<C extends Collection>(collection: C, record: Records[C]): void {
    const { id } = record;
    const before = this.#changes.get(`${collection} ${id}`);
    this.#set({ collection, id, record, deletes: before?.deletes ?? false });
  }

  delete(collection: Collection, id: string): void {
    // Removed first, so that a later put comes after the existing entries.
    this.#changes.delete(`${collection} ${id}`);
    this.#set({ collection, id, deletes: true });
  }

  /** The deletions, and the puts that follow them. No two statements of either list are about one table. */
  statements(): { readonly deletions: readonly Part[]; readonly puts: readonly Part[] } {
    const changes = [...this.#changes.values()];
    return {
      deletions: tables.flatMap((table) => deletions(table, changes)),
      puts: tables.flatMap((table) => puts(table, changes)),
    };
  }

  #set(change: Pending): void {
    this.#changes.set(`${change.collection} ${change.id}`, change);
  }
}

const of = (table: Table, changes: readonly Pending[]) =>
  changes.filter(({ collection }) => tableOf(collection) === table);

function deletions(table: Table, changes: readonly Pending[]): Part[] {
  const gone = of(table, changes).filter(({ deletes }) => deletes);
  if (gone.length === 0) return [];
  const ids = gone.map(({ id }) => keyOf(id));
  if (table.name !== 'records') {
    const own = { text: `DELETE FROM ${table.name} WHERE id = ANY ($1::text[])`, values: [ids] };
    // A removed business needs no further check.
    const agenda = { text: 'DELETE FROM agenda WHERE business_id = ANY ($1::text[])', values: [ids] };
    return table.name === 'businesses' ? [own, agenda] : [own];
  }
  const text =
    'DELETE FROM records USING unnest($1::text[], $2::text[]) AS gone (collection, id) ' +
    'WHERE records.collection = gone.collection AND records.id = gone.id';
  return [{ text, values: [gone.map(({ collection }) => collection), ids] }];
}

function puts(table: Table, changes: readonly Pending[]): Part[] {
  const put = of(table, changes).flatMap(({ record, collection }) =>
    record ? [{ record, collection }] : [],
  );
  if (put.length === 0) return [];
  const isRecords = table.name === 'records';
  const columns = [
    ...(isRecords ? [{ name: 'collection', type: 'text', of: put.map(({ collection }) => collection) }] : []),
    { name: 'id', type: 'text', of: put.map(({ record }) => keyOf(record.id)) },
    ...table.columns.map(({ name, type, cellOf }) => ({
      name,
      type,
      of: put.map(({ record }) => cellOf(record)),
    })),
    { name: 'json', type: 'text', of: put.map(({ record }) => JSON.stringify(record)) },
  ];
  const key = isRecords ? 'collection, id' : 'id';
  const names = columns.map(({ name }) => name);
  const lists = columns.map(({ type }, index) => `$${index + 1}::${type}[]`);
  const replaced = names.filter((name) => !key.split(', ').includes(name));
  const text =
    `INSERT INTO ${table.name} (${names.join(', ')}) SELECT * FROM unnest(${lists.join(', ')}) ` +
    `ON CONFLICT (${key}) DO UPDATE SET ${replaced.map((name) => `${name} = excluded.${name}`).join(', ')}`;
  return [{ text, values: columns.map(({ of }) => of) }];
}

// When a business is due next, as noted by a transaction, and the statements that write it.

/** How soon a changed business needs attention if the server that changed it does not plan it. */
const noticeMillis = 2_000;

const columns: Readonly<Record<Occasion, string>> = { progress: 'progress_at', deliveries: 'deliveries_at' };

export class PendingAgenda {
  readonly #noticed = new Set<string>();
  readonly #planned = new Map<string, Map<Occasion, number | undefined>>();

  get isEmpty(): boolean {
    return this.#noticed.size === 0 && this.#planned.size === 0;
  }

  /** Plans a look at a business soon, unless there is a plan for it. */
  notice(businessId: string): void {
    this.#noticed.add(businessId);
  }

  plan(businessId: string, occasion: Occasion, delayMillis: number | undefined): void {
    const plan = this.#planned.get(businessId) ?? new Map<Occasion, number | undefined>();
    this.#planned.set(businessId, plan.set(occasion, delayMillis));
  }

  /** No two of them are about one business. */
  statements(): readonly Part[] {
    const noticed = [...this.#noticed].filter((businessId) => !this.#planned.has(businessId));
    return [
      ...[...this.#planned].map(([businessId, plan]) => planned(businessId, [...plan])),
      ...(noticed.length === 0 ? [] : [notices(noticed)]),
    ];
  }
}

function planned(businessId: string, plan: readonly (readonly [Occasion, number | undefined])[]): Part {
  const names = plan.map(([occasion]) => columns[occasion]);
  const times = plan.map(
    (_, index) => `clock_timestamp() + $${index + 2}::double precision * interval '1 millisecond'`,
  );
  return {
    text: `INSERT INTO agenda (business_id, ${names.join(', ')}) VALUES ($1, ${times.join(', ')})
           ON CONFLICT (business_id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    // Infinity means that nothing is due.
    values: [keyOf(businessId), ...plan.map(([, delayMillis]) => delayMillis ?? null)],
  };
}

const notices = (businessIds: readonly string[]): Part => ({
  text: `INSERT INTO agenda (business_id, deliveries_at)
         SELECT business_id, clock_timestamp() + ${noticeMillis} * interval '1 millisecond'
         FROM unnest($1::text[]) AS changed (business_id) ORDER BY business_id
         ON CONFLICT (business_id) DO UPDATE SET deliveries_at = least(agenda.deliveries_at, excluded.deliveries_at)`,
  values: [businessIds.map(keyOf)],
});
