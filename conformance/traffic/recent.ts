/** The most recent messages of one check by key, so that memory stays small over days. */
export const keptThings = 1_000;

/**
 * A bounded number of the latest entries, because traffic goes on for days. There are two generations, and the older one
 * is dropped as a whole. (Finding the oldest entry of one large Map takes long.)
 */
export class Recent<Value> {
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();
  readonly #least: number;

  /** @param least entries that are certainly kept; there are never more than twice as many */
  constructor(least: number) {
    this.#least = least;
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  get(key: string): Value | undefined {
    return this.#young.get(key) ?? this.#old.get(key);
  }

  /** Sets an entry; also used to keep an existing one. @returns the keys that were dropped */
  set(key: string, value: Value): readonly string[] {
    this.#young.set(key, value);
    if (this.#young.size < this.#least) return [];
    const gone = [...this.#old.keys()].filter((each) => !this.#young.has(each));
    this.#old = this.#young;
    this.#young = new Map();
    return gone;
  }
}
