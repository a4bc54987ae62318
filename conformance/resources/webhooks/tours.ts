/** Generates the moves of the delivery model, and the tours that take each transition. */

import fc from 'fast-check';
import { missingOnTarget } from '../../engine/outcome.ts';
import { ifOffered, type Kind, tours, toursOf } from '../../engine/tours.ts';
import { day, retries } from '../../judgements/retry-schedule.ts';
import type { Has } from '../../provider/model.ts';
import { together } from '../../provider/model.ts';
import type { ToursByTransition } from '../../provider/state-machines.ts';
import type { DeliveryMove } from './model.ts';
import { announce, announceElsewhere, announceTwo, consultLog, registerPlatform } from './moves.ts';
import { acknowledgements, acknowledging, type Refusal, refusals, type Script, scripts } from './scripts.ts';
import { pass, type RetryMoment, waitFor, waitForLive } from './waits.ts';

/** Whether the clock of a target can be moved, and everything that is due then has happened. */
export const canTravel = (has: Has): boolean => has('clock') && has('drain');

const index = fc.nat({ max: 3 });

const announcing = fc.record({ business: scripts, platform: scripts }).map((given) => announce(given));
const announcingTwo = fc
  .tuple(scripts, scripts)
  .map(([first, second]) => announceTwo({ business: first }, { business: second }));
const waiting = fc
  .tuple(fc.constantFrom<RetryMoment>('retry', 'eve', 'end'), index)
  .map(([moment, at]) => waitFor(moment, at));
const passing = fc.constantFrom(3_600, day, 4 * day).map(pass);
const racing = fc.tuple(announcing, waiting).map(([first, second]) => together(first, second));

export const deliveryMoves: readonly Kind<DeliveryMove>[] = [
  { weight: 5, moves: announcing },
  { weight: 1, moves: announcingTwo },
  { weight: 8, moves: waiting },
  { weight: 1, moves: racing },
  { weight: 1, moves: passing },
  { weight: 1, moves: fc.constantFrom(registerPlatform, announceElsewhere) },
  { weight: 2, moves: index.map(consultLog) },
];

const refusing = (...given: readonly Refusal[]): Script => ({ refusals: given, atLast: '200' });
const always = (refusal: Refusal): Script => refusing(...Array.from({ length: 8 }, () => refusal));

/** As many events at a time as a case has room for. */
function inFours(
  scripts: readonly Script[],
  ...after: readonly DeliveryMove[]
): readonly (readonly DeliveryMove[])[] {
  const tours: DeliveryMove[][] = [];
  for (let at = 0; at < scripts.length; at += 4) {
    tours.push([...scripts.slice(at, at + 4).map((business) => announce({ business })), ...after]);
  }
  return tours;
}

const neverAcknowledged = announce({ business: always('500') });

/** One delivery that is refused for as long as it is tried. */
export const refusedToTheEnd: readonly DeliveryMove[] = [neverAcknowledged, waitFor('end', 0)];

/** A receiver that hangs costs time of our own, so that it is not among the others. */
export const hangingTour: readonly DeliveryMove[] = [
  announce({ business: refusing('hangs') }),
  waitFor('retry', 0),
  pass(day),
];

/** On a clock that nobody can move: each retry that can be waited for. */
function liveTours(has: Has): ToursByTransition<'webhook-delivery', DeliveryMove> {
  const lacking = { outOfReach: missingOnTarget([has('clock') ? 'drain' : 'clock']) };
  const first = announce({ business: refusing('302', ...retries.slice(1).map(() => '500' as const)) });
  const acknowledged = announce({ business: acknowledging });
  // A missing event was not sent only if the target can report that everything was delivered.
  const elsewhere = has('drain') ? [[registerPlatform, acknowledged, announceElsewhere]] : [];
  return {
    'webhook-delivery/acknowledge': tours([acknowledged], ...elsewhere),
    'webhook-delivery/retry': has('clock') ? lacking : tours([first, ...retries.map(() => waitForLive)]),
    'webhook-delivery/give-up': lacking,
  };
}

/** Each is redirected and then acknowledged at another of the later retries, when nothing may follow it any more. */
const atLaterRetries: readonly DeliveryMove[] = [3, 4, 5, 6].map((times) =>
  announce({ business: refusing(...Array.from({ length: times - 1 }, () => '500' as const), '307') }),
);

/** An event of two businesses on its way to the endpoints of both, and of the platform. */
const atThePlatform: readonly (readonly DeliveryMove[])[] = [
  [
    registerPlatform,
    announce({ business: refusing('500'), platform: acknowledging }),
    announceElsewhere,
    announce({ business: acknowledging, platform: acknowledging }),
    pass(day),
  ],
  [
    registerPlatform,
    announce({ business: acknowledging, platform: refusing('503', '404') }),
    waitFor('end', 0),
  ],
];

const log = ifOffered(consultLog(0));

const travelTours: ToursByTransition<'webhook-delivery', DeliveryMove> = {
  'webhook-delivery/give-up': tours([
    neverAcknowledged,
    ...log,
    waitFor('end', 0),
    ...log,
    pass(4 * day),
    ...log,
  ]),
  'webhook-delivery/retry': tours(
    [announce({ business: refusing('302') }), waitFor('eve', 0), waitFor('retry', 0), pass(day)],
    [announce({ business: refusing('429', '404') }), waitFor('retry', 0), ...log, pass(day)],
    [announce({ business: refusing('closes', 'closes') }), waitFor('retry', 0), waitFor('retry', 0)],
    ...inFours(
      refusals.map((each) => refusing(each)),
      waitFor('retry', 0),
      pass(day),
    ),
    [
      announceTwo({ business: refusing('500', '500') }, { business: refusing('404') }),
      waitFor('retry', 0),
      waitFor('retry', 0),
      announce({ business: refusing('503') }),
      waitFor('end', 0),
    ],
    ...atThePlatform,
    [...atLaterRetries, pass(4 * day)],
  ),
  'webhook-delivery/acknowledge': tours(
    [announce({ business: acknowledging }), ...log, pass(4 * day), ...log],
    ...inFours(
      acknowledgements.map((atLast) => ({ refusals: [], atLast })),
      pass(day),
    ),
  ),
};

/** Where the clock can be moved, and nothing says that everything due has happened: the same tours. */
export const toursWithoutDrain = (has: Has): readonly (readonly DeliveryMove[])[] =>
  toursOf(travelTours, (need) => need === 'drain' || has(need));

export const deliveryTours = (has: Has): ToursByTransition<'webhook-delivery', DeliveryMove> =>
  canTravel(has) ? travelTours : liveTours(has);
