import type { Settle } from '../../provider/reading.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { advance } from '../../provider/tenant.ts';
import { nextWindow, phaseAfter, possibleCountings } from './attempts.ts';
import {
  type DeliveryBelief,
  type DeliveryMove,
  type DeliveryState,
  type DeliveryWorld,
  nameOfRoute,
  onTheWay,
} from './model.ts';
import { day, type Interval, inWords, lateSeconds, longestWait, retries } from './schedule.ts';

/** When something is due on some route, by each counting that is possible. */
function windows({ attempts }: DeliveryWorld): readonly Interval[] {
  const countings = possibleCountings(attempts);
  return attempts.routes.flatMap((route) => {
    const made = attempts.on(route);
    return countings.flatMap((counting) => nextWindow(made, counting) ?? []);
  });
}

/** The next time to look, just before a window or at its end. */
function nextStop(world: DeliveryWorld, until: number): number {
  const { now } = world.attempts;
  const edges = windows(world).flatMap(({ from, to }) => [Math.floor(from) - 1, Math.ceil(to)]);
  return Math.min(until, ...edges.filter((edge) => edge > now));
}

async function advanceBy(scenario: Scenario, world: DeliveryWorld, seconds: number): Promise<void> {
  world.attempts.passed(await advance(scenario, world.ground.tenant, seconds));
}

/** Whether something is waited for whose time is over. */
const isOverdue = (world: DeliveryWorld): boolean =>
  world.attempts.routes.some((route) => {
    const made = world.attempts.on(route);
    if (phaseAfter(made) !== 'pending') return false;
    const ends = possibleCountings(world.attempts).map(
      (counting) => nextWindow(made, counting)?.to ?? Number.POSITIVE_INFINITY,
    );
    return world.attempts.now >= Math.ceil(Math.max(...ends));
  });

/** What is late, rather than never sent, comes while nothing else is waited for. */
const grace = 3 * day;

/**
 * Moves the clock to a time, which what arrives on the way may put off, and stops wherever something is due, so that it is
 * known when each attempt was made.
 */
async function travel(
  scenario: Scenario,
  world: DeliveryWorld,
  until: () => number | undefined,
): Promise<void> {
  for (let target = until(); target !== undefined && world.attempts.now < target; target = until()) {
    await advanceBy(scenario, world, nextStop(world, target) - world.attempts.now);
    if (!isOverdue(world)) continue;
    // It is wrong already; how it is wrong shows later.
    await advanceBy(scenario, world, grace);
    return;
  }
}

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
    needs: ['clock', 'drain'],
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
  needs: ['clock', 'drain'],
  possible: ({ deliveries }) => deliveries.length > 0,
  describe: () => `let ${inWords(seconds)} pass`,
  act: async (scenario, { common }, world) => {
    world.attempts.passed(common.now);
    const until = common.now + seconds;
    await travel(scenario, world, () => until);
    return settleAt(world.attempts.now);
  },
});
