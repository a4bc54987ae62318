/** Sequences of moves: long ones are generated, short ones are what is left of them. */
import fc from 'fast-check';

/** What a sequence is made of; `parts` are what a move that joins several others can be taken apart into. */
interface Element {
  readonly parts?: readonly Element[];
}

type Item<T> = fc.Value<T>;

/** Every way to leave out a run of neighbours: halves first, then quarters, down to single ones; from the end. */
function* withoutSome<T>(items: readonly T[]): Generator<T[]> {
  for (let size = Math.ceil(items.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let end = items.length; end > 0; end -= size) {
      const rest = [...items.slice(0, Math.max(0, end - size)), ...items.slice(end)];
      if (rest.length > 0) yield rest;
    }
  }
}

/**
 * Sequences of moves of up to a length. Unlike an array it shrinks by leaving out, whatever a sequence was made of, so
 * that a sequence which somebody wrote (an example) becomes as short as a generated one.
 */
export class SequenceArbitrary<Move extends Element> extends fc.Arbitrary<readonly Move[]> {
  readonly #move: fc.Arbitrary<Move>;
  readonly #longest: number;

  constructor(move: fc.Arbitrary<Move>, longest: number) {
    super();
    this.#move = move;
    this.#longest = longest;
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<readonly Move[]> {
    const length = random.nextInt(1, this.#longest);
    return this.#join(Array.from({ length }, () => this.#move.generate(random, bias)));
  }

  override canShrinkWithoutContext(value: unknown): value is readonly Move[] {
    return Array.isArray(value);
  }

  override shrink(moves: readonly Move[], context: unknown): fc.Stream<fc.Value<readonly Move[]>> {
    // The context of a sequence that comes from here is the list of its items.
    const items = Array.isArray(context)
      ? (context as Item<Move>[])
      : moves.map((move) => new fc.Value(move, undefined));
    return fc.stream(this.#shrunk(items));
  }

  *#shrunk(items: readonly Item<Move>[]): Generator<fc.Value<readonly Move[]>> {
    for (const rest of withoutSome(items)) yield this.#join(rest);
    for (const [index, { value, context }] of items.entries()) {
      for (const part of value.parts ?? []) {
        // What a move is joined from is of the same kind as the move.
        yield this.#join(items.with(index, new fc.Value(part as Move, undefined)));
      }
      if (context === undefined && !this.#move.canShrinkWithoutContext(value)) continue;
      for (const simpler of this.#move.shrink(value, context)) yield this.#join(items.with(index, simpler));
    }
  }

  #join(items: readonly Item<Move>[]): fc.Value<readonly Move[]> {
    return new fc.Value(
      items.map(({ value }) => value),
      items,
    );
  }
}
