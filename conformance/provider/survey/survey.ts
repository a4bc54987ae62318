/** The survey of a target: everything that is found out before the first check, once. */
import type { OperationId } from '../../../openapi/description.ts';
import { ConformanceError } from '../../engine/errors.ts';
import type { Redactor } from '../../engine/redactor.ts';
import { promptly, type RequestValues, type Survey, type WrittenFacts } from '../../engine/survey.ts';
import type { OutgoingRequest, Transport } from '../../http/transport.ts';
import { ignoreRefusal } from '../../target/controls.ts';
import { accessOf, capabilitiesOf, type Target } from '../../target/target.ts';
import type { TestData } from '../../target/test-data.ts';
import type { WebhookReceiver } from '../../webhooks/receiver.ts';
import type { Businesses } from '../businesses.ts';
import type { WriteEntry } from '../case-record.ts';
import type { Scenario } from '../scenario.ts';
import type { KnownOfTarget } from '../services.ts';
import { createForSurvey } from '../tenant.ts';
import { forbiddenLists, type LookedFor, lookForOperations } from './absent-operations.ts';
import { surveyClock } from './clock.ts';
import { reach } from './reach.ts';
import { type Rehearsal, rehearse } from './rehearsal.ts';
import { linesOf, tryLines, whyNotTried } from './try-lines.ts';
import { openUnjudged } from './unjudged-scenario.ts';

/**
 * How much a survey finds out by writing. `nothing`: it only reads. `values`: test data that the target accepts, how late
 * it shows a write, and whether its businesses share a clock. `lines`: also whether each line of an adapter works.
 */
export type SurveyTries = 'nothing' | 'values' | 'lines';

export interface SurveyOptions {
  readonly target: Target;
  readonly transport: Transport;
  readonly receiver: WebhookReceiver;
  /** The businesses of the run that follows. @defaultValue as many as the survey wants */
  readonly businesses?: Businesses;
  /** Takes every request and response. @defaultValue they are not recorded */
  readonly writeEntry?: WriteEntry;
  readonly redactor: Redactor;
  readonly userAgent: string;
  readonly signal: AbortSignal;
  readonly tries: SurveyTries;
  /** Sets of test data, the likeliest first. */
  readonly candidates: readonly [TestData, ...TestData[]];
  /** Whether to look for assumed operations that the target lacks. @defaultValue false */
  readonly findsAbsent?: boolean;
  /** An earlier survey of the target, whose facts are not found out again. */
  readonly earlier?: Survey;
}

export interface Surveyed {
  readonly survey: Survey;
  /** Reads that the target has just answered, or could have. */
  readonly reads: readonly OutgoingRequest[];
  /** Assumed operations that were looked for and found. */
  readonly found: readonly OperationId[];
}

/** What is found out by writing, and the operations that accept any key. */
interface Written {
  readonly facts: WrittenFacts;
  readonly keyless: readonly string[];
}

type Open = (assumed: KnownOfTarget) => Scenario;

/** A scenario writes its record when it is closed; what it cannot remove, it leaves. */
async function write(options: SurveyOptions, known: WrittenFacts): Promise<Written> {
  const opened: Scenario[] = [];
  const open = openIn(options);
  try {
    return await findByWriting(options, known, (assumed) => {
      const scenario = open(assumed);
      opened.push(scenario);
      return scenario;
    });
  } finally {
    for (const scenario of opened) await scenario.close().catch(() => {});
  }
}

function openIn(options: SurveyOptions): Open {
  const { target, transport, receiver, redactor, userAgent, signal, businesses, writeEntry } = options;
  const services = {
    target,
    transport,
    receiver,
    ...(businesses && { businesses }),
    ...(writeEntry && { writeEntry }),
    capabilities: capabilitiesOf(target),
  };
  const about = { checkId: 'survey', userAgent, redactor, signal };
  return (assumed) => openUnjudged({ ...services, known: assumed }, about);
}

async function findByWriting(options: SurveyOptions, known: WrittenFacts, open: Open): Promise<Written> {
  const { target, signal, tries, candidates } = options;
  const isComplete = known.accepts !== undefined && known.lag !== undefined;
  const rehearsed = isComplete ? undefined : await rehearse(open, candidates);
  const left: Partial<Rehearsal> & Pick<Rehearsal, 'data'> = rehearsed?.left ?? { data: candidates[0] };
  const { accepts = rehearsed?.accepts, lag = rehearsed?.lag } = known;
  const { aheadSeconds = rehearsed?.aheadSeconds } = known;
  const facts = {
    ...known,
    ...(accepts && { accepts }),
    ...(lag && { lag }),
    ...(aheadSeconds !== undefined && { aheadSeconds }),
  };
  const lines = linesOf(target);
  const begin = () =>
    left.scenario ??
    open({ data: left.data, lag: promptly, opensBusinesses: accepts?.opensBusinesses ?? true });
  if (tries === 'lines' && lines.length > 0 && known.lines === undefined) {
    const tried = await tryLines(left, begin, signal);
    return { facts: { ...facts, ...tried.facts, lines: tried.tried }, keyless: tried.keyless };
  }
  if (
    target.controls.advanceClock === undefined ||
    facts.clock !== undefined ||
    accepts?.opensBusinesses === false
  )
    return { facts, keyless: [] };
  const scenario = begin();
  const clocks = async () => {
    const tenant = left.tenant ?? (await createForSurvey(scenario));
    return surveyClock(scenario.control('advanceClock'), scenario, tenant);
  };
  // The cases use the same control and report its error.
  const found = await clocks().catch(ignoreRefusal);
  return { facts: { ...facts, ...(found?.clock && { clock: found.clock }) }, keyless: [] };
}

/** Facts of an earlier survey and of whoever opened the target. */
function factsBefore({ target, earlier }: SurveyOptions): WrittenFacts {
  const { accepts, lag, clock, aheadSeconds, webhooks, lines } = earlier ?? {};
  return {
    ...target.known,
    ...(target.clock && { clock: target.clock }),
    ...(accepts && { accepts }),
    ...(lag && { lag }),
    ...(clock && { clock }),
    ...(aheadSeconds !== undefined && { aheadSeconds }),
    ...(webhooks && { webhooks }),
    ...(lines && { lines }),
  };
}

function writtenOf(options: SurveyOptions): Promise<Written> | Written {
  const { target, tries } = options;
  const facts = factsBefore(options);
  const why = whyNotTried(target);
  const lines = linesOf(target);
  const untried =
    why === undefined || lines.length === 0 || tries === 'values' || facts.lines !== undefined
      ? facts
      : { ...facts, lines: lines.map((line) => ({ line, outcome: 'not tried', why }) as const) };
  const writes = tries !== 'nothing' && target.kind !== 'prism' && accessOf(target) === 'read-write';
  return writes ? write(options, untried) : { facts: untried, keyless: [] };
}

/** @throws ConformanceError with code `CONFIGURATION_INVALID` if a survey is of another target or adapter */
function refuseOther({ target, earlier }: SurveyOptions): void {
  if (earlier === undefined) return;
  const problem =
    earlier.baseUrl !== target.baseUrl
      ? `is of ${earlier.baseUrl}, and the target is ${target.baseUrl}`
      : earlier.lines !== undefined &&
          !isSameSet(
            earlier.lines.map(({ line }) => line),
            linesOf(target),
          )
        ? 'has other lines than the adapter'
        : undefined;
  if (problem === undefined) return;
  throw new ConformanceError(
    'CONFIGURATION_INVALID',
    `The survey ${problem}: make it again, or leave out --survey`,
  );
}

const isSameSet = (some: readonly string[], others: readonly string[]) =>
  new Set(some).size === new Set([...some, ...others]).size && some.length === others.length;

/** The facts without secrets in the words and ids of the target. */
function withoutSecrets({ accepts, lines, ...facts }: WrittenFacts, redactor: Redactor): WrittenFacts {
  const values = (of: RequestValues): RequestValues =>
    of.idFileFront === undefined ? of : { ...of, idFileFront: redactor.redact(of.idFileFront) };
  return {
    ...facts,
    ...(accepts && {
      accepts: {
        ...accepts,
        values: values(accepts.values),
        refused: accepts.refused.map((each) => ({
          ...each,
          values: values(each.values),
          said: redactor.redact(each.said),
        })),
        ...(accepts.dropped && {
          dropped: accepts.dropped.map((each) => ({ ...each, said: redactor.redact(each.said) })),
        }),
      },
    }),
    ...(lines && { lines: lines.map((each) => ({ ...each, why: redactor.redact(each.why) })) }),
  };
}

/**
 * Asks whether the target is a server of the interface that responds and accepts the keys, and then finds out what the
 * checks have to know of it.
 *
 * @throws ConformanceError with code `TARGET_UNREACHABLE`, `CREDENTIALS_REFUSED` or `CONFIGURATION_INVALID`
 */
export async function surveyTarget(options: SurveyOptions): Promise<Surveyed> {
  const { target, transport, signal, redactor, findsAbsent = false, earlier } = options;
  refuseOther(options);
  const { reads, ...reached } = await reach(target, transport, signal);
  const looksFor = findsAbsent && target.kind === 'live';
  const looked: LookedFor = looksFor
    ? await lookForOperations(target, transport, signal)
    : { found: [], absent: [] };
  const isNew = earlier === undefined && options.tries !== 'nothing';
  const triesReads = isNew && target.kind === 'live' && accessOf(target) === 'read-write';
  const forbidden = triesReads ? await forbiddenLists(target, transport, signal) : [];
  const absent = [...looked.absent, ...forbidden];
  // A line that names an operation is tried, and then it is wrong.
  const { operations = {} } = target;
  const gone = absent.filter((id) => operations[id] === undefined);
  const known = { ...target, absentOperations: [...target.absentOperations, ...gone] };
  const { facts, keyless } = await writtenOf({ ...options, target: known });
  const survey: Survey = {
    baseUrl: target.baseUrl,
    surveyedAt: earlier?.surveyedAt ?? new Date().toISOString(),
    requests: transport.sent,
    ...reached,
    operations: {
      absent: earlier?.operations.absent ?? absent,
      forbidden: earlier?.operations.forbidden ?? forbidden,
      keyless: earlier?.operations.keyless ?? keyless,
    },
    limits: transport.limits,
    ...withoutSecrets(facts, redactor),
  };
  return { survey, reads, found: looked.found };
}
