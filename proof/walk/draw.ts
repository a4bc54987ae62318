/** Choices of a walk: every one follows from its seed, so that a walk can be repeated. */
import fc from 'fast-check';

export interface Draw {
  /** A value of an arbitrary. */
  value<T>(arbitrary: fc.Arbitrary<T>): T;
  /** One of some, each as likely as the others. @throws Error when there is none. */
  pick<T>(choices: readonly T[]): T;
  /** Whether something happens that happens with this probability, in percent. */
  chance(percent: number): boolean;
}

export function createDraw(seed: number): Draw {
  const [generate] = fc.sample(fc.gen(), { seed, numRuns: 1 });
  if (generate === undefined) throw new Error('Nothing was sampled');
  const upTo = new Map<number, fc.Arbitrary<number>>();
  const value: Draw['value'] = (arbitrary) => generate(() => arbitrary);
  const below = (count: number) => {
    let arbitrary = upTo.get(count);
    if (arbitrary === undefined) {
      // Unbiased, so that every value is equally likely.
      arbitrary = fc.noBias(fc.nat({ max: count - 1 }));
      upTo.set(count, arbitrary);
    }
    return value(arbitrary);
  };
  return {
    value,
    pick(choices) {
      if (choices.length === 0) throw new Error('There is nothing to pick from');
      // The index is below the length.
      return choices[below(choices.length)] as (typeof choices)[number];
    },
    chance: (percent) => below(100) < percent,
  };
}
