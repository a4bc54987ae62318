/** One case of a check: its requests, its webhooks, its steps, and the requirements evaluated on them. */
import { setTimeout } from 'node:timers/promises';
import type { Capability, RequirementId, TransitionId } from '../../openapi/catalogue.ts';
import { eventSchemas, type OperationId, operation, responseFor } from '../../openapi/description.ts';
import { evidenceOf } from '../../openapi/evidence.ts';
import type { Alternative, Conclude } from '../engine/alternative.ts';
import { ConformanceError } from '../engine/errors.ts';
import { explore } from '../engine/explore.ts';
import type { Judge } from '../engine/judge.ts';
import { brokenEarlier, CaseEnded } from '../engine/outcome.ts';
import { Recording } from '../engine/recording.ts';
import type { Tally } from '../engine/tally.ts';
import { toOurNames } from '../http/bindings.ts';
import {
  buildRequest,
  type Caller,
  keepForReport,
  type OperationInput,
  toExchange,
} from '../http/message.ts';
import { waitMillisAfter, whyUndecided } from '../http/passing-trouble.ts';
import type { Redactor } from '../http/redactor.ts';
import { safeMethods } from '../http/safe-methods.ts';
import type { IncomingResponse, OutgoingRequest, Transport } from '../http/transport.ts';
import {
  accessOf,
  type ControlSend,
  type Controls,
  defaultPatience,
  type IssuedToken,
  isPermitted,
  type Patience,
  type Target,
  type TokenRequest,
} from '../target/target.ts';
import type { Channel, WebhookReceiver } from '../webhooks/receiver.ts';

export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed body; undefined when it is not JSON. */
  readonly json: unknown;
}

/** A registered webhook endpoint and what has arrived there. */
export interface Endpoint {
  readonly id: string;
  readonly channel: Channel;
  readonly secret: string;
}

/** What the scenarios of one check share. */
export interface ScenarioServices {
  readonly checkId: string;
  readonly userAgent: string;
  readonly target: Target;
  /** What the target offers. */
  readonly capabilities: readonly Capability[];
  readonly transport: Transport;
  readonly receiver: WebhookReceiver;
  readonly redactor: Redactor;
  readonly judge: Judge;
  /** The only requirements that are evaluated, beside those that an answer's schema is marked with; all when absent. */
  readonly judged?: readonly RequirementId[];
  readonly tally: Tally;
  readonly signal: AbortSignal;
}

/** Characters of what a target may hand out as a secret. */
const shortestSecret = 6;

const isSuccess = (status: number) => status >= 200 && status <= 299;

function parse(text: string): unknown {
  // Many answers have no body, and an exception is dear.
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ConformanceError && error.code === 'CONTROL_FAILED')) throw error;
}

/**
 * What is no token would be refused by every server, and what is no secret verifies no signature.
 *
 * @throws ConformanceError with code `CONTROL_FAILED`
 */
function textFrom(control: keyof Controls, what: string, answered: unknown): void {
  if (typeof answered === 'string' && answered !== '') return;
  // Not shown: the secret may be somewhere in it.
  throw new ConformanceError('CONTROL_FAILED', `The control ${control} answered no text as the ${what}.`);
}

/** Shows a value in a sentence. */
export function show(value: unknown): string {
  // JSON has no word for a number that is too large.
  if (typeof value === 'number') return String(value);
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= 300 ? text : `${text.slice(0, 300)}…`;
}

/** Shows what stands at a place of a value, then the value; where there is nothing, or more than a word, the value alone. */
export function showAt(value: unknown, path: readonly string[]): string {
  const at = path.reduce<unknown>(
    (inside, key) =>
      typeof inside === 'object' ? (inside as Record<string, unknown> | null)?.[key] : undefined,
    value,
  );
  const isWord = path.length > 0 && at !== undefined && (typeof at !== 'object' || at === null);
  return isWord ? `${show(at)} in ${show(value)}` : show(value);
}

/** Text of a finding; a function where it costs something to make. */
export type Text = string | (() => string);

const textOf = (text: Text): string => (typeof text === 'function' ? text() : text);

/** A response for a finding: its status and its body. */
export function describe({ status, text, json }: Omit<ApiResponse, 'headers'>): string {
  return `${status} with ${text === '' ? 'an empty body' : show(json === undefined ? text : json)}`;
}

export class Scenario {
  readonly target: Target;
  readonly recording = new Recording();
  readonly #services: ScenarioServices;
  readonly #cleanups: (() => Promise<void>)[] = [];
  readonly #issued = new Set<string>();
  readonly #channels: Channel[] = [];
  #concealed = 0;

  constructor(services: ScenarioServices) {
    this.#services = services;
    const { target } = services;
    // A control may do anything, so where only reads are sent there is none.
    this.target = accessOf(target) === 'read-only' ? { ...target, controls: {} } : target;
  }

  has(...capabilities: readonly Capability[]): boolean {
    return capabilities.every((capability) => this.#services.capabilities.includes(capability));
  }

  /** Whether the target has an operation that may be sent, as far as its configuration and environment tell. */
  offers(id: OperationId): boolean {
    const sandboxOnly = operation(id).path.startsWith('/v1/sandbox/');
    const isThere = !this.target.absentOperations.includes(id) && (!sandboxOnly || this.has('sandbox'));
    return isThere && isPermitted(this.target, id);
  }

  /** How long the target is given for what it does in its own time. */
  get patience(): Patience {
    return this.target.patience ?? defaultPatience;
  }

  /**
   * Looks again and again until what is waited for is there, within the patience that the target is given. The only
   * way for a check to wait.
   *
   * @param seconds waits no longer than this. @defaultValue the patience
   * @returns the last look, whether it is what was waited for or not.
   */
  async eventually<T>(
    look: () => T | Promise<T>,
    isThere: (seen: T) => boolean,
    seconds = this.patience.seconds,
  ): Promise<T> {
    const { signal } = this.#services;
    const deadline = performance.now() + Math.min(seconds, this.patience.seconds) * 1_000;
    for (;;) {
      const seen = await look();
      const left = deadline - performance.now();
      if (isThere(seen) || left <= 0) return seen;
      await setTimeout(Math.min(left, this.patience.pauseMillis), undefined, { signal }).catch(() =>
        signal.throwIfAborted(),
      );
    }
  }

  /**
   * Evaluates a requirement.
   *
   * @param at the place in the body that it is about
   * @returns whether it holds; false only when its violation has been reported already.
   */
  require(
    requirement: RequirementId,
    holds: boolean,
    expected: Text,
    actual: Text,
    at?: readonly string[],
  ): boolean {
    if (!this.#isJudged(requirement)) return true;
    return this.#services.judge.require(requirement, holds, () => ({
      expected: textOf(expected),
      actual: textOf(actual),
      ...(at !== undefined && { at }),
    }));
  }

  #isJudged(requirement: RequirementId): boolean {
    const { judged } = this.#services;
    return judged === undefined || judged.includes(requirement);
  }

  /**
   * Evaluates a rule of the states: once it is broken, what follows would only be its echo.
   *
   * @throws CaseEnded when it does not hold and that has been reported already.
   */
  mustHold(requirement: RequirementId, holds: boolean, expected: Text, actual: Text): void {
    if (!this.require(requirement, holds, expected, actual)) throw brokenEarlier(requirement);
  }

  /** Says why a requirement could not be evaluated in this case; only shown when no other case evaluates it. */
  skip(requirement: RequirementId, reason: string): void {
    if (this.#isJudged(requirement)) this.#services.tally.skipped(requirement, reason);
  }

  /**
   * Opens a numbered step; what is sent and received from now on belongs to it.
   *
   * @param believed the expected state of a model before it.
   */
  step(label: string, believed?: string): void {
    this.recording.open('step', label, believed);
  }

  /** Opens a step that does not depend on the ones before it, so that a counterexample does not show them. */
  independentStep(label: string): void {
    this.recording.restart();
    this.recording.open('step', label);
  }

  /** Opens a step of preparation, which is shown and not counted. */
  setup(label: string): void {
    this.recording.open('setup', label);
  }

  /** Notes that a transition of a state machine was taken; a server without states takes none. */
  took(transition: TransitionId): void {
    if (this.#services.judged === undefined) this.#services.tally.transition(transition);
  }

  /** Finds the states of a model that explain what was seen. */
  explore<State>(from: readonly State[], conclude: Conclude<State>) {
    return explore(this.#services.judge, this.has('drain'), from, conclude);
  }

  /** Counts what an alternative of a step has evaluated. */
  commit(alternative: Alternative, lastTaken: Map<string, TransitionId>): void {
    alternative.commit(this.#services.tally, lastTaken);
  }

  /**
   * Sends an operation and evaluates the requirements that its response schema is marked with. Responses that are
   * assumed are not judged, nor are those of another described media type than JSON.
   */
  async send(id: OperationId, caller: Caller, input: OperationInput = {}): Promise<ApiResponse> {
    const binding = this.target.bindings?.[id];
    if (!isPermitted(this.target, id)) {
      throw new ConformanceError(
        'WRITE_REFUSED',
        `The check ${this.#services.checkId} wanted to send ${id} to a target to which only reads are sent.`,
      );
    }
    const answer = await this.#ask(buildRequest(id, caller, input, binding), id);
    const { headers, text } = answer;
    this.#services.tally.operation(id, answer.status, answer.durationMillis);
    const status = binding?.status === answer.status ? 200 : answer.status;
    const parsed = parse(text);
    const json = binding?.answer && isSuccess(status) ? toOurNames(parsed, binding.answer) : parsed;
    const described = operation(id);
    const response = responseFor(described, status);
    const isOther = response?.otherTypes.some((type) => headers['content-type']?.startsWith(type)) ?? false;
    if (
      response?.schema &&
      !isOther &&
      described.provenance !== 'assumed' &&
      response.provenance !== 'assumed'
    ) {
      for (const { requirement, path, violation } of evidenceOf(response.schema, json)) {
        this.#services.judge.require(requirement, violation === undefined, () => ({
          expected: `${['body', ...(violation?.path ?? path)].join('.')} ${violation?.message ?? ''}`,
          actual:
            text === ''
              ? `${status} with an empty body`
              : `${status} with ${showAt(json === undefined ? text : json, violation?.path ?? path)}`,
          at: violation?.path ?? path,
        }));
      }
    }
    return { status, headers, text, json };
  }

  /**
   * Sends an operation that must succeed. For a documented one anything else breaks ERR-007; without an assumed one the
   * case cannot go on.
   *
   * @throws CaseEnded when there is nothing to go on with.
   */
  async succeed(id: OperationId, caller: Caller, input: OperationInput = {}): Promise<ApiResponse> {
    const response = await this.send(id, caller, input);
    const { status } = response;
    const succeeded = isSuccess(status);
    if (operation(id).provenance === 'documented') {
      this.require('ERR-007', succeeded, `a success status for ${id}`, () => describe(response));
    }
    if (!succeeded) throw new CaseEnded(`${id}, which this case relies on, was answered with ${status}.`);
    return response;
  }

  /** @throws ConformanceError when the target has no such control: a fault of the check. */
  control<Name extends keyof Controls>(name: Name): NonNullable<Controls[Name]> {
    const control = this.target.controls[name];
    if (control === undefined) {
      throw new ConformanceError(
        'CONTROL_FAILED',
        `The check ${this.#services.checkId} needs the control ${name}.`,
      );
    }
    return control;
  }

  /** Sends a request to a control; handed to the controls of the target. */
  readonly controlSend: ControlSend = async (request) => {
    const body = request.body === undefined ? undefined : JSON.stringify(request.body);
    const { status, text } = await this.#exchange({
      method: request.method,
      path: request.path,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...request.headers },
      ...(body !== undefined && { body }),
    });
    return { status, json: parse(text) };
  };

  /**
   * Keeps a value that the target has handed out in this case, such as a token, out of everything that is shown from
   * now on; findings are shown after their case, so what was recorded before is covered too.
   *
   * @param name what it is shown as, such as `CONFORMANCE_USER_TOKEN`; the second value of a case gets `_2`, and so on.
   */
  conceal(value: string, name: string): void {
    // What is no secret would only make everything unreadable in which it occurs.
    if (typeof value !== 'string' || value.length < shortestSecret || name.includes(value)) return;
    this.#concealed += 1;
    this.#services.redactor.addIssued(value, this.#concealed === 1 ? name : `${name}_${this.#concealed}`);
  }

  /** Issues a token, which is concealed, and revoked when the case ends, where the target can do that. */
  async issueToken(request: TokenRequest): Promise<IssuedToken> {
    const issued = await this.control('issueToken')(this.controlSend, request);
    textFrom('issueToken', 'token', issued.token);
    this.conceal(issued.token, `CONFORMANCE_${request.type.toUpperCase()}_TOKEN`);
    this.#issued.add(issued.id);
    if (this.target.controls.revokeToken !== undefined) {
      // A token that has expired may be gone already.
      this.atEnd(() => this.revokeToken(issued).catch(ignoreRefusal));
    }
    return issued;
  }

  /** Revokes a token that this case has issued; once only. */
  async revokeToken({ id }: IssuedToken): Promise<void> {
    if (this.#issued.delete(id)) await this.control('revokeToken')(this.controlSend, id);
  }

  /** Opens an address that nobody has been told of yet; closed when the case ends. */
  openChannel(): Channel {
    const { receiver, redactor, tally } = this.#services;
    const channel = receiver.open((delivery) => {
      const { headers, body, answered } = delivery;
      this.recording.delivery(() => ({ headers, body: redactor.redact(body), answered }));
      const type = (delivery.json as { eventType?: unknown } | undefined)?.eventType;
      tally.event(typeof type === 'string' && eventSchemas.has(type) ? type : 'unknown');
    });
    this.#channels.push(channel);
    this.atEnd(async () => receiver.close(channel));
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
      this.#services.redactor.addIssued(secret, 'CONFORMANCE_WEBHOOK_SECRET');
    const remove = this.target.controls.removeWebhookEndpoint;
    if (remove !== undefined) this.atEnd(() => remove(this.controlSend, id));
    return { id, channel, secret };
  }

  /** Set when more webhooks came than are kept: what the case then makes of them says nothing about the target's rules. */
  get flood(): ConformanceError | undefined {
    const flooded = this.#channels.find(({ flood }) => flood !== undefined);
    if (flooded === undefined) return undefined;
    return new ConformanceError(
      'TARGET_FLOODS',
      `One webhook endpoint of a case was sent ${flooded.flood}, which is more than is looked at.`,
    );
  }

  /** Registers something to undo when the case is over; last in, first out. */
  atEnd(cleanup: () => Promise<void>): void {
    this.#cleanups.push(cleanup);
  }

  async close(): Promise<void> {
    for (const cleanup of this.#cleanups.reverse()) await cleanup();
  }

  /**
   * Asks once more where something before the target may have answered (docs/readings.md, 211).
   *
   * @throws ConformanceError with code `TARGET_BUSY` when it cannot be told what became of the request
   */
  async #ask(request: OutgoingRequest, id: OperationId): Promise<IncomingResponse> {
    const first = await this.#exchange(request, id);
    const wait = waitMillisAfter(first);
    // Where money is moved, nothing is asked for twice.
    const isReal = this.target.environment === 'production' && !safeMethods.has(request.method);
    if (wait === undefined || isReal) return first;
    const { signal } = this.#services;
    await setTimeout(wait, undefined, { signal }).catch(() => signal.throwIfAborted());
    const second = await this.#exchange(request, id);
    const why = whyUndecided(request, first, second);
    if (why === undefined) return second;
    const asked = `${request.method} ${request.path}`;
    throw new ConformanceError(
      'TARGET_BUSY',
      `${asked} was answered ${first.status}, and ${second.status} when it was sent again: ${why}.`,
    );
  }

  async #exchange(request: OutgoingRequest, id?: OperationId): Promise<IncomingResponse> {
    const { transport, redactor, userAgent, tally, signal } = this.#services;
    const { baseUrl } = this.target;
    const labelled = { ...request, headers: { 'user-agent': userAgent, ...request.headers } };
    tally.requests += 1;
    const record = (outcome: IncomingResponse | Error) => {
      const kept = outcome instanceof Error ? outcome : keepForReport(outcome);
      this.recording.exchange(() => toExchange(baseUrl, request, kept, redactor, id));
    };
    try {
      const response = await transport.send(labelled, signal);
      if (response.repeated) tally.repeated += 1;
      record(response);
      return response;
    } catch (error) {
      if (error instanceof Error) record(error);
      throw error;
    }
  }
}
