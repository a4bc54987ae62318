/** Several models in one business: all of them judge after every step, whichever of them moved. */

import type fc from 'fast-check';
import type { Capability } from '../../../openapi/catalogue.ts';
import type { OperationId } from '../../../openapi/description.ts';
import type { Need } from '../../engine/tours.ts';
import { anyOf, toursOf } from '../../engine/tours.ts';
import {
  type Common,
  type Fixture,
  judgeBalance,
  lookAround,
  openFixture,
  type Started,
  type Surroundings,
  showCommon,
} from '../../provider/fixture.ts';
import type { Conclude, Has, Model, Move } from '../../provider/model.ts';
import type { Part, PartContext, PartState } from '../../provider/part.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { type Bystander, lookAtBystander, openBystander } from './bystander.ts';

export interface CombinedContext {
  readonly fixture: Fixture;
  /** The opened members, in the order in which they judge. */
  readonly present: readonly Member[];
  readonly members: Readonly<Record<string, PartContext>>;
  readonly bystander: Bystander;
}

export interface CombinedState {
  readonly common: Common;
  readonly members: Readonly<Record<string, PartState>>;
}

export interface CombinedMove extends Move<CombinedContext, CombinedState> {
  /** The members that the move is about. */
  readonly of: readonly string[];
}

export interface Member {
  readonly name: string;
  /** Capabilities without which the member does not take part. */
  readonly needs: readonly Capability[];
  /** The lists that show its resources. */
  readonly lists: readonly OperationId[];
  readonly open: (
    scenario: Scenario,
    started: Started,
  ) => Promise<{ readonly context: PartContext; readonly state: PartState }>;
  readonly moves: (has: Has) => fc.Arbitrary<CombinedMove> | undefined;
  /** Moves that take each transition of the state machine with certainty, if nothing else happens. */
  readonly tours: (has: Has) => readonly (readonly CombinedMove[])[];
  readonly look: (
    scenario: Scenario,
    state: Readonly<CombinedState>,
    context: CombinedContext,
    surroundings: Surroundings,
  ) => Promise<Conclude<CombinedState>>;
  readonly show: (state: Readonly<CombinedState>) => string;
}

/** Finds one part's own context and state in those of all members. */
class Lens<Context extends PartContext, State extends PartState> {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  state(all: Readonly<CombinedState>): State {
    // The part itself stored it under this name.
    return this.#found(all.members) as State;
  }

  context(all: CombinedContext): Context {
    return this.#found(all.members) as Context;
  }

  move(own: Move<Context, State>): CombinedMove {
    const { name, parts, needs = [], possible, describe, act } = own;
    return {
      name,
      of: [this.#name],
      needs,
      ...(parts && { parts: parts.map((part) => this.move(part)) }),
      possible: (state, context) => possible(this.state(state), this.context(context)),
      describe: (state, context) => describe(this.state(state), this.context(context)),
      act: async (scenario, state, context) =>
        this.conclude(await act(scenario, this.state(state), this.context(context))),
    };
  }

  conclude(own: Conclude<State>): Conclude<CombinedState> {
    return (alternative, state) => own(alternative, this.state(state));
  }

  #found<T>(members: Readonly<Record<string, T>>): T {
    const found = members[this.#name];
    if (found === undefined) throw new Error(`${this.#name} has not been opened.`);
    return found;
  }
}

type MemberDetails = Pick<Member, 'name' | 'needs' | 'lists'>;

/** Turns a part into a member, and its moves into moves of the combined model. */
export function member<Context extends PartContext, State extends PartState>(
  part: Part<Context, State>,
  details: MemberDetails,
): Member & { readonly lift: (move: Move<Context, State>) => CombinedMove } {
  const lens = new Lens<Context, State>(details.name);
  return {
    ...details,
    lift: (move) => lens.move(move),
    open: part.open,
    moves: (has) => anyOf(...part.moves)(has)?.map((move) => lens.move(move)),
    tours: (has) => toursOf(part.tours, has).map((tour) => tour.map((move) => lens.move(move))),
    look: async (scenario, state, context, surroundings) =>
      lens.conclude(await part.look(scenario, lens.state(state), lens.context(context), surroundings)),
    show: (state) => part.show(lens.state(state)),
  };
}

/** A move as the engine passes it. */
interface PlainMove {
  readonly parts?: readonly PlainMove[];
  readonly needs?: readonly Need[];
}

/** The members that a move is about; for concurrent moves, those of all of them. */
function namesIn(move: PlainMove): readonly string[] {
  // Moves of several members are joined by `together`, which knows nothing of members.
  return (move as Partial<CombinedMove>).of ?? (move.parts ?? []).flatMap(namesIn);
}

async function open(
  scenario: Scenario,
  members: readonly Member[],
  moves: readonly PlainMove[],
): Promise<{ readonly context: CombinedContext; readonly state: CombinedState }> {
  const started = await openFixture(scenario, moves, { movesMoney: true });
  const { fixture, common } = started;
  const names = new Set(moves.flatMap(namesIn));
  const present = members.filter(({ name }) => names.has(name));
  const contexts: Record<string, PartContext> = {};
  const states: Record<string, PartState> = {};
  for (const { name, open: openMember } of present) {
    const { context, state } = await openMember(scenario, started);
    if (state.common !== common) throw new Error(`${name} does not share what all machines share.`);
    contexts[name] = context;
    states[name] = state;
  }
  const lists = [...new Set(present.flatMap(({ lists: own }) => own))];
  const bystander = await openBystander(scenario, lists);
  return { context: { fixture, members: contexts, present, bystander }, state: { common, members: states } };
}

/**
 * The model of several parts. Only those that a sequence moves are opened. After every step each part judges its own
 * resources, some part must expect every change of the balance, and a second business must show nothing.
 *
 * @param members in the order in which time affects them: those that wait for money come after those that bring it.
 */
export function combine(members: readonly Member[]): Model<CombinedContext, CombinedState> {
  return {
    start: (scenario, moves) => open(scenario, members, moves),
    look: async (scenario, state, context) => {
      const surroundings = await lookAround(scenario, context.fixture);
      const judges: Conclude<CombinedState>[] = [];
      for (const each of context.present)
        judges.push(await each.look(scenario, state, context, surroundings));
      const judgeBystander = await lookAtBystander(scenario, context.fixture, context.bystander);
      return (alternative, after) => {
        for (const judge of judges) judge(alternative, after);
        judgeBalance(
          alternative,
          { common: after.common, tenant: context.fixture.tenant },
          surroundings.balance,
          'WALLET-001',
        );
        judgeBystander(alternative);
      };
    },
    show: (state) =>
      [
        ...members.filter(({ name }) => name in state.members).map((each) => each.show(state)),
        showCommon(state.common, true),
      ]
        .filter((text) => text !== '')
        .join('; '),
  };
}
