/** The way of each request of a case: asked again where the target says so, recorded, and sent. */
import { type OperationId, operation } from '../../openapi/description.ts';
import { validate } from '../../openapi/validate.ts';
import { ConformanceError } from '../engine/errors.ts';
import { CaseEnded } from '../engine/outcome.ts';
import type { Recording } from '../engine/recording.ts';
import type { CaseContext } from '../engine/scenario.ts';
import { chain } from '../http/chain.ts';
import { exchangeEntry } from '../http/har-entry.ts';
import { type Caller, keepForReport, type OperationInput, toExchange } from '../http/message.ts';
import { untilAllowed } from '../http/rate-limit.ts';
import { secretsIn } from '../http/secret-finder.ts';
import type { IncomingResponse, Layer, OutgoingRequest, SendRequest } from '../http/transport.ts';
import type { Target } from '../target/target.ts';
import { untilDecided } from './ask-again.ts';
import { Beside } from './beside.ts';
import type { Businesses } from './businesses.ts';
import type { CaseRecord } from './case-record.ts';
import type { CaseTrace } from './case-trace.ts';
import type { ScenarioServices } from './services.ts';

/** The runs of a case that may end in doubt because a write was sent again after an error. */
const mostDoubts = 2;

/** Whether a body is not one of the description, which only a check does on purpose. */
const isInvalid = (id: OperationId, { body, rawBody }: OperationInput): boolean => {
  const { requestBody } = operation(id);
  return rawBody !== undefined || (requestBody !== undefined && validate(requestBody, body).length > 0);
};

/** The parts of a case that its requests need. */
export interface OfCase {
  readonly context: CaseContext;
  readonly recording: Recording;
  /** Those of the run. */
  readonly businesses: Businesses;
  readonly patienceMillis: number;
  /** Says that what the case sees may have another reason than the target. */
  readonly doubt: (why: ConformanceError) => void;
  /** Waits, unless the run ends first. */
  readonly pause: (millis: number) => Promise<void>;
  /** Absent if the run keeps no record. */
  readonly record?: CaseRecord;
  /** Absent if the run writes no traces. */
  readonly trace?: CaseTrace;
}

export class Way {
  readonly #target: Target;
  readonly #services: ScenarioServices;
  readonly #case: OfCase;
  readonly #beside = new Beside();

  constructor(target: Target, services: ScenarioServices, ofCase: OfCase) {
    this.#target = target;
    this.#services = services;
    this.#case = ofCase;
  }

  /**
   * Sends a request on its way.
   *
   * @param id of its operation; absent for a control
   * @param caller whose business it is about
   * @param input in the names of the description
   */
  of(id?: OperationId, caller: Caller = {}, input: OperationInput = {}): SendRequest {
    const { transport, budget } = this.#services;
    const { businesses, context } = this.#case;
    const { signal } = context;
    // The cases of a run share the businesses of its keys.
    const beside = this.#isOfRun(caller) ? businesses.beside : this.#beside;
    const layers = [
      this.#untilDecided(id, caller),
      // Controls also remove what a case has set up.
      ...(id === undefined || budget === undefined ? [] : [budget.layer]),
      this.#untilAllowed,
      // Whoever waits for its turn keeps its place: what runs meanwhile may not wait for a place.
      ...(id === undefined ? [] : [beside.layer]),
      this.#recorded(id, input),
    ];
    return chain(layers, (request) => transport.send(request, signal));
  }

  #isOfRun({ token, tenantKey }: Caller): boolean {
    const { platformToken, orgToken } = this.#target.credentials;
    return tenantKey === undefined && [platformToken, orgToken].includes(token);
  }

  #untilDecided(id: OperationId | undefined, caller: Caller): Layer {
    const { context, pause, doubt, businesses, patienceMillis } = this.#case;
    const { watch } = this.#services;
    const { signal } = context;
    return untilDecided({
      operation: id ?? 'control',
      environment: this.#target.environment,
      patienceMillis,
      pause,
      watch,
      // A case that was run again judges an error that comes back each time.
      repeatsErrors: context.again < mostDoubts,
      mayPass: () => businesses.newcomers.isNew(caller.tenantKey),
      lasted: async ({ status }) => {
        const { tenantKey } = caller;
        if (tenantKey === undefined || !businesses.newcomers.isNew(tenantKey)) return;
        if (watch === undefined || (await watch.worksFor(caller, signal))) return;
        throw new CaseEnded(`A new business was not ready in time: the target kept returning ${status}.`);
      },
      doubt,
      signal,
    });
  }

  readonly #untilAllowed = untilAllowed(async (millis) => {
    this.#case.context.tally.repeated += 1;
    this.#services.notice?.(
      'The target limits requests (429), and the run waits as long as it asks. --rate sends fewer from the start.',
    );
    const { transport } = this.#services;
    transport.limited(millis);
    if (transport.isShut)
      throw new ConformanceError(
        'TARGET_DOWN',
        `${this.#target.baseUrl} has rejected every request with 429 for too long: use --rate.`,
      );
    await this.#case.pause(millis);
  });

  #recorded(id: OperationId | undefined, input: OperationInput): Layer {
    const { userAgent, tally } = this.#case.context;
    return (next) => async (request) => {
      tally.requests += 1;
      const startedAt = Date.now();
      const span = this.#case.trace?.begin();
      const own = { 'user-agent': userAgent, ...(span && { traceparent: span.traceparent }) };
      const sent = { ...request, headers: { ...own, ...request.headers } };
      const { transport } = this.#services;
      const keep = (outcome: IncomingResponse | Error) => {
        span?.end(id ?? 'control', {
          'http.request.method': request.method,
          ...(!(outcome instanceof Error) && { 'http.response.status_code': outcome.status }),
        });
        this.#record(id, transport.asSent(request), outcome);
        this.#case.record?.add((notes) =>
          exchangeEntry(this.#target.baseUrl, transport.asSent(sent), outcome, startedAt, {
            ...notes,
            ...(id !== undefined && { operation: id, isInvalid: isInvalid(id, input) }),
          }),
        );
      };
      try {
        const response = await next(sent);
        if (response.repeated) tally.repeated += 1;
        keep(response);
        return response;
      } catch (error) {
        if (error instanceof Error) keep(error);
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
