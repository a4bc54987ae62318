/** One case of a check: its requests, its webhooks, its steps, and the requirements evaluated on them. */

import type { Capability, RequirementId, TransitionId } from '../../openapi/catalogue.ts';
import { eventSchemas, type OperationId, operation } from '../../openapi/description.ts';
import { performOperation } from '../adapter/perform.ts';
import type { Send } from '../adapter/send.ts';
import { parse, type Surroundings, toOutgoing } from '../adapter/sending.ts';
import { translate } from '../adapter/words.ts';
import { ConformanceError, isSlip } from '../engine/errors.ts';
import { CaseEnded, Refused } from '../engine/outcome.ts';
import { BaseScenario, type CaseContext } from '../engine/scenario.ts';
import { chain, type Layer } from '../http/chain.ts';
import { isSuccess } from '../http/is-success.ts';
import { type Caller, keepForReport, type OperationInput, toExchange } from '../http/message.ts';
import { untilAllowed } from '../http/rate-limit.ts';
import { secretsIn } from '../http/secret-finder.ts';
import type { IncomingResponse, OutgoingRequest, Transport } from '../http/transport.ts';
import { type Controls, controlTable, type IssuedToken, type TokenRequest } from '../target/controls.ts';
import { accessOf, isKeyless, isPermitted, operationsInOwnWords, type Target } from '../target/target.ts';
import { dataOfCase, type TestData, testDataCandidates } from '../target/test-data.ts';
import type { Channel, WebhookReceiver } from '../webhooks/receiver.ts';
import { untilKnown } from './ask-again.ts';
import { Callers } from './callers.ts';
import type { OutageWatch } from './outage-watch.ts';
import { type ApiResponse, describe, show, showAt } from './response.ts';
import { shapeOf } from './shape.ts';
import { isInSeconds, isWithin, type Span, timestampsIn } from './timestamps.ts';

/** Whether the response denies the key or the resource. */
const isClosed = ({ status }: Pick<ApiResponse, 'status'>) => status === 400 || status === 403;

/** A registered webhook endpoint and what has arrived there. */
export interface Endpoint {
  readonly id: string;
  readonly channel: Channel;
  readonly secret: string;
}

/** What the cases of a run know from the survey of the target. */
export interface KnownOfTarget {
  /** Test data that the target accepts. */
  readonly data: TestData;
  /** How long after a write all reads show it; 0 if they do at once. */
  readonly lagMillis: number;
  /** The wait before a read. @defaultValue lagMillis */
  readonly readLagMillis?: number;
  /** Whether a business can be opened for each case. */
  readonly opensBusinesses: boolean;
}

/** The services that the scenarios of a run share. */
export interface ScenarioServices {
  readonly target: Target;
  readonly capabilities: readonly Capability[];
  readonly transport: Transport;
  readonly receiver: WebhookReceiver;
  /** @defaultValue nothing was found out by writing */
  readonly known?: KnownOfTarget;
  /** Absent if the target was never seen to work. */
  readonly watch?: OutageWatch;
  /** Shows the user how the run goes; each text only once. @defaultValue no notices */
  readonly notice?: (text: string) => void;
}

/** Shortest text in characters that is treated as a secret of the target. */
const shortestSecret = 6;

/** In Unix seconds. */
const wallClock = () => Math.floor(Date.now() / 1_000);

/**
 * Ignores an error that means that the target rejected a control.
 *
 * @throws any other error
 */
export function ignoreRefusal(error: unknown): void {
  const isRefused = error instanceof ConformanceError && error.code === 'CONTROL_FAILED';
  if (!isRefused && !(error instanceof CaseEnded)) throw error;
}

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

/**
 * Checks that a control returned a token or secret: every server rejects an empty token, and an empty secret verifies no
 * signature.
 *
 * @throws ConformanceError with code `CONTROL_FAILED`
 */
function textFrom(control: keyof Controls, what: string, answered: unknown): void {
  if (typeof answered === 'string' && answered !== '') return;
  // The value is not shown, because it may contain the secret.
  throw new ConformanceError('CONTROL_FAILED', `The control ${control} returned no text as the ${what}.`);
}

export class Scenario extends BaseScenario<RequirementId, TransitionId> {
  readonly target: Target;
  readonly #services: ScenarioServices;
  readonly #issued = new Set<string>();
  readonly #channels: Channel[] = [];
  readonly #callers: Callers;
  /** Number of outages before the case began. */
  readonly #outagesBefore: number;
  /** Clock times of the businesses of the case, and when each was last read, by business id. */
  readonly #spans = new Map<string, Span & { readonly readAt: number }>();
  readonly #startedAt = wallClock();
  #concealed = 0;
  #data: TestData | undefined;
  /** Time of the last write or control. */
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor(services: ScenarioServices, context: CaseContext) {
    const { target } = services;
    super(context, target.patience);
    this.#services = services;
    this.#outagesBefore = services.watch?.passed ?? 0;
    // A control may change anything, so a read-only run has none.
    this.target = accessOf(target) === 'read-only' ? { ...target, controls: {} } : target;
    this.#callers = new Callers(target);
  }

  get checkId(): string {
    return this.context.checkId;
  }

  get capabilities(): readonly string[] {
    return this.#services.capabilities;
  }

  has(...capabilities: readonly Capability[]): boolean {
    return capabilities.every((capability) => this.capabilities.includes(capability));
  }

  /** The test data of the case. */
  get data(): TestData {
    this.#data ??= dataOfCase(this.#services.known?.data ?? testDataCandidates(this.target.data)[0]);
    return this.#data;
  }

  /** Whether a business can be opened for each case, as far as known. */
  get opensBusinesses(): boolean {
    return this.has('platform-token') && (this.#services.known?.opensBusinesses ?? true);
  }

  /** Whether the target has an operation that may be sent, by its configuration and environment. */
  offers(id: OperationId): boolean {
    const sandboxOnly = operation(id).path.startsWith('/v1/sandbox/');
    const isUsable = this.target.unusable?.[`operations.${id}`] === undefined;
    const isThere =
      isUsable && !this.target.absentOperations.includes(id) && (!sandboxOnly || this.has('sandbox'));
    return isThere && isPermitted(this.target, id);
  }

  /** Whether an operation can be used to test access: its route requires a key of the caller, as far as known. */
  asksForKey(id: OperationId): boolean {
    return !isKeyless(this.target, id);
  }

  /** Whether the target can report that everything due has happened; otherwise a missing effect may still come. */
  override get conclusive(): boolean {
    return this.has('drain');
  }

  /**
   * Sends an operation and evaluates the requirements that its response schema is marked with. Assumed responses are not
   * judged, nor are those of a described media type other than JSON.
   */
  async send(id: OperationId, caller: Caller, input: OperationInput = {}): Promise<ApiResponse> {
    const response = await this.sendUnjudged(id, caller, input);
    this.#judgeShape(id, response);
    this.#judgeTimes(id, caller, response);
    return response;
  }

  /** Sends an operation whose response is not judged, because it may repeat invalid values that were sent. */
  async sendUnjudged(id: OperationId, caller: Caller, input: OperationInput = {}): Promise<ApiResponse> {
    if (!isPermitted(this.target, id)) {
      throw new ConformanceError(
        'WRITE_REFUSED',
        `The check ${this.context.checkId} tried to send ${id} with read-only access.`,
      );
    }
    await this.#catchUp(operation(id).method === 'get');
    const performed = await performOperation(id, caller, input, this.#surroundings(id));
    const { status, headers, text, json, durationMillis, withoutCaller } = performed;
    this.context.tally.operation(id, status, durationMillis);
    if (id === 'createBusiness') this.#callers.remember(caller, json);
    if (operation(id).method !== 'get') {
      // A rejected request writes nothing.
      if (status < 400 || status > 499) this.#writtenAt = performance.now();
      if (isSuccess(status)) await this.#afterWrite(this.#callers.businessIdOf(caller));
    }
    return { status, headers, text, json, ...(withoutCaller && { withoutCaller }) };
  }

  #judgeShape(id: OperationId, response: ApiResponse): void {
    for (const { requirement, holds, evidence } of shapeOf(id, response))
      this.judge(requirement, holds, evidence);
  }

  /** Notes what the clock of a business shows, in Unix seconds. */
  noteTime(businessId: string, now: number): void {
    const from = Math.min(now, this.#spans.get(businessId)?.from ?? now);
    this.#spans.set(businessId, { from, to: now, readAt: wallClock() });
  }

  /**
   * Evaluates that timestamps of a business that the case created lie within the case; templates may be older. If no
   * control shows the clock of the business, nothing is judged, because a sandbox may have a time of its own.
   */
  #judgeTimes(id: OperationId, caller: Caller, { status, json }: ApiResponse): void {
    const isMade = isSuccess(status) && id !== 'listContractTemplates' && this.target.kind !== 'prism';
    if (caller.tenantKey === undefined || !isMade || operation(id).provenance === 'assumed') return;
    const businessId = this.#callers.businessIdOf(caller);
    const span = businessId === undefined ? undefined : this.#spans.get(businessId);
    if (span === undefined) return;
    const now = wallClock();
    const spans: Span[] = [
      { from: this.#startedAt, to: now },
      // A running clock has moved since then.
      { from: span.from, to: span.to + now - span.readAt },
    ];
    for (const { path, value } of timestampsIn(json)) {
      if (!isInSeconds(value) || value === 0) continue;
      const expected = () =>
        `${['body', ...path].join('.')} between ${spans.map(({ from, to }) => `${from} and ${to}`).join(', or ')}`;
      const holds = isWithin(value, spans);
      this.require('CONV-015', holds, expected, () => `${status} with ${showAt(json, path)}`, path);
    }
  }

  /** The parts of this scenario that an operation is performed with. */
  #surroundings(id: OperationId): Surroundings {
    return {
      operations: this.target.operations ?? {},
      words: this.target.words ?? {},
      openRequests: operationsInOwnWords,
      controlKey: this.target.controlKey ?? 'none',
      ...(this.target.controlBaseUrl !== undefined && { controlBaseUrl: this.target.controlBaseUrl }),
      exchange: (request) => this.#exchange(request, id),
      headersOf: (key) => this.#callers.headersOf(key),
      secret: (variable) => this.#callers.secret(variable),
      businessIdOf: (caller) => this.#callers.businessIdOf(caller),
    };
  }

  /**
   * Sends a request that is valid as far as the document shows, and that must succeed for the case to go on. If a
   * documented operation neither succeeds nor gives a reason of its own, it violates ERR-007.
   *
   * @throws Refused if the case cannot continue.
   */
  async succeed(id: OperationId, caller: Caller, input: OperationInput = {}): Promise<ApiResponse> {
    const response = await this.ask(id, caller, input);
    const { status } = response;
    const succeeded = isSuccess(status);
    if (operation(id).provenance === 'documented') {
      this.require('ERR-007', succeeded, `a success status for ${id}`, () => describe(response));
    }
    if (!succeeded) throw this.refusal(id, response);
    return response;
  }

  /**
   * Sends a request that is valid as far as the document shows. A target may have its own validation rules, so a
   * rejection ends the case without a finding.
   *
   * @throws Refused
   */
  async ask(id: OperationId, caller: Caller, input: OperationInput = {}): Promise<ApiResponse> {
    const response = await this.#look(id, caller, input);
    const { status } = response;
    // A list has no reason to be rejected; a single resource may be forbidden to the key.
    const isOpen =
      operation(id).method === 'get'
        ? input.path !== undefined && isClosed(response)
        : status >= 400 && status <= 499;
    if (isOpen) throw this.refusal(id, response);
    return response;
  }

  /**
   * Reads a single resource. The document does not show which keys may read it, so a rejection ends the case
   * (interpretation 166).
   *
   * @throws Refused
   */
  async readOne(id: OperationId, caller: Caller, input: OperationInput): Promise<ApiResponse> {
    const response = await this.send(id, caller, input);
    if (isClosed(response)) throw this.refusal(id, response);
    return response;
  }

  /**
   * Like `ask`, for the one check that tests whether a documented operation is carried out at all: here a rejection is a
   * warning.
   *
   * @throws Refused
   */
  async askOnce(id: OperationId, caller: Caller, input: OperationInput = {}): Promise<ApiResponse> {
    const response = await this.#look(id, caller, input);
    const { status } = response;
    const isRefused = status >= 400 && status <= 499;
    this.require('ERR-011', !isRefused, `${id} to be carried out`, () => describe(response));
    if (isRefused) throw this.refusal(id, response);
    return response;
  }

  /** A server with replicas may not show a new record yet. */
  async #look(id: OperationId, caller: Caller, input: OperationInput): Promise<ApiResponse> {
    if (operation(id).method !== 'get' || input.path === undefined) return this.send(id, caller, input);
    const isThere = ({ status }: ApiResponse) => status !== 404;
    return this.eventually(() => this.send(id, caller, input), isThere, this.conclusive ? 0.5 : undefined);
  }

  /** Ends a case that cannot continue after a rejection. */
  refusal(operationId: OperationId, { status, text }: ApiResponse): Refused {
    // A secret that is cut in two would not be recognised.
    const said = text === '' ? 'an empty body' : show(this.context.redactor.redact(text));
    return new Refused({ operation: operationId, status, said });
  }

  /** Waits until reads show what was written, as long as that took in the survey. */
  async #catchUp(isRead: boolean): Promise<void> {
    const { lagMillis = 0, readLagMillis = lagMillis } = this.#services.known ?? {};
    const lag = isRead ? readLagMillis : lagMillis;
    const left = this.#writtenAt + lag - performance.now();
    if (left > 0) await this.pause(left);
  }

  /** @throws ConformanceError if the target has no such control: a fault of the check. */
  control<Name extends keyof Controls>(name: Name): NonNullable<Controls[Name]> {
    const control = this.target.controls[name];
    if (control === undefined) {
      throw new ConformanceError(
        'CONTROL_FAILED',
        `The check ${this.context.checkId} needs the control ${name}.`,
      );
    }
    // The first parameter of every control is the send function; the others are passed through.
    const perform = control as unknown as (...given: never[]) => Promise<unknown>;
    const waiting = async (...given: never[]) => {
      const result = await inAdapter(`controls.${name}`, () => perform(...given));
      if (controlTable[name].effect === 'later') await this.#afterWrite(this.#callers.caseBusinessId);
      return result;
    };
    return waiting as NonNullable<Controls[Name]>;
  }

  async #afterWrite(businessId: string | undefined): Promise<void> {
    const { afterWrite } = this.target;
    if (afterWrite !== undefined)
      await inAdapter('afterWrite', () => afterWrite(this.controlSend, businessId));
  }

  /** Shows the user how the run goes. */
  notice(text: string): void {
    this.#services.notice?.(text);
  }

  /** Sends a request to a control; passed to the controls of the target. */
  readonly controlSend: Send = async (request) => {
    const { key = this.target.controlKey ?? 'none', baseUrl = this.target.controlBaseUrl } = request;
    // Only the suite sends controls.
    const sender = this.#callers.headersOf(key === 'caller' ? 'case' : key);
    const outgoing = toOutgoing(
      { ...request, ...(baseUrl !== undefined && { baseUrl }) },
      sender,
      (variable) => this.#callers.secret(variable),
    );
    const { status, headers, text } = await this.#exchange(outgoing);
    this.#writtenAt = performance.now();
    return { status, headers, text, json: parse(text) };
  };

  /**
   * Hides a value that the target issued in this case, such as a token, in everything that is shown from now on. Findings
   * are shown after their case, so earlier exchanges are covered too.
   *
   * @param name shown in place of the value, such as `CONFORMANCE_USER_TOKEN`; the second value of a case gets `_2`, and
   * so on.
   */
  conceal(value: string, name: string): void {
    // Masking a value that is not secret would only make the report unreadable.
    if (typeof value !== 'string' || value.length < shortestSecret || name.includes(value)) return;
    this.#concealed += 1;
    this.context.redactor.addIssued(value, this.#concealed === 1 ? name : `${name}_${this.#concealed}`);
  }

  /** Issues a token and hides it. It is revoked when the case ends, if the target can do that. */
  async issueToken(request: TokenRequest): Promise<IssuedToken> {
    const issued = await this.control('issueToken')(this.controlSend, request);
    textFrom('issueToken', 'token', issued.token);
    this.conceal(issued.token, `CONFORMANCE_${request.type.toUpperCase()}_TOKEN`);
    this.#issued.add(issued.id);
    if (this.target.controls.revokeToken !== undefined) {
      // An expired token may already be deleted.
      this.atEnd(() => this.revokeToken(issued).catch(ignoreRefusal));
    }
    return issued;
  }

  /** Revokes a token of this case, only once. */
  async revokeToken({ id }: IssuedToken): Promise<void> {
    if (this.#issued.delete(id)) await this.control('revokeToken')(this.controlSend, id);
  }

  #eventInOurWords(json: unknown): unknown {
    const { words = {} } = this.target;
    const type = (json as { eventType?: unknown } | undefined)?.eventType;
    return typeof type === 'string'
      ? translate(words, type, 'to ours', eventSchemas.get(type), json, false)
      : json;
  }

  /** Opens a new webhook address; closed when the case ends. */
  openChannel(): Channel {
    const { redactor, tally } = this.context;
    const channel = this.#services.receiver.open(
      (delivery) => {
        const { headers, body, answered } = delivery;
        this.recording.delivery(() => ({ headers, body: redactor.redact(body), answered }));
        const type = (delivery.json as { eventType?: unknown } | undefined)?.eventType;
        tally.event(typeof type === 'string' && eventSchemas.has(type) ? type : 'unknown');
      },
      (json) => this.#eventInOurWords(json),
    );
    this.#channels.push(channel);
    this.atEnd(async () => this.#services.receiver.close(channel));
    return channel;
  }

  /** Registers a webhook endpoint for a business, or for the platform; it is removed when the case ends. */
  async registerEndpoint(businessId?: string): Promise<Endpoint> {
    const channel = this.openChannel();
    const { id, secret } = await this.control('registerWebhookEndpoint')(this.controlSend, {
      url: channel.url,
      ...(businessId !== undefined && { businessId }),
    });
    textFrom('registerWebhookEndpoint', 'secret', secret);
    if (secret.length >= shortestSecret)
      this.context.redactor.addIssued(secret, 'CONFORMANCE_WEBHOOK_SECRET');
    const remove = this.target.controls.removeWebhookEndpoint;
    if (remove !== undefined) this.atEnd(() => remove(this.controlSend, id));
    return { id, channel, secret };
  }

  /** Set if more webhooks came than are kept: the case then cannot judge the target. */
  override get trouble(): ConformanceError | undefined {
    const flooded = this.#channels.find(({ flood }) => flood !== undefined);
    if (flooded === undefined) return undefined;
    return new ConformanceError(
      'TARGET_FLOODS',
      `One webhook endpoint of a case received ${flooded.flood}, which is more than the suite judges.`,
    );
  }

  /**
   * An observation during an outage of the target is never a finding.
   *
   * @returns why nothing that this case saw counts against the target after all
   */
  override async whyDoubted(): Promise<ConformanceError | undefined> {
    const { watch, target } = this.#services;
    if (watch === undefined) return undefined;
    await watch.settle(this.context.signal);
    if (watch.passed === this.#outagesBefore) return undefined;
    return new ConformanceError('TARGET_BUSY', `${target.baseUrl} was unreachable during a case.`);
  }

  /** The way of a request to the target. The response to a control is never doubted, so it is not asked for again. */
  #exchange(request: OutgoingRequest, id?: OperationId): Promise<IncomingResponse> {
    const { transport } = this.#services;
    const again = id === undefined ? [] : [this.#untilKnown(id)];
    const way = chain([...again, this.#untilAllowed, this.#recorded(id)], (each) =>
      transport.send(each, this.context.signal),
    );
    return way(request);
  }

  #untilKnown(id: OperationId): Layer {
    return untilKnown({
      operation: id,
      environment: this.target.environment,
      pause: (millis) => this.pause(millis),
      watch: this.#services.watch,
      signal: this.context.signal,
    });
  }

  readonly #untilAllowed = untilAllowed((millis) => {
    this.context.tally.repeated += 1;
    this.notice(
      'The target limits requests (429), and the run waits as long as it asks. --rate sends fewer from the start.',
    );
    this.#services.transport.holdBack(millis);
  });

  #recorded(id: OperationId | undefined): Layer {
    const { redactor, userAgent, tally } = this.context;
    const record = (request: OutgoingRequest, outcome: IncomingResponse | Error) => {
      const kept = outcome instanceof Error ? outcome : keepForReport(outcome);
      this.recording.exchange(() => {
        // The values of requests are those of the suite; its keys are known.
        if (!(kept instanceof Error))
          for (const found of secretsIn({ headers: kept.headers, body: kept.text }))
            redactor.addFound(found, 'CONFORMANCE_SECRET');
        return toExchange(this.target.baseUrl, request, kept, redactor, id);
      });
    };
    return (next) => async (request) => {
      tally.requests += 1;
      try {
        const response = await next({ ...request, headers: { 'user-agent': userAgent, ...request.headers } });
        if (response.repeated) tally.repeated += 1;
        record(request, response);
        return response;
      } catch (error) {
        if (error instanceof Error) record(request, error);
        throw error;
      }
    };
  }
}
