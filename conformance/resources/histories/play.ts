/** Lets several clients use the same objects at the same time, and judges whether some order explains what they saw. */
import type { RequirementId } from '../../../openapi/catalogue.ts';
import { type History, HistoryRecorder, type Operation } from '../../engine/history.ts';
import { type Contradiction, findContradiction, type SequentialObject } from '../../engine/linearize.ts';
import { type InWords, timelineOf } from '../../engine/timeline.ts';
import type { Tenant } from '../../provider/businesses.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { drain } from '../../provider/tenant.ts';

export interface ClientCall {
  readonly verb: string;
  /** Which of the objects it is about, from 0. */
  readonly object: number;
  /** Differs between all steps of a plan. */
  readonly value: number;
}

/** What a client saw. */
export interface ClientOutcome {
  readonly status: number;
  /** Absent if the response shows nothing of the object. */
  readonly seen?: string | number;
}

/**
 * `answered`: the client waits for the answer. `lost`: it gives up on the answer at once and sends the request again.
 * `lost late`: it gives up when the target has answered, and sends the request again after its next one.
 */
export type Fate = 'answered' | 'lost' | 'lost late';

/** One request of one client; a client sends its requests one after the other. */
export interface PlanStep {
  readonly client: number;
  readonly verb: string;
  readonly object: number;
  readonly fate: Fate;
}

type Op = Operation<ClientCall, ClientOutcome>;
type Clients = History<ClientCall, ClientOutcome>;

/** An object that clients share. Operations on other objects have no effect on it. */
export interface SharedObject {
  readonly concerns: (call: ClientCall) => boolean;
  /** The requirement that is broken if the outcome of an operation cannot be explained. */
  readonly breaks: (operation: Op) => RequirementId;
  readonly rules: readonly RequirementId[];
  readonly contradictionIn: (history: Clients) => Contradiction<ClientCall, ClientOutcome> | undefined;
}

interface ObjectSpec<State> extends SequentialObject<State, ClientCall, ClientOutcome> {
  readonly concerns?: (call: ClientCall) => boolean;
  readonly rules: readonly [RequirementId, ...RequirementId[]];
  /** @defaultValue the first of the rules */
  readonly breaks?: (operation: Op) => RequirementId;
  /** Whether a write explains nothing that others show. @defaultValue every write may */
  readonly isUnseen?: (write: ClientCall, others: Clients) => boolean;
}

export const isRejected = ({ status }: ClientOutcome): boolean => status >= 400;

/** A read, or a request that the target rejected: it only adds to what has to be explained. */
const changesNothing = ({ call, outcome }: Op): boolean =>
  call.verb.startsWith('read') || (outcome !== undefined && isRejected(outcome));

export const sharedObject = <State>({
  start,
  next,
  rules,
  concerns = () => true,
  breaks = () => rules[0],
  isUnseen = () => false,
}: ObjectSpec<State>): SharedObject => ({
  concerns,
  rules,
  breaks,
  contradictionIn: (history) =>
    findContradiction(
      history,
      { start, next },
      (each, others) => changesNothing(each) || isUnseen(each.call, others),
    ),
});

/** The objects of a case, and what clients do with them. The verbs of reads begin with `read`. */
export interface Shared extends InWords<ClientCall, ClientOutcome> {
  /** The business that is asked whether everything has happened; absent if nothing happens later. */
  readonly tenant?: Tenant;
  readonly perform: (call: ClientCall) => Promise<ClientOutcome>;
  readonly objects: (history: Clients) => readonly SharedObject[];
  /** What is read whenever everything has happened. */
  readonly lastReads: readonly Pick<ClientCall, 'verb' | 'object'>[];
  /** Whether the document says that a read shows a write that was answered; otherwise it may take effect later. */
  readonly isAtOnce: boolean;
}

/** A step with its place in the plan. */
type NumberedStep = PlanStep & Pick<ClientCall, 'value'>;

async function playRound(
  { perform }: Shared,
  round: readonly NumberedStep[],
  recorder: HistoryRecorder<ClientCall, ClientOutcome>,
): Promise<void> {
  const lost: Promise<unknown>[] = [];
  const clients = [...Map.groupBy(round, ({ client }) => client)].map(async ([client, steps]) => {
    let owed: readonly ClientCall[] = [];
    const repeat = async (calls: readonly ClientCall[]) => {
      for (const call of calls) await recorder.perform(client, call, () => perform(call));
    };
    for (const { verb, object, value, fate } of steps) {
      const due = owed;
      const call = { verb, object, value };
      owed = fate === 'lost late' ? [call] : [];
      if (fate !== 'answered') {
        const sent = recorder.lose(client, call, () => perform(call));
        lost.push(sent);
        if (fate === 'lost late') await sent.catch(() => {});
      }
      await repeat(fate === 'lost late' ? due : [call, ...due]);
    }
    await repeat(owed);
  });
  // Each request is awaited, so that nothing is sent after its step.
  const settled = await Promise.allSettled(clients);
  for (const result of [...settled, ...(await Promise.allSettled(lost))])
    if (result.status === 'rejected') throw result.reason;
}

/** A contradiction, and the object that it is about. */
interface Unexplained {
  readonly object: SharedObject;
  readonly contradiction: Contradiction<ClientCall, ClientOutcome>;
}

/** What is read while no client does anything: nothing else can happen any more. */
function unexplainedAtRest(shared: Shared, history: Clients): Unexplained | undefined {
  for (const object of shared.objects(history)) {
    const own = history.filter(
      (each) => object.concerns(each.call) && (each.client === 0 || !each.call.verb.startsWith('read')),
    );
    const contradiction = object.contradictionIn(own);
    if (contradiction !== undefined) return { object, contradiction };
  }
  return undefined;
}

/**
 * Each read on its own, beside the writes: that one read shows a write which has not been answered does not mean that the
 * next one has to.
 */
function unexplainedRead(shared: Shared, history: Clients, lagMillis: number): Unexplained | undefined {
  for (const object of shared.objects(history)) {
    const own = history.filter(({ call, client }) => object.concerns(call) && client !== 0);
    const writes = own.filter(({ call }) => !call.verb.startsWith('read'));
    for (const read of own.filter(({ call }) => call.verb.startsWith('read'))) {
      const asOf = read.start - lagMillis;
      const contradiction = object.contradictionIn([...writes, { ...read, asOf }]);
      if (contradiction !== undefined) return { object, contradiction };
    }
  }
  return undefined;
}

const expected = 'an outcome that follows from carrying out these requests in some order';

function report(scenario: Scenario, shared: Shared, { object, contradiction }: Unexplained): void {
  const timeline = timelineOf(contradiction, shared);
  const { call, outcome } = contradiction.last;
  const actual = `${shared.say(call)}: ${outcome === undefined ? 'no answer' : shared.show(outcome)}`;
  const rule = object.breaks(contradiction.last);
  // What is left may not be finished on a target that cannot report that it has.
  const isDone = shared.isAtOnce || scenario.conclusive || contradiction.last.client !== 0;
  if (isDone) scenario.requireOrder(rule, timeline, expected, actual);
  else scenario.requireDone(rule, false, expected, actual);
}

/** The steps after which everything comes to rest, so that what is left can be read. */
const stepsOfRound = 8;

/** Plays a plan in rounds, and judges the history that comes of it. */
export async function play(scenario: Scenario, shared: Shared, plan: readonly PlanStep[]): Promise<void> {
  const recorder = new HistoryRecorder<ClientCall, ClientOutcome>();
  const isExplained = (history: Clients) => unexplainedAtRest(shared, history) === undefined;
  const look = async (): Promise<Clients> => {
    const reads = new HistoryRecorder<ClientCall, ClientOutcome>();
    for (const read of shared.lastReads) {
      const call = { ...read, value: -1 };
      await reads.perform(0, call, () => shared.perform(call));
    }
    return reads.history;
  };
  let history: Clients = [];
  const numbered = plan.map((step, value) => ({ ...step, value }));
  for (let from = 0; from < plan.length && isExplained(history); from += stepsOfRound) {
    const round = numbered.slice(from, from + stepsOfRound);
    const clients = new Set(round.map(({ client }) => client)).size;
    scenario.step(`${round.length} requests by ${clients} clients at the same time`);
    await playRound(shared, round, recorder);
    scenario.step('what is left when everything has happened');
    if (shared.tenant !== undefined) await drain(scenario, shared.tenant);
    const before = [...history.filter(({ client }) => client === 0), ...recorder.history];
    history = await scenario.eventually(
      async () => [...before, ...(await look())],
      isExplained,
      scenario.conclusive ? 0 : undefined,
    );
  }
  const lagMillis = shared.isAtOnce ? scenario.readsMayLagMillis : Number.POSITIVE_INFINITY;
  const found = unexplainedRead(shared, history, lagMillis) ?? unexplainedAtRest(shared, history);
  if (found !== undefined) report(scenario, shared, found);
  for (const rule of new Set(shared.objects(history).flatMap(({ rules }) => rules)))
    scenario.requireOrder(rule, undefined, expected, expected);
}
