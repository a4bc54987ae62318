/** Everything that a case sends and receives, for a record of the whole run. */
import type { Redactor } from '../engine/redactor.ts';
import type { CaseContext } from '../engine/scenario.ts';
import { type EntryNotes, entryText } from '../http/har-entry.ts';

/** Takes an entry of HAR as JSON, without secrets. */
export type WriteEntry = (entry: string) => void;

/** Keeps the messages until the case ends: only then is each secret known that the target handed out in it. */
export class CaseRecord {
  readonly #write: WriteEntry;
  readonly #check: string;
  readonly #redactor: Redactor;
  readonly #stepNow: () => string;
  #entries: object[] = [];

  /** @param stepNow label of the step that is going on */
  constructor(write: WriteEntry, { checkId, redactor }: CaseContext, stepNow: () => string) {
    this.#write = write;
    this.#check = checkId;
    this.#redactor = redactor;
    this.#stepNow = stepNow;
  }

  add(entryOf: (notes: EntryNotes) => object): void {
    this.#entries.push(entryOf({ check: this.#check, step: this.#stepNow() }));
  }

  end(): void {
    for (const entry of this.#entries) this.#write(entryText(entry, this.#redactor));
    this.#entries = [];
  }
}
