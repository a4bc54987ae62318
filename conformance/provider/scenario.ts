/** One case of a check: its requests, its webhooks, its steps, and the requirements evaluated on them. */

import type { Capability, RequirementId, TransitionId } from '../../openapi/catalogue.ts';
import { type OperationId, operation } from '../../openapi/description.ts';
import type { Send } from '../adapter/send.ts';
import { ConformanceError } from '../engine/errors.ts';
import { anySuccess, notRejected } from '../engine/expectation.ts';
import { Refused } from '../engine/outcome.ts';
import { BaseScenario, type CaseContext } from '../engine/scenario.ts';
import { shownBody } from '../engine/shown-body.ts';
import { isSuccess } from '../http/is-success.ts';
import type { Caller, OperationInput } from '../http/message.ts';
import type { CalledControl, ControlName } from '../target/controls.ts';
import { isAboutValues } from '../target/remedies.ts';
import { accessOf, isKeyless, isPermitted, type Target } from '../target/target.ts';
import { dataOfCase, type TestData, testDataCandidates } from '../target/test-data.ts';
import { Businesses, idempotencyKeyOf, type UsedBusiness } from './businesses.ts';
import { CaseRecord } from './case-record.ts';
import { CaseTimes } from './case-times.ts';
import { CaseTrace } from './case-trace.ts';
import { Channels } from './channels.ts';
import { Conversation } from './conversation.ts';
import { Endpoints } from './endpoints.ts';
import { IssuedSecrets } from './issued-secrets.ts';
import { type ApiResponse, describe, isClosed } from './response.ts';
import { routeOf } from './route-of.ts';
import type { ScenarioServices } from './services.ts';
import { type Evaluation, shapeOf } from './shape.ts';

export class Scenario extends BaseScenario<RequirementId, TransitionId> {
  readonly target: Target;
  /** The webhook endpoints of the case. */
  readonly endpoints: Endpoints;
  /** What the target issues to the case, and nobody may see. */
  readonly issued: IssuedSecrets;
  readonly #services: ScenarioServices;
  readonly #businesses: Businesses;
  readonly #conversation: Conversation;
  readonly #channels: Channels;
  readonly #times: CaseTimes;
  /** Number of outages before the case began. */
  readonly #outagesBefore: number;
  readonly #idempotencyKeys = new Set<unknown>();
  readonly #traceId: string | undefined;
  #data: TestData | undefined;
  #isInUsed = false;
  #doubt: ConformanceError | undefined;

  constructor(services: ScenarioServices, context: CaseContext) {
    const { target } = services;
    super(context, target.patience);
    this.#services = services;
    this.#businesses = services.businesses ?? new Businesses();
    this.#outagesBefore = services.watch?.passed ?? 0;
    // A control may change anything, so a read-only run has none.
    this.target = accessOf(target) === 'read-only' ? { ...target, controls: {} } : target;
    this.#times = new CaseTimes(() => target.clock === 'shared' || this.#conversation.hasUsedControls);
    const { writeEntry } = services;
    const record = writeEntry && new CaseRecord(writeEntry, context, () => this.recording.label);
    // The first clean-up comes last.
    if (record !== undefined) this.atEnd(async () => record.end());
    const ofCase = { context, recording: this.recording, ...(record && { record }) };
    this.#channels = new Channels(services.receiver, { target: this.target, ...ofCase });
    this.atEnd(async () => this.#channels.close());
    const trace = services.writeSpan && new CaseTrace(services.writeSpan, context.checkId);
    if (trace !== undefined) {
      this.#traceId = trace.traceId;
      this.atEnd(async () => trace.end({ 'conformance.case': context.number }));
    }
    this.#conversation = new Conversation(this.target, services, {
      ...ofCase,
      businesses: this.#businesses,
      patienceMillis: this.patience.seconds * 1_000,
      doubt: (why) => {
        this.#doubt ??= why;
      },
      pause: (millis) => this.pause(millis),
      ...(trace && { trace }),
    });
    this.issued = new IssuedSecrets(this, context.redactor);
    this.endpoints = new Endpoints(this, this.#channels, this.issued);
  }

  override get traceId(): string | undefined {
    return this.#traceId;
  }

  /** The businesses that the cases of the run open and share. */
  get businesses(): Businesses {
    return this.#businesses;
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

  /** Whether the case needs a business that was not submitted for verification before. */
  get isAboutKyb(): boolean {
    return this.#services.isAboutKyb ?? false;
  }

  /** How far the time of the target is ahead of ours, as far as known. */
  get aheadSeconds(): number {
    return this.#services.known?.aheadSeconds ?? 0;
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
   * judged, nor are those of a described media type other than JSON, nor those to a repeated idempotencyKey: what it
   * returns is not shown.
   */
  async send(id: OperationId, caller: Caller, input: OperationInput = {}): Promise<ApiResponse> {
    const isRepetition = this.#isRepetition(input);
    const response = await this.sendUnjudged(id, caller, input);
    if (isRepetition) return response;
    const evaluations = shapeOf(id, response);
    const { doubtful } = this.#businesses;
    for (const { requirement, holds, at, evidence } of evaluations) {
      const isRight = (each: Evaluation) => each.holds && each.requirement === requirement;
      const isExcused = () => doubtful.excuses(id, response, at, evaluations.filter(isRight));
      if (holds || !isExcused()) this.judge(requirement, holds, evidence);
    }
    if (caller.tenantKey === undefined || this.target.kind === 'prism') return response;
    const businessId = this.#conversation.callers.businessIdOf(caller);
    for (const { path, holds, expected, actual } of this.#times.judge(id, businessId, response))
      this.require('CONV-015', holds, expected, actual, path);
    return response;
  }

  /** Whether the case has sent the idempotencyKey before. */
  #isRepetition(input: OperationInput): boolean {
    const key = idempotencyKeyOf(input);
    const isKnown = key !== undefined && this.#idempotencyKeys.has(key);
    this.#idempotencyKeys.add(key);
    return isKnown;
  }

  /** Sends an operation whose response is not judged, because it may repeat invalid values that were sent. */
  async sendUnjudged(id: OperationId, caller: Caller, input: OperationInput = {}): Promise<ApiResponse> {
    if (!isPermitted(this.target, id)) {
      throw new ConformanceError(
        'WRITE_REFUSED',
        `The check ${this.context.checkId} tried to send ${id} with read-only access.`,
      );
    }
    const { isAboutBusinesses = false } = this.#services;
    const isCounted =
      id === 'createBusiness' &&
      this.#businesses.admit(idempotencyKeyOf(input), isAboutBusinesses, this.checkId);
    const response = await this.#conversation.perform(id, caller, input);
    if (isCounted) this.#businesses.noteResponse(caller, response);
    if (this.endpoints.isShared) this.#channels.note(caller, response.json);
    this.#businesses.doubtful.noteOwn(id, response);
    if (id === 'submitKyb' && isSuccess(response.status))
      this.#businesses.noteSubmitted(this.#conversation.callers.businessIdOf(caller));
    return response;
  }

  /** Notes that a business, and its records, may be older than the case. */
  noteOlder(businessId: string): void {
    this.#times.noteOlder(businessId);
  }

  /** Notes what the clock of a business shows, in Unix seconds. */
  noteTime(businessId: string, now: number): void {
    this.#times.note(businessId, now);
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
      this.require('ERR-007', succeeded, `a success status for ${id}`, () => describe(response), anySuccess);
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
    const response = await this.send(id, caller, input);
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
    const response = await this.send(id, caller, input);
    const { status } = response;
    const isRefused = status >= 400 && status <= 499;
    this.require('ERR-011', !isRefused, `${id} to be carried out`, () => describe(response), notRejected);
    if (isRefused) throw this.refusal(id, response);
    return response;
  }

  /** Ends a case that cannot continue after a rejection. */
  refusal(operationId: OperationId, response: ApiResponse): Refused {
    const { status } = response;
    const said = shownBody(response, (text) => this.context.redactor.redact(text));
    const rejection = { operation: operationId, status, said };
    const isNothingThere = [404, 405, 501].includes(status);
    // Whether a business is shared says nothing about what is not there, nor about values.
    const mayBeOfOthers = this.#isInUsed && !isNothingThere && !isAboutValues(rejection);
    const businessLimit = mayBeOfOthers ? this.businesses.limit : undefined;
    const isBound = operation(operationId).provenance === 'assumed' && this.target.operations?.[operationId];
    const boundTo = isNothingThere && isBound ? routeOf(this.target, operationId, response) : undefined;
    return new Refused({
      ...rejection,
      ...(businessLimit !== undefined && { businessLimit }),
      ...(boundTo !== undefined && { boundTo }),
    });
  }

  /** @throws ConformanceError if the target has no such control: a fault of the check. */
  control<Name extends ControlName>(name: Name): CalledControl<Name> {
    const control = this.#conversation.control(name);
    if (control !== undefined) return control;
    throw new ConformanceError(
      'CONTROL_FAILED',
      `The check ${this.context.checkId} needs the control ${name}.`,
    );
  }

  /** A control for a trial or a clean-up: nothing waits for its effect. Undefined if the target has none. */
  plainControl<Name extends ControlName>(name: Name): CalledControl<Name> | undefined {
    return this.#conversation.plainControl(name);
  }

  /** Says that the case works in a business that an earlier one created. */
  worksIn({ caller, businessId }: UsedBusiness): void {
    this.#conversation.callers.remember(caller, { businessId, tenantKey: caller.tenantKey });
  }

  /** Says that earlier cases have used the business of this one. */
  sharesBusiness(): void {
    this.#isInUsed = true;
  }

  /** Sends a request to a control; passed to the controls of the target. */
  get controlSend(): Send {
    return this.#conversation.controlSend;
  }

  override controlFailed(error: ConformanceError): void {
    this.#conversation.noteFailure(error);
  }

  /** Shows the user how the run goes. */
  notice(text: string): void {
    this.#services.notice?.(text);
  }

  override get isEarly(): boolean {
    return this.#conversation.isEarly;
  }

  /** How long after a write a read may show the state before it. */
  get readsMayLagMillis(): number {
    return this.#conversation.lagMillis;
  }

  override get isWorthAnother(): boolean {
    return this.#conversation.wasEarly || this.#doubt !== undefined;
  }

  /** Set if more webhooks came than are kept: the case then cannot judge the target. */
  override get trouble(): ConformanceError | undefined {
    return this.#channels.trouble;
  }

  /**
   * An observation during an outage of the target is never a finding, nor one after a write that may have been carried
   * out twice.
   *
   * @returns why nothing that this case saw counts against the target after all
   */
  override async whyDoubted(): Promise<ConformanceError | undefined> {
    const { watch, target } = this.#services;
    await watch?.settle(this.context.signal);
    if (this.#doubt !== undefined) return this.#doubt;
    if (this.#conversation.wasEarly)
      return new ConformanceError('TARGET_BUSY', `${target.baseUrl} shows writes late.`);
    if (watch === undefined || watch.passed === this.#outagesBefore) return undefined;
    return new ConformanceError('TARGET_BUSY', `${target.baseUrl} was unreachable during a case.`);
  }
}
