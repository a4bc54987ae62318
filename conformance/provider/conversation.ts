/** What a case sends to its target: operations and controls, each on the same way. */
import { type OperationId, operation } from '../../openapi/description.ts';
import { performOperation } from '../adapter/perform.ts';
import type { Send } from '../adapter/send.ts';
import { answerOf, type SendingContext, toOutgoing } from '../adapter/sending.ts';
import { ConformanceError, isSlip, messageOf } from '../engine/errors.ts';
import { CaseEnded } from '../engine/outcome.ts';
import type { Recording } from '../engine/recording.ts';
import type { CaseContext } from '../engine/scenario.ts';
import { chain, type Layer, type SendRequest } from '../http/chain.ts';
import { isSuccess } from '../http/is-success.ts';
import { type Caller, keepForReport, type OperationInput, toExchange } from '../http/message.ts';
import { untilAllowed } from '../http/rate-limit.ts';
import { secretsIn } from '../http/secret-finder.ts';
import type { IncomingResponse, OutgoingRequest } from '../http/transport.ts';
import { type Controls, controlTable } from '../target/controls.ts';
import { operationsInOwnWords, type Target } from '../target/target.ts';
import { untilKnown } from './ask-again.ts';
import { Callers } from './callers.ts';
import type { ApiResponse } from './response.ts';
import type { ScenarioServices } from './services.ts';

/** Names the line of the adapter in the error of a function that has a mistake. */
async function inAdapter<T>(line: string, perform: () => T | Promise<T>): Promise<T> {
  try {
    return await perform();
  } catch (error) {
    const isTheirs = isSlip(error) || (error instanceof Error && error.constructor === Error);
    if (!isTheirs) throw error;
    throw new Error(`${line} of the adapter failed with ${error.name}: ${error.message}`, { cause: error });
  }
}

/** The parts of its case that a conversation needs. */
interface OfCase {
  readonly context: CaseContext;
  readonly recording: Recording;
  /** Waits, unless the run ends first. */
  readonly pause: (millis: number) => Promise<void>;
}

export class Conversation {
  readonly callers: Callers;
  readonly #target: Target;
  readonly #services: ScenarioServices;
  readonly #case: OfCase;
  /** Time of the last write or control. */
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor(target: Target, services: ScenarioServices, ofCase: OfCase) {
    this.callers = new Callers(target);
    this.#target = target;
    this.#services = services;
    this.#case = ofCase;
  }

  /** Performs an operation, once reads show what was written before it. */
  async perform(id: OperationId, caller: Caller, input: OperationInput): Promise<ApiResponse> {
    const isRead = operation(id).method === 'get';
    await this.#catchUp(isRead);
    const performed = await performOperation(id, caller, input, this.#surroundings(id));
    const { status, headers, text, json, durationMillis, withoutCaller } = performed;
    this.#case.context.tally.operation(id, status, durationMillis);
    if (id === 'createBusiness') this.callers.remember(caller, json);
    // A rejected request writes nothing.
    if (!isRead && (status < 400 || status > 499)) this.#writtenAt = performance.now();
    if (!isRead && isSuccess(status)) await this.#afterWrite(this.callers.businessIdOf(caller));
    return { status, headers, text, json, ...(withoutCaller && { withoutCaller }) };
  }

  /** A control of the target, after which the conversation waits if its effect may come later. */
  control<Name extends keyof Controls>(name: Name): NonNullable<Controls[Name]> | undefined {
    // The first parameter of every control is the send function; the others are passed through.
    const perform = this.#target.controls[name] as unknown as
      | ((...given: never[]) => Promise<unknown>)
      | undefined;
    if (perform === undefined) return undefined;
    const waiting = async (...given: never[]) => {
      const result = await inAdapter(`controls.${name}`, () => perform(...given)).catch((error: unknown) => {
        throw this.#asRefusal(name, error);
      });
      if (controlTable[name].effect === 'later') await this.#afterWrite(this.callers.caseBusinessId);
      return result;
    };
    return waiting as unknown as NonNullable<Controls[Name]>;
  }

  /** What a control throws is about itself only: the case ends without it, and no other case with it. */
  #asRefusal(name: keyof Controls, error: unknown): unknown {
    if (error instanceof CaseEnded || (error instanceof ConformanceError && error.code !== 'CONTROL_FAILED'))
      return error;
    this.#services.notice?.(
      `The control ${name} fails, so that cases which need it end. The report has its answers.`,
    );
    return error instanceof ConformanceError
      ? error
      : new ConformanceError('CONTROL_FAILED', messageOf(error), { cause: error });
  }

  /** Sends a request to a control; passed to the controls of the target. */
  readonly controlSend: Send = async (request) => {
    const { controlKey = 'none', controlBaseUrl } = this.#target;
    const { key = controlKey, baseUrl = controlBaseUrl } = request;
    // Only the suite sends controls.
    const sender = this.callers.headersOf(key === 'caller' ? 'case' : key);
    const own = { ...request, ...(baseUrl !== undefined && { baseUrl }) };
    const exchange = this.#way();
    const response = await exchange(toOutgoing(own, sender, (variable) => this.callers.secret(variable)));
    this.#writtenAt = performance.now();
    return answerOf(response);
  };

  /** Waits until reads show what was written, as long as that took in the survey. */
  async #catchUp(isRead: boolean): Promise<void> {
    const { lagMillis = 0, readLagMillis = lagMillis } = this.#services.known ?? {};
    const left = this.#writtenAt + (isRead ? readLagMillis : lagMillis) - performance.now();
    if (left > 0) await this.#case.pause(left);
  }

  async #afterWrite(businessId: string | undefined): Promise<void> {
    const { afterWrite } = this.#target;
    if (afterWrite !== undefined)
      await inAdapter('afterWrite', () => afterWrite(this.controlSend, businessId));
  }

  #surroundings(id: OperationId): SendingContext {
    const { operations = {}, words = {}, controlKey = 'none', controlBaseUrl } = this.#target;
    return {
      operations,
      words,
      openRequests: operationsInOwnWords,
      controlKey,
      ...(controlBaseUrl !== undefined && { controlBaseUrl }),
      exchange: this.#way(id),
      headersOf: (key) => this.callers.headersOf(key),
      secret: (variable) => this.callers.secret(variable),
      businessIdOf: (caller) => this.callers.businessIdOf(caller),
    };
  }

  /**
   * The way of a request to the target.
   *
   * @param id of its operation; the response to a control is never doubted, so it is not asked for again
   */
  #way(id?: OperationId): SendRequest {
    const { transport } = this.#services;
    const { signal } = this.#case.context;
    const layers = [
      ...(id === undefined ? [] : [this.#untilKnown(id)]),
      this.#untilAllowed,
      this.#recorded(id),
    ];
    return chain(layers, (request) => transport.send(request, signal));
  }

  #untilKnown(id: OperationId): Layer {
    const { context, pause } = this.#case;
    return untilKnown({
      operation: id,
      environment: this.#target.environment,
      pause,
      watch: this.#services.watch,
      signal: context.signal,
    });
  }

  readonly #untilAllowed = untilAllowed((millis) => {
    this.#case.context.tally.repeated += 1;
    this.#services.notice?.(
      'The target limits requests (429), and the run waits as long as it asks. --rate sends fewer from the start.',
    );
    this.#services.transport.holdBack(millis);
  });

  #recorded(id: OperationId | undefined): Layer {
    const { userAgent, tally } = this.#case.context;
    return (next) => async (request) => {
      tally.requests += 1;
      try {
        const response = await next({ ...request, headers: { 'user-agent': userAgent, ...request.headers } });
        if (response.repeated) tally.repeated += 1;
        this.#record(id, request, response);
        return response;
      } catch (error) {
        if (error instanceof Error) this.#record(id, request, error);
        throw error;
      }
    };
  }

  #record(id: OperationId | undefined, request: OutgoingRequest, outcome: IncomingResponse | Error): void {
    const { context, recording } = this.#case;
    const { redactor } = context;
    const kept = outcome instanceof Error ? outcome : keepForReport(outcome);
    recording.exchange(() => {
      // The values of requests are those of the suite; its keys are known.
      if (!(kept instanceof Error))
        for (const found of secretsIn({ headers: kept.headers, body: kept.text }))
          redactor.addFound(found, 'CONFORMANCE_SECRET');
      return toExchange(this.#target.baseUrl, request, kept, redactor, id);
    });
  }
}
