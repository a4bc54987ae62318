/** A move about one user: which one it is, and what the moves have in common that hand something in. */
import type { Settle } from '../../../provider/reading.ts';
import type { Scenario } from '../../../provider/scenario.ts';
import { pickFrom } from '../../about.ts';
import { nameOf } from '../../ground.ts';
import { type Expiry, expiryDate } from '../document.ts';
import type { KycMove, KycState, KycWorld, UserBelief } from '../model.ts';

/** A user with its id. */
export interface Known {
  readonly user: UserBelief;
  readonly id: string;
}

interface AboutUser {
  /** What is done, with what it is done with; the index of the user is added. */
  readonly verb: string;
  readonly possible: (user: UserBelief, state: Readonly<KycState>, world: KycWorld) => boolean;
  readonly describe: (user: UserBelief, state: Readonly<KycState>) => string;
  readonly act: (
    scenario: Scenario,
    known: Known,
    state: Readonly<KycState>,
    world: KycWorld,
  ) => Promise<Settle<KycState>>;
}

const { about, sameIn } = pickFrom<KycWorld, KycState, UserBelief>('user', ({ users }) => users);

export { sameIn };

/** @param index counts round among the users, so that small numbers are simple. */
export const aboutUser = (index: number, { verb, possible, describe, act }: AboutUser): KycMove => ({
  ...about(index, {
    verb,
    possible,
    describe,
    act: (scenario, user, state, world) =>
      act(scenario, { user, id: world.ids[state.users.indexOf(user)] ?? '' }, state, world),
  }),
  name: `${verb} (${nameOf(index)})`,
});

/** The date of a document that is handed in for a user; no two of a user have the same. */
export function takeDate({ dates }: KycWorld, { name }: UserBelief, expiry: Expiry, now: number): string {
  const taken = dates.get(name) ?? new Set();
  const date = expiryDate(expiry, now, taken);
  dates.set(name, taken.add(date));
  return date;
}

export const isSuccess = (status: number) => status >= 200 && status < 300;
