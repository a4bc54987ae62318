/** One case of a check: its requests, its webhooks, its steps, and the requirements evaluated on them. */

import type { Capability, RequirementId, TransitionId } from '../../openapi/catalogue.ts';
import { type OperationId, operation } from '../../openapi/description.ts';
import type { Send } from '../adapter/send.ts';
import { ConformanceError } from '../engine/errors.ts';
import { anySuccess, notRejected } from '../engine/expectation.ts';
import { CaseEnded, Refused } from '../engine/outcome.ts';
import { BaseScenario, type CaseContext } from '../engine/scenario.ts';
import { shownBody } from '../engine/shown-body.ts';
import { isSuccess } from '../http/is-success.ts';
import type { Caller, OperationInput } from '../http/message.ts';
import {
  type CalledControl,
  type ControlName,
  type IssuedToken,
  ignoreRefusal,
  type TokenRequest,
} from '../target/controls.ts';
import { accessOf, isKeyless, isPermitted, type Target } from '../target/target.ts';
import { dataOfCase, type TestData, testDataCandidates } from '../target/test-data.ts';
import type { Channel } from '../webhooks/receiver.ts';
import { Businesses, idempotencyKeyOf, type UsedBusiness } from './businesses.ts';
import { CaseRecord } from './case-record.ts';
import { CaseTimes } from './case-times.ts';
import { CaseTrace } from './case-trace.ts';
import { Conversation } from './conversation.ts';
import { Channels, type Endpoint } from './endpoints.ts';
import { IssuedSecrets } from './issued-secrets.ts';
import { type ApiResponse, describe, isClosed } from './response.ts';
import { routeOf } from './route-of.ts';
import type { ScenarioServices } from './services.ts';
import { type Evaluation, shapeOf } from './shape.ts';

export class Scenario extends BaseScenario<RequirementId, TransitionId> {
  readonly target: Target;
  readonly #services: ScenarioServices;
  readonly #businesses: Businesses;
  readonly #conversation: Conversation;
  readonly #channels: Channels;
  readonly #secrets: IssuedSecrets;
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
    this.#times = new CaseTimes(target.clock === 'shared');
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
    this.#secrets = new IssuedSecrets(context.redactor);
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
    if (this.sharesEndpoint) this.#channels.note(caller, response.json);
    this.#businesses.doubtful.noteOwn(id, response);
    if (id === 'submitKyb' && isSuccess(response.status))
      this.#businesses.noteSubmitted(this.#conversation.callers.businessIdOf(caller));
    return response;
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
    const said = shownBody(response, (text) => this.context.redactor.redact(text));
    const isNothingThere = [404, 405, 501].includes(response.status);
    // Whether a business is shared says nothing about what is not there.
    const businessLimit = this.#isInUsed && !isNothingThere ? this.businesses.limit : undefined;
    const isBound = operation(operationId).provenance === 'assumed' && this.target.operations?.[operationId];
    const boundTo = isNothingThere && isBound ? routeOf(this.target, operationId, response) : undefined;
    return new Refused({
      operation: operationId,
      status: response.status,
      said,
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

  /**
   * Hides a value that the target issued in this case, such as a token, in everything that is shown, earlier exchanges too.
   *
   * @param name shown in its place, such as `CONFORMANCE_USER_TOKEN`; the second value of a case gets `_2`, and so on.
   */
  conceal(value: string, name: string): void {
    this.#secrets.conceal(value, name);
  }

  /** Issues a token and hides it. It is revoked when the case ends, if the target can do that. */
  async issueToken(request: TokenRequest): Promise<IssuedToken> {
    const issued = await this.control('issueToken')(this.controlSend, request);
    this.conceal(issued.token, `CONFORMANCE_${request.type.toUpperCase()}_TOKEN`);
    this.#secrets.tokens.add(issued.id);
    if (this.target.controls.revokeToken !== undefined) {
      // An expired token may already be deleted.
      this.atEnd(() => this.revokeToken(issued).catch(ignoreRefusal));
    }
    return issued;
  }

  /** Revokes a token of this case, only once. */
  async revokeToken({ id }: IssuedToken): Promise<void> {
    if (this.#secrets.tokens.delete(id)) await this.control('revokeToken')(this.controlSend, id);
  }

  /** Opens a new webhook address; closed when the case ends. */
  openChannel(): Channel {
    return this.#channels.open();
  }

  /** Whether all cases share one endpoint, which was registered by hand, so that no case can register its own. */
  get sharesEndpoint(): boolean {
    return this.target.webhooks?.secret !== undefined;
  }

  /** Listens to the events of a business at the shared endpoint until the case ends. */
  shareEndpoint({ tenantKey }: Pick<Caller, 'tenantKey'>): Endpoint {
    const channel = this.#channels.shared(tenantKey);
    return this.#endpoint('registered by hand', channel, this.target.webhooks?.secret ?? '');
  }

  /** @throws CaseEnded if the case cannot decide how a webhook is answered */
  needsOwnAnswers(): void {
    if (this.target.webhooks?.record !== undefined)
      throw new CaseEnded('The webhooks are received and answered elsewhere, so that none can be rejected.');
  }

  /**
   * Registers a webhook endpoint for a business, or for the platform; it is removed when the case ends.
   *
   * @throws CaseEnded if the only endpoint is the shared one
   */
  async registerEndpoint(businessId?: string): Promise<Endpoint> {
    if (this.sharesEndpoint)
      throw new CaseEnded(
        'The webhook endpoint was registered by hand, and the suite can register no other.',
      );
    const channel = this.openChannel();
    const { id, secret } = await this.control('registerWebhookEndpoint')(this.controlSend, {
      url: channel.url,
      ...(businessId !== undefined && { businessId }),
    });
    this.#secrets.concealSigningSecret(secret);
    const remove = this.plainControl('removeWebhookEndpoint');
    if (remove !== undefined) this.atEnd(() => remove(this.controlSend, id));
    return this.#endpoint(id, channel, secret);
  }

  /** Signatures that the secret does not verify are not judged. */
  #endpoint(id: string, channel: Channel, secret: string): Endpoint {
    if (!this.target.signsOtherwise) return { id, channel, secret };
    const why = 'The secret of the endpoint verifies no signature';
    this.warn('HOOK-010', `${why}: it is another secret, or the target signs otherwise.`);
    return { id, channel };
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
