/** The journal of a store in one SQLite file. */
import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type Collection, collections } from '../state/records.ts';
import type { Change, Journal } from './memory-store.ts';
import { StateFileError } from './state-file-error.ts';

/** Marks the file as ours: "WFCR" in ASCII. */
const applicationId = 0x57_46_43_52;
/** To be raised whenever files written before could not be read any more. */
const schemaVersion = 1;

const elsewhere = 'name another file';

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function problemOf(path: string, error: unknown): Error {
  if (error instanceof StateFileError) return error;
  const message = messageOf(error);
  if (/locked/.test(message))
    return new StateFileError(path, 'another server uses it', `stop that one, or ${elsewhere}`, error);
  if (error instanceof SyntaxError)
    return new StateFileError(
      path,
      'what it holds cannot be read',
      `put a copy of it in its place, or ${elsewhere}`,
      error,
    );
  if (/not a database|malformed/.test(message))
    return new StateFileError(path, 'it is not a state file', elsewhere, error);
  return new StateFileError(path, message, `make it readable and writable, or ${elsewhere}`, error);
}

function pragma(database: DatabaseSync, name: string): number {
  return Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
}

/** Creates the tables of a new file. @throws StateFileError when the file is not ours. */
function prepare(database: DatabaseSync, path: string): void {
  // The lock is held from the first access until the process ends, even if it is killed.
  database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT');
  const isEmpty = pragma(database, 'page_count') <= 1 && pragma(database, 'schema_version') === 0;
  if (!isEmpty && pragma(database, 'application_id') !== applicationId)
    throw new StateFileError(path, 'it is the database of another program', elsewhere);
  const version = pragma(database, 'user_version');
  if (!isEmpty && version !== schemaVersion)
    throw new StateFileError(
      path,
      `it has the format ${version}, and this version reads format ${schemaVersion}`,
      `use the version that wrote it, or ${elsewhere}`,
    );
  // It holds keys. The files that SQLite puts beside it get the same permissions.
  chmodSync(path, 0o600);
  // Survives a crash of the process. A power failure may lose the latest changes, but never damages the file.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  if (!isEmpty) return;
  database.exec(`
    BEGIN;
    PRAGMA application_id = ${applicationId};
    PRAGMA user_version = ${schemaVersion};
    CREATE TABLE records (
      collection TEXT NOT NULL, id TEXT NOT NULL, sequence INTEGER NOT NULL, json TEXT NOT NULL,
      PRIMARY KEY (collection, id)
    );
    CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
    COMMIT`);
}

function open(path: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    closeSync(openSync(path, 'a', 0o600));
    database = new DatabaseSync(path);
    prepare(database, path);
    return database;
  } catch (error) {
    database?.close();
    throw problemOf(path, error);
  }
}

const isCollection = (name: unknown): name is Collection => collections.some((known) => known === name);

/** Keeps the server's records in a file that only one process at a time can use. */
export class StateFile implements Journal {
  readonly #path: string;
  readonly #database: DatabaseSync;
  readonly #put: StatementSync;
  readonly #delete: StatementSync;

  /** @throws StateFileError when it is in use, not a state file, or written by another version. */
  constructor(path: string) {
    this.#path = path;
    this.#database = open(path);
    this.#put = this.#database.prepare('INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?)');
    this.#delete = this.#database.prepare('DELETE FROM records WHERE collection = ? AND id = ?');
  }

  /** @throws StateFileError when its contents cannot be read. */
  *load(): Generator<Change> {
    try {
      yield* this.#changes();
    } catch (error) {
      throw problemOf(this.#path, error);
    }
  }

  *#changes(): Generator<Change> {
    const rows = this.#database.prepare('SELECT * FROM records ORDER BY sequence').iterate();
    for (const { collection, id, sequence, json } of rows) {
      if (!isCollection(collection))
        throw new StateFileError(this.#path, `it holds unknown ${collection}`, elsewhere);
      yield {
        collection,
        id: String(id),
        row: { sequence: Number(sequence), record: JSON.parse(String(json)) },
      };
    }
  }

  write(changes: readonly Change[]): void {
    this.#database.exec('BEGIN');
    try {
      for (const { collection, id, row } of changes) {
        if (row === null) this.#delete.run(collection, id);
        else this.#put.run(collection, id, row.sequence, JSON.stringify(row.record));
      }
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  /** The value that was last remembered under a name, beside the records. */
  recall(name: string): unknown {
    const fact = this.#database.prepare('SELECT value FROM facts WHERE name = ?').get(name);
    try {
      return fact === undefined ? undefined : JSON.parse(String(fact.value));
    } catch (error) {
      throw problemOf(this.#path, error);
    }
  }

  remember(name: string, value: unknown): void {
    this.#database.prepare('INSERT OR REPLACE INTO facts VALUES (?, ?)').run(name, JSON.stringify(value));
  }

  /** Whether a write works at the moment: the disk may be full. */
  isWritable(): boolean {
    try {
      this.remember('probe', Date.now());
      return true;
    } catch {
      return false;
    }
  }

  close(): void {
    this.#database.close();
  }
}
