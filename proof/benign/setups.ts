/** Servers that are set up in another way than the reference server of a run is. */
import type { Target } from '../../conformance/target/target.ts';
import { authenticationRules } from '../../reference-server/resources/tokens/authentication.ts';
import { replacing } from '../faults/tools.ts';
import type { BenignGroup, BenignVariant } from './variant.ts';

/** Businesses whose clocks move together; those of earlier cases are not needed any more. */
const mostClocks = 12;

/** One clock for all businesses: moving it for one moves it for all. */
export function sharingClock({ clock: _, ...target }: Target): Target {
  const { advanceClock } = target.controls;
  if (advanceClock === undefined) throw new Error('There is no clock to share.');
  const times = new Map<string, number>();
  let shared = 0;
  let last: Promise<unknown> = Promise.resolve();
  const move: typeof advanceClock = async (send, businessId, seconds, about) => {
    const own = times.get(businessId) ?? (await advanceClock(send, businessId, 0, about));
    times.delete(businessId);
    times.set(businessId, own);
    shared = Math.max(shared, own) + seconds;
    for (const gone of [...times.keys()].slice(0, -mostClocks)) times.delete(gone);
    for (const [id, time] of times) {
      if (time < shared) times.set(id, await advanceClock(send, id, shared - time, about));
    }
    return shared;
  };
  const inTurn: typeof advanceClock = (...given) => {
    const moved = last.then(() => move(...given));
    last = moved.catch(() => {});
    return moved;
  };
  return { ...target, controls: { ...target.controls, advanceClock: inTurn } };
}

/** The org token is one of the platform's own business, which is not in the suite's configuration. */
const ofOneBusiness: BenignVariant = {
  interpretations: [216],
  overrides: replacing('authentication', {
    identify(credentials, access, operation) {
      const caller = authenticationRules.identify(credentials, access, operation);
      return caller.type === 'org' ? { ...caller, business: access.platform } : caller;
    },
  }),
  target: ({ orgBusinessId: _org, platformBusinessId: _platform, ...target }) => target,
};

/** A route of the target's own, which is open to every caller. */
const withOpenRoute: BenignVariant = {
  interpretations: [218],
  // Its route does nothing.
  alone: true,
  operations: { reinstatePerson: { path: '/test/persons/{personId}/reinstate' } },
  front: {
    answer: (answer, { path }) =>
      path.startsWith('/test/')
        ? { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' }
        : answer,
  },
};

export const keyVariants: BenignGroup = {
  checks: /^(authentication|access|tokens|existing)\./,
  variants: {
    "an org token of the platform's own business": ofOneBusiness,
    'an operation bound to a route that asks for no key': withOpenRoute,
  },
};

export const clockVariants: BenignGroup = {
  checks:
    /\.model$|^(tokens|payrolls|payouts|kyc|persons|webhooks|compliance|invoices|jwt|bodies|access|transactions)\./,
  variants: {
    'one clock for all businesses': { interpretations: [212], target: sharingClock },
  },
};
