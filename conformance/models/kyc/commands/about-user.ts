/** A move about one user: which one it is, and what the moves have in common that hand something in. */
import type { Settle } from '../../../engine/reading.ts';
import type { Scenario } from '../../../engine/scenario.ts';
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

/** @param index counts round among the users, so that small numbers are simple. */
export function aboutUser(index: number, { verb, possible, describe, act }: AboutUser): KycMove {
  const picked = ({ users }: Readonly<KycState>): UserBelief => {
    const user = users[index % users.length];
    if (user === undefined) throw new Error(`${verb} was made without a user.`);
    return user;
  };
  return {
    name: `${verb} (${nameOf(index)})`,
    possible: (state, world) => possible(picked(state), state, world),
    describe: (state) => describe(picked(state), state),
    act: (scenario, state, world) => {
      const user = picked(state);
      return act(scenario, { user, id: world.ids[state.users.indexOf(user)] ?? '' }, state, world);
    },
  };
}

/** The same user in another copy of the state. */
export function sameIn({ users }: KycState, { name }: Pick<UserBelief, 'name'>): UserBelief {
  const found = users.find((user) => user.name === name);
  if (found === undefined) throw new Error(`There is no user ${name}.`);
  return found;
}

/** The date of a document that is handed in for a user; no two of a user have the same. */
export function takeDate({ dates }: KycWorld, { name }: UserBelief, expiry: Expiry, now: number): string {
  const taken = dates.get(name) ?? new Set();
  const date = expiryDate(expiry, now, taken);
  dates.set(name, taken.add(date));
  return date;
}

export const isSuccess = (status: number) => status >= 200 && status < 300;
