/** Several machines in one business: each is looked at after every step, whichever it was that moved. */
import type { Machine, Move } from '../../provider/machine.ts';
import type { Settle } from '../../provider/reading.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { judgeBalance, lookAround, openGround, showCommon } from '../ground.ts';
import type { PartState, PartWorld } from '../part.ts';
import { lookAtBystander, openBystander } from './bystander.ts';
import type { CombinedMove, CombinedState, CombinedWorld, Member } from './member.ts';

type PlainMove = Move<CombinedWorld, CombinedState>;

/** The members that a move is about; of moves made at the same time, those of all. */
function namesIn(move: PlainMove): readonly string[] {
  // Moves of several members are joined by `together`, which knows nothing of members.
  return (move as Partial<CombinedMove>).of ?? (move.parts ?? []).flatMap(namesIn);
}

async function open(
  scenario: Scenario,
  members: readonly Member[],
  moves: readonly PlainMove[],
): Promise<{ readonly world: CombinedWorld; readonly state: CombinedState }> {
  const started = await openGround(scenario);
  const { ground, common } = started;
  const names = new Set(moves.flatMap(namesIn));
  const present = members.filter(({ name }) => names.has(name));
  const worlds: Record<string, PartWorld> = {};
  const states: Record<string, PartState> = {};
  for (const { name, open: openMember } of present) {
    const { world, state } = await openMember(scenario, started);
    if (state.common !== common) throw new Error(`${name} does not share what all machines share.`);
    worlds[name] = world;
    states[name] = state;
  }
  const lists = [...new Set(present.flatMap(({ lists: own }) => own))];
  const bystander = await openBystander(scenario, lists);
  return { world: { ground, members: worlds, present, bystander }, state: { common, members: states } };
}

/**
 * The machine of several parts. Only those are opened that a sequence moves. After every step each part judges what is its
 * own, every change of the balance has to be one that some part expects, and a business beside this one shows nothing of it.
 *
 * @param members in the order in which time acts on them: those that wait for money come after those that bring it.
 */
export function combine(members: readonly Member[]): Machine<CombinedWorld, CombinedState> {
  return {
    start: (scenario, moves) => open(scenario, members, moves),
    look: async (scenario, state, world) => {
      const surroundings = await lookAround(scenario, world.ground);
      const judges: Settle<CombinedState>[] = [];
      for (const each of world.present) judges.push(await each.look(scenario, state, world, surroundings));
      const judgeBystander = await lookAtBystander(scenario, world.ground, world.bystander);
      return (reading, after) => {
        for (const judge of judges) judge(reading, after);
        judgeBalance(reading, after.common, surroundings.balance, 'WALLET-001');
        judgeBystander(reading);
      };
    },
    show: (state) =>
      [
        ...members.filter(({ name }) => name in state.members).map((each) => each.show(state)),
        showCommon(state.common),
      ]
        .filter((text) => text !== '')
        .join('; '),
  };
}
