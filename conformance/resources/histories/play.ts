/** Lets several clients use the same objects at the same time, and judges whether some order explains what they saw. */
import type { RequirementId } from '../../../openapi/catalogue.ts';
import { type History, HistoryRecorder, type Operation, webhookLane } from '../../engine/history.ts';
import { type Contradiction, findContradiction, type SequentialObject } from '../../engine/linearize.ts';
import { type InWords, timelineOf } from '../../engine/timeline.ts';
import type { Tenant } from '../../provider/businesses.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { drain } from '../../provider/tenant.ts';

export interface ClientCall {
  /** Of a webhook: its event. */
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

/** What a webhook shows of an object. */
export type ObservedWebhook = Required<Pick<Op, 'call' | 'outcome'>>;

export type Op = Operation<ClientCall, ClientOutcome>;
export type Clients = History<ClientCall, ClientOutcome>;

/** An object that clients share. Operations on other objects have no effect on it. */
export interface SharedObject {
  readonly concerns: (call: ClientCall) => boolean;
  /** Whether a webhook shows something of it. */
  readonly listensTo: (call: ClientCall) => boolean;
  /** The requirement that a contradiction breaks. */
  readonly breaks: (contradiction: Contradiction<ClientCall, ClientOutcome>) => RequirementId;
  /** The requirements that a history is evaluated by. */
  readonly rulesIn: (history: Clients) => readonly RequirementId[];
  readonly contradictionIn: (history: Clients) => Contradiction<ClientCall, ClientOutcome> | undefined;
}

interface ObjectSpec<State> extends SequentialObject<State, ClientCall, ClientOutcome> {
  readonly concerns?: (call: ClientCall) => boolean;
  /** @defaultValue no webhook does */
  readonly listensTo?: (call: ClientCall) => boolean;
  readonly rules: readonly [RequirementId, ...RequirementId[]];
  /** The requirement that is broken if a webhook cannot be explained, or nothing beside it. */
  readonly ofWebhooks?: RequirementId;
  /** By the operation whose outcome cannot be explained. @defaultValue the first of the rules */
  readonly breaks?: (operation: Op) => RequirementId;
  /** Whether a write explains nothing that others show. @defaultValue every write may */
  readonly isUnseen?: (write: ClientCall, others: Clients) => boolean;
}

export const isRejected = ({ status }: ClientOutcome): boolean => status >= 400;

/** Whether a write may have been carried out. */
export const mayBeDone = (outcome: ClientOutcome | undefined): boolean =>
  outcome === undefined || !isRejected(outcome);

export const isWebhook = ({ client }: Pick<Op, 'client'>): boolean => client === webhookLane;

const isWrite = (operation: Op): boolean => !isWebhook(operation) && !operation.call.verb.startsWith('read');

/** A read, a webhook, or a request that the target rejected: it only adds to what has to be explained. */
const changesNothing = (operation: Op): boolean => !isWrite(operation) || !mayBeDone(operation.outcome);

export const sharedObject = <State>({
  start,
  next,
  rules,
  concerns = () => true,
  listensTo = () => false,
  ofWebhooks,
  breaks = () => rules[0],
  isUnseen = () => false,
}: ObjectSpec<State>): SharedObject => ({
  concerns,
  listensTo,
  rulesIn: (history) => {
    const isObserved = history.some((each) => isWebhook(each) && listensTo(each.call));
    return [...rules, ...(isObserved && ofWebhooks !== undefined ? [ofWebhooks] : [])];
  },
  breaks: ({ operations, last }) =>
    ofWebhooks !== undefined && operations.some(isWebhook) ? ofWebhooks : breaks(last),
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
  /** What webhooks have shown since they were asked for last; absent if the target delivers none. */
  readonly announced?: () => readonly ObservedWebhook[];
  /** What is read whenever everything has happened. */
  readonly lastReads: readonly Pick<ClientCall, 'verb' | 'object'>[];
  /** Whether the document says that a read shows a write that was answered; otherwise it may take effect later. */
  readonly isAtOnce: boolean;
}

/** A step with its place in the plan. */
type NumberedStep = PlanStep & Pick<ClientCall, 'value'>;

type Recorder = HistoryRecorder<ClientCall, ClientOutcome>;

/** Records the webhooks that have come: a request that is sent afterwards has not caused them. */
function noteWebhooks({ announced }: Shared, recorder: Recorder): void {
  for (const { call, outcome } of announced?.() ?? []) recorder.observe(call, outcome);
}

async function playRound(shared: Shared, round: readonly NumberedStep[], recorder: Recorder): Promise<void> {
  const { perform } = shared;
  /** A server error does not say whether a request was carried out. */
  const send = async (call: ClientCall) => {
    const outcome = await perform(call);
    return outcome.status >= 500 ? undefined : outcome;
  };
  const lost: Promise<unknown>[] = [];
  const clients = [...Map.groupBy(round, ({ client }) => client)].map(async ([client, steps]) => {
    let owed: readonly ClientCall[] = [];
    const repeat = async (calls: readonly ClientCall[]) => {
      for (const call of calls) {
        noteWebhooks(shared, recorder);
        await recorder.perform(client, call, () => send(call));
      }
    };
    for (const { verb, object, value, fate } of steps) {
      const due = owed;
      const call = { verb, object, value };
      owed = fate === 'lost late' ? [call] : [];
      if (fate !== 'answered') {
        noteWebhooks(shared, recorder);
        const sent = recorder.lose(client, call, () => perform(call));
        lost.push(sent);
        // It is looked at when all have ended; until then, nobody else waits for it.
        const ended = sent.catch(() => {});
        if (fate === 'lost late') await ended;
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
    const own = history.filter((each) =>
      isWebhook(each)
        ? object.listensTo(each.call)
        : object.concerns(each.call) && (each.client === 0 || isWrite(each)),
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
    const own = history.filter(({ call, client }) => object.concerns(call) && client > 0);
    const writes = own.filter(isWrite);
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
  const { operations, last } = contradiction;
  const { call, outcome } = last;
  const actual = `${shared.say(call)}: ${outcome === undefined ? 'no answer' : shared.show(outcome, call)}`;
  const rule = object.breaks(contradiction);
  // What is left may not be finished on a target that cannot report that it has.
  const isEarly = last.client === 0 && !shared.isAtOnce;
  const mayBeEarly = operations.some(isWebhook) && operations.some(({ client }) => client === 0);
  const isDone = scenario.conclusive || !(isEarly || mayBeEarly);
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
    noteWebhooks(shared, recorder);
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
  for (const rule of new Set(shared.objects(history).flatMap(({ rulesIn }) => rulesIn(history))))
    scenario.requireOrder(rule, undefined, expected, expected);
}
