/** Moves about one of several resources. */

import type { Conclude, Move, Need } from './model.ts';
import type { Scenario } from './scenario.ts';

export interface Named {
  /** How counterexamples name it: A, B. */
  readonly name: string;
}

export interface AboutOne<Context, State, Resource> {
  readonly verb: string;
  readonly needs?: readonly Need[];
  /** @defaultValue whenever there is a resource */
  readonly possible?: (resource: Resource, state: Readonly<State>, context: Context) => boolean;
  readonly describe: (resource: Resource, state: Readonly<State>) => string;
  readonly act: (
    scenario: Scenario,
    resource: Resource,
    state: Readonly<State>,
    context: Context,
  ) => Promise<Conclude<State>>;
}

/**
 * Selects a resource for a move, and finds the same resource in another copy of the state.
 *
 * @param kind the name of such a resource.
 */
export function pickFrom<Context, State, Resource extends Named>(
  kind: string,
  listOf: (state: Readonly<State>) => readonly Resource[],
) {
  const pick = (state: Readonly<State>, index: number) => {
    const all = listOf(state);
    return all[index % all.length];
  };
  return {
    /** @param index wraps around the resources, so that small numbers suffice. */
    about(
      index: number,
      { verb, needs = [], possible, describe, act }: AboutOne<Context, State, Resource>,
    ): Move<Context, State> {
      const picked = (state: Readonly<State>): Resource => {
        const resource = pick(state, index);
        if (resource === undefined) throw new Error(`${verb} was made, and there is no ${kind}.`);
        return resource;
      };
      return {
        name: `${verb}(${index})`,
        needs,
        possible: (state, context) => {
          const resource = pick(state, index);
          return resource !== undefined && (possible?.(resource, state, context) ?? true);
        },
        describe: (state) => describe(picked(state), state),
        act: (scenario, state, context) => act(scenario, picked(state), state, context),
      };
    },
    /** The same resource in another copy of the state, by its name. */
    sameIn(state: State, { name }: Named): Resource {
      const found = listOf(state).find((resource) => resource.name === name);
      if (found === undefined) throw new Error(`There is no ${kind} ${name}.`);
      return found;
    },
  };
}

/** The id of a resource that the moves have made. */
export function idIn(ids: ReadonlyMap<string, string>, { name }: Named): string {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`The id of ${name} is unknown.`);
  return id;
}

/** The name of a resource by its id. */
export function nameIn(ids: ReadonlyMap<string, string>, id: unknown): string | undefined {
  return [...ids].find(([, known]) => known === id)?.[0];
}
