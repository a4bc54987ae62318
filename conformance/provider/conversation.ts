/** What a case sends to its target: operations and controls, each on the same way. */
import { type OperationId, operation } from '../../openapi/description.ts';
import { performOperation } from '../adapter/perform.ts';
import type { Send } from '../adapter/send.ts';
import { answerOf, type SendingContext, toOutgoing } from '../adapter/sending.ts';
import { ConformanceError, messageOf } from '../engine/errors.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { shortened } from '../engine/shown-body.ts';
import { type Lag, promptly } from '../engine/survey.ts';
import { isSuccess } from '../http/is-success.ts';
import type { Caller, OperationInput } from '../http/message.ts';
import {
  type AboutCall,
  type CalledControl,
  type ControlName,
  controlTable,
  valuesOf,
} from '../target/controls.ts';
import { operationsInOwnWords, type Target } from '../target/target.ts';
import { textIn, within } from './answers.ts';
import { Callers } from './callers.ts';
import { callControl, inAdapter } from './control-call.ts';
import { recordsIn } from './records.ts';
import type { ApiResponse } from './response.ts';
import type { ScenarioServices } from './services.ts';
import { type Asked, Unsettled } from './unsettled.ts';
import { type OfCase, Way } from './way.ts';

/** The first pause between two reads of which the first may be too early; each is longer than the one before. */
const firstPauseMillis = 50;
const growth = 1.5;

/** Until the target has finished, whenever that is. */
const untilFlushed: Lag = { listMillis: Number.POSITIVE_INFINITY, readMillis: Number.POSITIVE_INFINITY };

export class Conversation {
  readonly callers: Callers;
  readonly #target: Target;
  readonly #services: ScenarioServices;
  readonly #case: OfCase;
  readonly #way: Way;
  readonly #unsettled: Unsettled;
  /** The businesses with writes that the target may still have to finish. */
  readonly #unflushed = new Set<string | undefined>();
  /** The controls that failed, by what they threw. */
  readonly #failures = new WeakMap<ConformanceError, ControlName>();
  /** Whether each request waits until all writes before it are visible. */
  readonly #waitsAlways: boolean;
  #isEarly = false;
  #wasEarly = false;
  #hasUsedControls = false;

  constructor(target: Target, services: ScenarioServices, ofCase: OfCase) {
    this.callers = new Callers(target);
    this.#target = target;
    this.#services = services;
    this.#case = ofCase;
    this.#way = new Way(target, services, ofCase);
    const { lag = promptly } = services.known ?? {};
    this.#waitsAlways = target.afterWrite !== undefined || (services.known?.waitsAlways ?? false);
    this.#unsettled = new Unsettled(target.afterWrite === undefined ? lag : untilFlushed);
  }

  /** Performs an operation. A read shows what was written before it, as far as the survey found out how late it may be. */
  async perform(id: OperationId, caller: Caller, input: OperationInput): Promise<ApiResponse> {
    if (operation(id).method === 'get') return this.#read({ id, caller, input });
    await this.#settle(
      this.#waitsAlways ? this.#unsettled.millisBeforeAnyWrite : this.#unsettled.millisBeforeWrite(input),
    );
    this.#wasEarly ||= this.#unsettled.millisBeforeAnyWrite > 0;
    const first = await this.#write(id, caller, input);
    const isRefused = first.status >= 400 && first.status <= 499;
    const left = isRefused ? this.#unsettled.millisAfterRefusal(input) : 0;
    if (left <= 0) return first;
    // A rejected write changes nothing, and the target may know by now what it names.
    await this.#settle(left);
    return this.#write(id, caller, input);
  }

  async #exchange(id: OperationId, caller: Caller, input: OperationInput): Promise<ApiResponse> {
    const performed = await performOperation(id, caller, input, this.#surroundings(id, caller, input));
    const { status, headers, text, json, durationMillis, withoutCaller, sent } = performed;
    this.#case.context.tally.operation(id, status, durationMillis);
    if (id === 'createBusiness') this.callers.remember(caller, json);
    if (isSuccess(status)) this.callers.note(caller, recordsIn(id, input, json));
    return { status, headers, text, json, sent, ...(withoutCaller && { withoutCaller }) };
  }

  async #write(id: OperationId, caller: Caller, input: OperationInput): Promise<ApiResponse> {
    const response = await this.#exchange(id, caller, input);
    if (isSuccess(response.status)) {
      const { businesses } = this.#case;
      if (id === 'createBusiness') businesses.newcomers.note(textIn(response, 'tenantKey'));
      businesses.newcomers.works(caller.tenantKey);
      businesses.noteWrite(caller.tenantKey);
      this.#unsettled.noteWrite(id, input, response);
      this.#unflushed.add(this.callers.businessIdOf(caller));
    }
    // It may have been carried out.
    else if (response.status >= 500) {
      this.#case.businesses.noteWrite(caller.tenantKey);
      this.#unsettled.note(Object.values(input.path ?? {}), operation(id).path);
    }
    return response;
  }

  /** How long after a write a read may show the state before it. */
  get lagMillis(): number {
    return this.#unsettled.lagMillis;
  }

  /** Whether the latest read may be too early to show what was written before it. */
  get isEarly(): boolean {
    return this.#isEarly;
  }

  /** Whether an operation of the adapter has used controls, so that it may have moved a clock. */
  get hasUsedControls(): boolean {
    return this.#hasUsedControls;
  }

  /** Whether some read of the case was. */
  get wasEarly(): boolean {
    return this.#wasEarly;
  }

  /** Reads until the response shows what was written about its resources, or until every read shows it. */
  async #read(read: Asked): Promise<ApiResponse> {
    const { id, caller, input } = read;
    if (this.#waitsAlways) await this.#settle(this.#unsettled.millisBeforeAny(read));
    for (let pause = firstPauseMillis; ; pause *= growth) {
      const response = await this.#exchange(id, caller, input);
      const left = this.#unsettled.millisBefore(read);
      if (left <= 0 || this.#unsettled.isShownIn(read, response)) {
        this.#unsettled.noteRead(read, response);
        this.#isEarly = this.#unsettled.millisBeforeAny(read) > 0;
        this.#wasEarly ||= this.#isEarly;
        return response;
      }
      // Another client may have written meanwhile.
      await this.#settle(Math.min(left, pause));
    }
  }

  /** A control of the target, which is called with what the call is about, and no more. */
  plainControl<Name extends ControlName>(name: Name): CalledControl<Name> | undefined {
    // The first parameter of every control is the send function; the others are passed through.
    const perform = this.#target.controls[name] as unknown as
      | ((send: Send, ...given: readonly unknown[]) => Promise<unknown>)
      | undefined;
    if (perform === undefined) return undefined;
    const aware = async (send: Send, ...given: readonly unknown[]) => {
      const isOfPlatform =
        controlTable[name].takes.includes('businessId?') && valuesOf(name, given).businessId === undefined;
      const about = this.#aboutCall(given, isOfPlatform);
      if (name !== 'advanceClock' && name !== 'drain') this.#case.businesses.noteWrite(about.tenantKey);
      const { controlKey = 'none' } = this.#target;
      const returned = await callControl(name, (noting) => perform(noting, ...given, about), {
        send: this.#inBusiness(send, given, isOfPlatform),
        controlKey,
        redact: this.#redact,
      });
      this.callers.own(returned, this.#callerOf(given, isOfPlatform));
      return returned;
    };
    return aware as unknown as CalledControl<Name>;
  }

  readonly #redact = (text: string) => this.#case.context.redactor.redact(text);

  #aboutCall(given: readonly unknown[], isOfPlatform: boolean): AboutCall {
    const about = this.callers.about(within(given));
    return isOfPlatform ? { ...about, businessId: undefined, tenantKey: undefined } : about;
  }

  #callerOf(given: readonly unknown[], isOfPlatform: boolean): Caller {
    const { platformToken } = this.#target.credentials;
    if (!isOfPlatform) return this.callers.businessOf(within(given));
    return platformToken === undefined ? {} : { token: platformToken };
  }

  /** Sends the key of the business that the arguments of a control are about; that of the platform if they are about all. */
  #inBusiness(send: Send, given: readonly unknown[], isOfPlatform = false): Send {
    return (request) => {
      const { key = this.#target.controlKey, headers } = request;
      if (key !== 'case' && key !== 'caller') return send(request);
      const ofBusiness = this.callers.headersOf('case', this.#callerOf(given, isOfPlatform));
      return send({ ...request, key: 'none', headers: { ...ofBusiness, ...headers } });
    };
  }

  /** A control of the target, after which reads wait for its effect. */
  control<Name extends ControlName>(name: Name): CalledControl<Name> | undefined {
    const plain = this.plainControl(name);
    if (plain === undefined) return undefined;
    const perform = plain as unknown as (...given: readonly unknown[]) => Promise<unknown>;
    const settling = async (...given: readonly unknown[]) => {
      await this.#flush();
      const result = await inAdapter(`controls.${name}`, 'CONTROL_FAILED', () => perform(...given)).catch(
        (error: unknown) => {
          throw this.#asRefusal(name, error);
        },
      );
      const { drainMillis = 0 } = this.#services.known ?? {};
      if (name === 'drain' && drainMillis > 0) await this.#case.pause(drainMillis);
      const isLater = controlTable[name].effect === 'later';
      if (isLater) this.#unflushed.add(this.callers.caseBusinessId);
      // A target that has finished by now shows the effect to every read, unless its reads are late.
      if (isLater || this.#target.afterWrite === undefined)
        this.#unsettled.note([...within(given)].filter((each) => typeof each === 'string'));
      return result;
    };
    return settling as unknown as CalledControl<Name>;
  }

  /** What a control throws is about itself only: the case ends without it, and no other case with it. */
  #asRefusal(name: ControlName, error: unknown): unknown {
    if (error instanceof CaseEnded || (error instanceof ConformanceError && error.code !== 'CONTROL_FAILED'))
      return error;
    const failure =
      error instanceof ConformanceError
        ? error
        : new ConformanceError('CONTROL_FAILED', messageOf(error), { cause: error });
    this.#failures.set(failure, name);
    return failure;
  }

  /** Tells that a control has ended the case; a move that a target may refuse goes on without it. */
  noteFailure(error: ConformanceError): void {
    const name = this.#failures.get(error) ?? 'control';
    const said = shortened(this.#redact(error.message)).replace(/\.$/, '');
    this.#services.notice?.(`${said}: a case ended there.`, `controls.${name}`);
  }

  /** Sends a request to a control; passed to the controls of the target. */
  readonly controlSend: Send = async (request) => {
    const { controlKey = 'none', controlBaseUrl } = this.#target;
    const { key = controlKey, baseUrl = controlBaseUrl } = request;
    // Only the suite sends controls.
    const sender = this.callers.headersOf(key === 'caller' ? 'case' : key, this.callers.businessOf([]));
    const own = { ...request, ...(baseUrl !== undefined && { baseUrl }) };
    const exchange = this.#way.of();
    const response = await exchange(toOutgoing(own, sender, (variable) => this.callers.secret(variable)));
    return answerOf(response, this.#target.unwrap);
  };

  /** Waits until all writes are visible, if some may not be for this time. */
  async #settle(millis: number): Promise<void> {
    if (millis <= 0) return;
    if (this.#target.afterWrite === undefined) await this.#case.pause(millis);
    else await this.#flush();
  }

  /** Lets the target finish its writes, if the adapter says how. */
  async #flush(): Promise<void> {
    const { afterWrite } = this.#target;
    if (afterWrite === undefined) return;
    const businesses = [...this.#unflushed];
    this.#unflushed.clear();
    for (const businessId of businesses)
      await inAdapter('afterWrite', 'CONFIGURATION_INVALID', () =>
        afterWrite(this.#inBusiness(this.controlSend, [businessId]), businessId),
      );
    this.#unsettled.settled();
  }

  #surroundings(id: OperationId, caller: Caller, input: OperationInput): SendingContext {
    const business = this.callers.businessOf(within([input.path, input.body]), caller);
    const {
      operations = {},
      words = {},
      headers,
      unwrap,
      controlKey = 'none',
      controlBaseUrl,
    } = this.#target;
    return {
      operations,
      words,
      ...(headers !== undefined && {
        headersOfAll: (request) =>
          inAdapter('headers', 'CONFIGURATION_INVALID', () =>
            typeof headers === 'function' ? headers(request) : headers,
          ),
      }),
      ...(unwrap !== undefined && { unwrap }),
      openRequests: operationsInOwnWords,
      controlKey,
      redact: this.#redact,
      ...(controlBaseUrl !== undefined && { controlBaseUrl }),
      exchange: this.#way.of(id, caller, input),
      headersOf: (key) => this.callers.headersOf(key, business),
      secret: (variable) => this.callers.secret(variable),
      businessIdOf: (caller) => this.callers.businessIdOf(caller),
      onControl: () => {
        this.#hasUsedControls = true;
      },
    };
  }
}
