import {
  day,
  type Interval,
  inWords,
  lateSeconds,
  longestWait,
  retries,
} from '../../judgements/retry-schedule.ts';
import { settle } from '../../provider/event-log.ts';
import type { Conclude } from '../../provider/model.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { advance } from '../../provider/tenant.ts';
import { nextWindow, phaseAfter, possibleCountings } from './attempts.ts';
import {
  type DeliveryContext,
  type DeliveryMove,
  type DeliveryState,
  type ExpectedDelivery,
  nameOfRoute,
  onTheWay,
} from './model.ts';

/** When something is due on some route, by each counting that is possible. */
function windows({ attempts }: DeliveryContext): readonly Interval[] {
  const countings = possibleCountings(attempts);
  return attempts.routes.flatMap((route) => {
    const made = attempts.on(route);
    return countings.flatMap((counting) => nextWindow(made, counting) ?? []);
  });
}

/** The next time to look, just before a window or at its end. */
function nextStop(context: DeliveryContext, until: number): number {
  const { now } = context.attempts;
  const edges = windows(context).flatMap(({ from, to }) => [Math.floor(from) - 1, Math.ceil(to)]);
  return Math.min(until, ...edges.filter((edge) => edge > now));
}

async function advanceBy(scenario: Scenario, context: DeliveryContext, seconds: number): Promise<void> {
  const { tenant, endpoint } = context.fixture;
  // An attempt that hangs fails by the time that the clock shows when its sender gives up.
  const channels = [...context.endpoints.values()].map(({ channel }) => channel);
  await scenario.whileAway(() => Promise.all(channels.map((channel) => channel.released())));
  const now = await advance(scenario, tenant, seconds);
  context.attempts.gaveUp(now);
  if (endpoint !== undefined && !scenario.conclusive) await settle(scenario, tenant, endpoint);
  context.attempts.passed(now);
}

/** Whether something is waited for whose time is over. */
const isOverdue = (context: DeliveryContext): boolean =>
  context.attempts.routes.some((route) => {
    const made = context.attempts.on(route);
    if (phaseAfter(made) !== 'pending') return false;
    const ends = possibleCountings(context.attempts).map(
      (counting) => nextWindow(made, counting)?.to ?? Number.POSITIVE_INFINITY,
    );
    return context.attempts.now >= Math.ceil(Math.max(...ends));
  });

/** What is late, rather than never sent, comes while nothing else is waited for. */
const grace = 3 * day;

/**
 * Moves the clock to a time, which what arrives on the way may put off, and stops wherever something is due, so that it is
 * known when each attempt was made.
 */
async function travel(
  scenario: Scenario,
  context: DeliveryContext,
  until: () => number | undefined,
): Promise<void> {
  for (let target = until(); target !== undefined && context.attempts.now < target; target = until()) {
    await advanceBy(scenario, context, nextStop(context, target) - context.attempts.now);
    if (!isOverdue(context)) continue;
    // It is already a violation; the details follow later.
    await advanceBy(scenario, context, grace);
    return;
  }
}

/**
 * `eve`: just before the next retry of a delivery may come; `retry`: when it must have come; `end`: when it was acknowledged,
 * or must have been given up.
 */
export type RetryMoment = 'eve' | 'retry' | 'end';

function timeOf(
  moment: RetryMoment,
  context: DeliveryContext,
  entry: ExpectedDelivery,
  made: number,
): number | undefined {
  const attempts = context.attempts.on(entry);
  if (phaseAfter(attempts) !== 'pending') return undefined;
  // What was waited for has come.
  if (moment !== 'end' && attempts.length > made) return undefined;
  const windows = possibleCountings(context.attempts).map((counting) => nextWindow(attempts, counting));
  return moment === 'eve'
    ? Math.min(...windows.map((window) => Math.floor(window?.from ?? 0) - 1))
    : Math.max(...windows.map((window) => Math.ceil(window?.to ?? 0)));
}

const concludeAt =
  (now: number): Conclude<DeliveryState> =>
  (_, { common }) => {
    common.now = now;
  };

/** @param index counts round among the deliveries that are on their way */
export function waitFor(moment: RetryMoment, index: number): DeliveryMove {
  const pick = (state: Readonly<DeliveryState>) => {
    const pending = onTheWay(state);
    return pending[index % pending.length];
  };
  return {
    name: `wait for ${moment}(${index})`,
    needs: ['clock', 'drain'],
    possible: (state, context) => {
      const entry = pick(state);
      if (entry === undefined) return false;
      return moment !== 'eve' || (timeOf('eve', context, entry, entry.attempts) ?? 0) > state.common.now;
    },
    describe: (state) => {
      const entry = pick(state);
      if (entry === undefined) return '';
      const name = nameOfRoute(entry);
      const delay = inWords(retries[entry.attempts - 1]?.delay ?? 0);
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
    act: async (scenario, state, context) => {
      const entry = pick(state);
      if (entry === undefined) throw new Error('There is nothing to wait for.');
      context.attempts.passed(state.common.now);
      await travel(scenario, context, () => timeOf(moment, context, entry, entry.attempts));
      return concludeAt(context.attempts.now);
    },
  };
}

/** Waits, on a live clock, until the retry of the only delivery has come or must have come. */
export const waitForLive: DeliveryMove = {
  name: 'wait for the retry',
  possible: (state, { mostRefusals }) => {
    const [entry] = onTheWay(state);
    return entry !== undefined && entry.attempts <= mostRefusals;
  },
  describe: (state) => {
    const made = onTheWay(state)[0]?.attempts ?? 0;
    return `wait for retry ${made}, due ${inWords(retries[made - 1]?.delay ?? 0)} after the failure`;
  },
  act: async (scenario, state, { attempts, elsewhere }) => {
    const [entry] = onTheWay(state);
    if (entry === undefined) throw new Error('There is nothing to wait for.');
    const made = entry.attempts;
    // Waits a little longer, so that a missing delivery is certainly late.
    const longest = longestWait(made - 1) + lateSeconds + 1;
    const hasCome = await scenario.eventually(
      () => attempts.count(entry) > made || elsewhere.deliveries.length > 0,
      (isThere) => isThere,
      longest,
    );
    const { requirement } = retries[made - 1] ?? {};
    if (!hasCome && requirement !== undefined) {
      const { seconds } = scenario.patience;
      const reason = `No retry came in ${seconds} s, and one that is made once a minute may still come: --patience ${longest}.`;
      scenario.skip(requirement, reason);
    }
    return concludeAt(attempts.now);
  },
};

/** Lets time pass. */
export const pass = (seconds: number): DeliveryMove => ({
  name: `pass(${inWords(seconds)})`,
  needs: ['clock', 'drain'],
  possible: ({ deliveries }) => deliveries.length > 0,
  describe: () => `let ${inWords(seconds)} pass`,
  act: async (scenario, { common }, context) => {
    context.attempts.passed(common.now);
    const until = common.now + seconds;
    await travel(scenario, context, () => until);
    return concludeAt(context.attempts.now);
  },
});
