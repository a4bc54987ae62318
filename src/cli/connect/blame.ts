/** Finds the lines of an adapter that make requirements fail. */

/** Failing requirements, and those of them that passed, with some of the proposed lines. */
export interface Tested {
  readonly failed: readonly string[];
  readonly passed: readonly string[];
}

/** Runs the checks of requirements with some of the proposed lines and no other. */
export type TestWith = (lines: readonly string[], requirements: readonly string[]) => Promise<Tested>;

/** The lines that are kept so far. */
export interface Kept {
  /** Lines that the description shows for sure, and that waited only for their key. */
  readonly sure: readonly string[];
  readonly guesses: readonly string[];
}

export interface Blamed {
  /** The requirements that fail with a line, and do not fail without it. */
  readonly culprits: ReadonlyMap<string, readonly string[]>;
  /** The requirements that fail without every line, too. */
  readonly own: readonly string[];
}

/** More runs than this are no help to somebody who waits. */
const mostRuns = 16;

class Search {
  readonly culprits = new Map<string, readonly string[]>();
  readonly #test: TestWith;
  readonly #wanted: readonly string[];
  #runs = 0;

  constructor(test: TestWith, wanted: readonly string[]) {
    this.#test = test;
    this.#wanted = wanted;
  }

  async failing(lines: readonly string[]): Promise<readonly string[]> {
    this.#runs += 1;
    const { failed } = await this.#test(lines, this.#wanted);
    return this.#wanted.filter((id) => failed.includes(id));
  }

  /**
   * Halves the candidates until one is left.
   *
   * @param base lines with which nothing fails
   * @param failing what fails with the base and the candidates
   * @param first how many candidates are tested first. @defaultValue half of them
   */
  async halve(
    base: readonly string[],
    candidates: readonly string[],
    failing: readonly string[],
    first = Math.ceil(candidates.length / 2),
  ): Promise<void> {
    const [only, ...others] = candidates;
    if (only === undefined) return;
    if (others.length === 0 || this.#runs >= mostRuns) {
      for (const line of candidates) this.culprits.set(line, failing);
      return;
    }
    const split = first > 0 && first < candidates.length ? first : Math.ceil(candidates.length / 2);
    const [some, rest] = [candidates.slice(0, split), candidates.slice(split)];
    const withSome = await this.failing([...base, ...some]);
    if (withSome.length > 0) await this.halve(base, some, withSome);
    const good = [...base, ...some.filter((line) => !this.culprits.has(line))];
    const isAll = withSome.length === 0 && good.length === base.length + some.length;
    const withRest = isAll ? failing : await this.failing([...good, ...rest]);
    if (withRest.length > 0) await this.halve(good, rest, withRest);
  }
}

/**
 * A requirement that passes without the lines blames any of them. One that cannot be evaluated without them blames only
 * guesses: with a line that is sure, it may have shown a fault of the target.
 *
 * @param failing requirements that fail with all lines
 * @param suspects lines that the findings name
 */
export async function findCulprits(
  { sure, guesses }: Kept,
  failing: readonly string[],
  suspects: ReadonlySet<string>,
  test: TestWith,
): Promise<Blamed> {
  const without = await test([], failing);
  const own = failing.filter((id) => without.failed.includes(id));
  const culprits = new Map<string, readonly string[]>();
  const search = async (
    base: readonly string[],
    candidates: readonly string[],
    wanted: readonly string[],
  ) => {
    if (wanted.length === 0 || candidates.length === 0) return;
    const searching = new Search(test, wanted);
    // Those that no finding names come first, because together they are likely to be right.
    const others = candidates.filter((line) => !suspects.has(line));
    const ordered = [...others, ...candidates.filter((line) => suspects.has(line))];
    await searching.halve(base, ordered, wanted, others.length);
    for (const [line, ids] of searching.culprits) culprits.set(line, [...(culprits.get(line) ?? []), ...ids]);
  };
  const passed = failing.filter((id) => without.passed.includes(id));
  await search([], [...sure, ...guesses], passed);
  const unknown = failing.filter((id) => !own.includes(id) && !passed.includes(id));
  if (unknown.length === 0) return { culprits, own };
  const good = (lines: readonly string[]) => lines.filter((line) => !culprits.has(line));
  const [base, candidates] = [good(sure), good(guesses)];
  const withSure = base.length === 0 ? without : await test(base, unknown);
  const left = unknown.filter((id) => !withSure.failed.includes(id));
  if (left.length === 0 || candidates.length === 0) return { culprits, own };
  const withAll = culprits.size === 0 ? { failed: left } : await test([...base, ...candidates], left);
  await search(
    base,
    candidates,
    left.filter((id) => withAll.failed.includes(id)),
  );
  return { culprits, own };
}
