import type { Settle } from '../../../provider/reading.ts';
import { nextWindow, phaseAfter, possibleCountings } from '../attempts.ts';
import {
  type DeliveryBelief,
  type DeliveryMove,
  type DeliveryState,
  type DeliveryWorld,
  nameOfRoute,
  onTheWay,
} from '../model.ts';
import { inWords, lateSeconds, longestWait, retries } from '../schedule.ts';
import { travel } from '../travel.ts';

/**
 * `eve`: just before the next retry of a delivery may come; `retry`: when it must have come; `end`: when it was acknowledged,
 * or must have been given up.
 */
export type Moment = 'eve' | 'retry' | 'end';

function timeOf(
  moment: Moment,
  world: DeliveryWorld,
  belief: DeliveryBelief,
  made: number,
): number | undefined {
  const attempts = world.attempts.on(belief);
  if (phaseAfter(attempts) !== 'pending') return undefined;
  // What was waited for has come.
  if (moment !== 'end' && attempts.length > made) return undefined;
  const windows = possibleCountings(world.attempts).map((counting) => nextWindow(attempts, counting));
  return moment === 'eve'
    ? Math.min(...windows.map((window) => Math.floor(window?.from ?? 0) - 1))
    : Math.max(...windows.map((window) => Math.ceil(window?.to ?? 0)));
}

const settleAt =
  (now: number): Settle<DeliveryState> =>
  (_, { common }) => {
    common.now = now;
  };

/** @param index counts round among the deliveries that are on their way */
export function waitFor(moment: Moment, index: number): DeliveryMove {
  const pick = (state: Readonly<DeliveryState>) => {
    const pending = onTheWay(state);
    return pending[index % pending.length];
  };
  return {
    name: `wait for ${moment}(${index})`,
    possible: (state, world) => {
      const belief = pick(state);
      if (belief === undefined) return false;
      return moment !== 'eve' || (timeOf('eve', world, belief, belief.attempts) ?? 0) > state.common.now;
    },
    describe: (state) => {
      const belief = pick(state);
      if (belief === undefined) return '';
      const name = nameOfRoute(belief);
      const delay = inWords(retries[belief.attempts - 1]?.delay ?? 0);
      switch (moment) {
        case 'eve':
          return `advance the clock to just before the retry of ${name} after ${delay}`;
        case 'retry':
          return `wait for the retry of ${name} after ${delay}`;
        case 'end':
          return `wait for all retries of ${name}`;
      }
      return moment satisfies never;
    },
    act: async (scenario, state, world) => {
      const belief = pick(state);
      if (belief === undefined) throw new Error('There is nothing to wait for.');
      world.attempts.passed(state.common.now);
      await travel(scenario, world, () => timeOf(moment, world, belief, belief.attempts));
      return settleAt(world.attempts.now);
    },
  };
}

/** Waits, on a live clock, until the retry of the only delivery has come or must have come. */
export const waitForLive: DeliveryMove = {
  name: 'wait for the retry',
  possible: (state, { mostRefusals }) => {
    const [belief] = onTheWay(state);
    return belief !== undefined && belief.attempts <= mostRefusals;
  },
  describe: (state) => {
    const made = onTheWay(state)[0]?.attempts ?? 0;
    return `wait for retry ${made}, due ${inWords(retries[made - 1]?.delay ?? 0)} after the failure`;
  },
  act: async (scenario, state, { attempts, elsewhere }) => {
    const [belief] = onTheWay(state);
    if (belief === undefined) throw new Error('There is nothing to wait for.');
    const made = belief.attempts;
    await scenario.eventually(
      () => attempts.count(belief) > made || elsewhere.deliveries.length > 0,
      (isThere) => isThere,
      // A little longer, so that what has not come by then is late.
      longestWait(made - 1) + lateSeconds + 1,
    );
    return settleAt(attempts.now);
  },
};

/** Lets time pass. */
export const pass = (seconds: number): DeliveryMove => ({
  name: `pass(${inWords(seconds)})`,
  possible: ({ deliveries }) => deliveries.length > 0,
  describe: () => `let ${inWords(seconds)} pass`,
  act: async (scenario, { common }, world) => {
    world.attempts.passed(common.now);
    const until = common.now + seconds;
    await travel(scenario, world, () => until);
    return settleAt(world.attempts.now);
  },
});
