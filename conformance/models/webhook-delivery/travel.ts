/** Moves the clock from one time at which a retry may come, or must have come, to the next. */
import { advance } from '../../actions/tenant.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { nextWindow, phaseAfter, possibleCountings } from './attempts.ts';
import type { DeliveryWorld } from './model.ts';
import { day, type Interval } from './schedule.ts';

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
export async function travel(
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
