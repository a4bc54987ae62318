/** Sequences of moves: how they are generated and how they shrink. */
import fc from 'fast-check';

/** An element of a sequence; `parts` are the moves that a joined move can be split into. */
interface Element {
  readonly parts?: readonly Element[];
}

interface Item<T> {
  readonly drawn: fc.Value<T>;
  /** The arbitrary that generated it; absent for a hand-written move. */
  readonly from?: fc.Arbitrary<T>;
}

/** All sequences with a run of neighbours left out: first halves, then quarters, down to single elements; from the end. */
function* withoutSome<T>(items: readonly T[]): Generator<T[]> {
  for (let size = Math.ceil(items.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let end = items.length; end > 0; end -= size) {
      const rest = [...items.slice(0, Math.max(0, end - size)), ...items.slice(end)];
      if (rest.length > 0) yield rest;
    }
  }
}

/** How many kinds of moves make up a sequence. */
const mostKinds = 3;

/**
 * Sequences of moves of up to a length. Unlike an array, a sequence shrinks by leaving moves out, so that a hand-written
 * sequence (an example) becomes as short as a generated one.
 */
export class SequenceArbitrary<Move extends Element> extends fc.Arbitrary<readonly Move[]> {
  readonly #kinds: readonly fc.Arbitrary<Move>[];
  readonly #longest: number;

  /** @param kinds the kinds of moves; with more than a few, each sequence uses a few; with none, it has no moves. */
  constructor(kinds: readonly fc.Arbitrary<Move>[], longest: number) {
    super();
    this.#kinds = kinds;
    this.#longest = longest;
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<readonly Move[]> {
    if (this.#kinds.length === 0) return join<Move>([]);
    const length = random.nextInt(1, this.#longest);
    const kinds = this.#someKinds(random);
    return join(
      Array.from({ length }, () => {
        const from = kinds[kinds.length === 1 ? 0 : random.nextInt(0, kinds.length - 1)];
        if (from === undefined) throw new Error('There is no move to make a sequence of.');
        return { drawn: from.generate(random, bias), from };
      }),
    );
  }

  override canShrinkWithoutContext(value: unknown): value is readonly Move[] {
    return Array.isArray(value);
  }

  override shrink(moves: readonly Move[], context: unknown): fc.Stream<fc.Value<readonly Move[]>> {
    // The context of a sequence that comes from here is the list of its items.
    return fc.stream(shrunk(Array.isArray(context) ? (context as Item<Move>[]) : moves.map(written)));
  }

  #someKinds(random: fc.Random): readonly fc.Arbitrary<Move>[] {
    const kinds = [...this.#kinds];
    while (kinds.length > mostKinds) kinds.splice(random.nextInt(0, kinds.length - 1), 1);
    return kinds;
  }
}

const written = <Move>(move: Move): Item<Move> => ({ drawn: new fc.Value(move, undefined) });

function join<Move>(items: readonly Item<Move>[]): fc.Value<readonly Move[]> {
  return new fc.Value(
    items.map(({ drawn }) => drawn.value),
    items,
  );
}

function* shrunk<Move extends Element>(items: readonly Item<Move>[]): Generator<fc.Value<readonly Move[]>> {
  for (const rest of withoutSome(items)) yield join(rest);
  for (const [index, { drawn, from }] of items.entries()) {
    for (const part of drawn.value.parts ?? []) {
      // The parts of a joined move are of the same kind as the move.
      yield join(items.with(index, written(part as Move)));
    }
    if (from === undefined) continue;
    for (const simpler of from.shrink(drawn.value, drawn.context)) {
      yield join(items.with(index, { drawn: simpler, from }));
    }
  }
}
