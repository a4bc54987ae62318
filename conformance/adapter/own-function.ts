/** An operation that a target performs with requests of its own, as a function of its adapter sends them. */
import { type Operation, type OperationId, operation } from '../../openapi/description.ts';
import { validate } from '../../openapi/validate.ts';
import { ConformanceError, messageOf } from '../engine/errors.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { isSuccess } from '../http/is-success.ts';
import { buildRequest, type OperationInput } from '../http/message.ts';
import type { OutgoingRequest } from '../http/transport.ts';
import type { OperationFunction, OperationTools } from './adapter.ts';
import { bound } from './binding.ts';
import { toOurNames } from './names.ts';
import { changedPlace, fillOpen, isOpenAnswer } from './open-places.ts';
import { afterRejection } from './rejection.ts';
import type { Send } from './send.ts';
import { answerOf, type Perform, parse, type Sending, type Sent, succeeded } from './sending.ts';

/** Ends a function whose request was rejected. */
class Rejected extends Error {}

/** A line of an adapter that cannot be right; the message names it. */
export class WrongLine extends CaseEnded {}

/** A body that a function cannot take, and that cannot be sent without it. */
export class UnsendableBody extends CaseEnded {}

const lineOf = (id: OperationId) => `operations.${id}`;

/** Whether a request is the one that the interface document shows for the operation. */
function isDocumentedRequest({ id }: Operation, input: OperationInput, request: OutgoingRequest) {
  const filled = buildRequest(id, {}, { ...(input.path && { path: input.path }) });
  return request.method === filled.method && request.path.split('?')[0] === filled.path;
}

/** Every documented part must be sent as the check gave it. */
function refuseChanges(
  { id, requestBody, parameters }: Operation,
  input: OperationInput,
  { request, byCaller }: Sent,
  isOpen: boolean,
): void {
  const refuse = (why: string) => new WrongLine(`${lineOf(id)} ${why}: send it as it is given.`);
  if (!byCaller)
    throw refuse('sends another key than that of the caller, which the interface document wants');
  const sent = parse(typeof request.body === 'string' ? request.body : '');
  const changed =
    requestBody === undefined || input.body === undefined || isOpen
      ? undefined
      : changedPlace(requestBody, JSON.parse(JSON.stringify(input.body)), sent);
  if (changed !== undefined) throw refuse(`changes ${changed}, which the interface document names`);
  const query = new URLSearchParams(request.path.split('?')[1]);
  for (const { name, in: place, provenance } of parameters) {
    const given = input.query?.[name];
    if (place !== 'query' || provenance === 'assumed' || given === undefined) continue;
    if (query.get(name) !== String(given))
      throw refuse(`changes the parameter ${name}, which the interface document names`);
  }
}

/**
 * The request whose response counts: the first that was rejected, if there is one.
 *
 * @throws WrongLine if there is none, because nothing may be judged as a response that no request brought
 */
function decidingOf(described: Operation, input: OperationInput, all: readonly Sent[]): Sent {
  const refused = all.find((sent) => !succeeded(sent) && !sent.mayFail);
  const lastSent = all.at(-1);
  if (lastSent === undefined)
    throw new WrongLine(
      `${lineOf(described.id)} sends no request, so there is nothing to judge: send one, or call notOffered() with the reason.`,
    );
  if (described.provenance === 'assumed') return refused ?? lastSent;
  const shown = all.filter(({ request }) => isDocumentedRequest(described, input, request));
  const last = shown.find((sent) => !succeeded(sent)) ?? shown.at(-1);
  if (last !== undefined) return last;
  const { id, method, path } = described;
  if (refused === undefined)
    throw new WrongLine(
      `${lineOf(id)} never sends ${method.toUpperCase()} ${path}, which the interface document names.`,
    );
  const { request, status } = refused;
  throw new CaseEnded(`${lineOf(id)}: ${request.method} ${request.path} was refused with ${status}.`);
}

/** Functions that have sent headers of their own, which a request that is sent past them would lack. */
const addingHeaders = new WeakSet<object>();

/** The tools that a function gets. Its first rejected request ends it, unless it says that the request may fail. */
function toolsOf(sending: Sending, perform: object): OperationTools {
  const { caller, surroundings } = sending;
  const send: Send = async (own) => {
    if (Object.keys(own.headers ?? {}).length > 0) addingHeaders.add(perform);
    const sent = await sending.send(own);
    if (!succeeded(sent) && !sent.mayFail) throw new Rejected();
    return answerOf(sent.response, surroundings.unwrap);
  };
  const { controlKey, controlBaseUrl } = surroundings;
  const defaults = { key: controlKey, ...(controlBaseUrl !== undefined && { baseUrl: controlBaseUrl }) };
  const control: Send = (own) => {
    surroundings.onControl?.();
    return send({ ...defaults, ...own });
  };
  return { send, control, caller, businessId: surroundings.businessIdOf(caller) };
}

/** The fields that a function fills in, where the document leaves them open; all others are the target's own. */
function filledIn(
  described: Operation,
  { status, response }: Sent,
  filled: unknown,
  unwrap: string | undefined,
): unknown {
  const own = parse(response.text);
  if (!isSuccess(status)) return own;
  const isOpen = isOpenAnswer(described, status);
  if (filled === undefined) return isOpen && unwrap !== undefined ? toOurNames(own, { $: unwrap }) : own;
  const schema = described.responses['2XX']?.schema;
  return isOpen || schema === undefined ? filled : fillOpen(schema, own, filled);
}

/** Whether the check gives no JSON that an adapter could read. */
const isBroken = ({ body }: OperationInput): boolean =>
  body !== undefined && (typeof body !== 'object' || body === null);

/** The last request that was rejected, for the message of an error that may follow from it. */
function afterLastRejection({ all, surroundings }: Sending): string {
  const last = all.findLast((sent) => !succeeded(sent));
  if (last === undefined) return '';
  const { request, response, variables } = last;
  return afterRejection({ request, answer: answerOf(response, undefined), variables }, surroundings.redact);
}

/** Performs an operation with a function of an adapter, which may change only what the document leaves open. */
export function ownFunction<Id extends OperationId>(id: Id, perform: OperationFunction<Id>): Perform {
  const described = operation(id);
  const isAssumed = described.provenance === 'assumed';
  const sendAsDescribed = bound(id, {});
  const asDescribed: Perform = async (input, sending) => {
    if (isAssumed || addingHeaders.has(perform))
      throw new UnsendableBody(`${lineOf(id)} takes no body that is not an object.`);
    return sendAsDescribed(input, sending);
  };
  return async (input, sending) => {
    const { rawBody } = input;
    if (isBroken(input) || (isAssumed && rawBody !== undefined)) return asDescribed(input, sending);
    // The function makes the request of the valid body, in whose place the raw one is sent.
    if (rawBody !== undefined)
      sending.replaceBody((request) =>
        isDocumentedRequest(described, input, request) ? { ...request, body: rawBody } : request,
      );
    const { path = {}, query = {}, body = rawBody === undefined ? undefined : {}, form = {} } = input;
    // The check decides what it sends; an invalid value is for the target to reject.
    const request = { path, query, body, form } as unknown as Parameters<OperationFunction<Id>>[0];
    let filled: unknown;
    try {
      filled = await perform(request, toolsOf(sending, perform));
    } catch (error) {
      if (error instanceof ConformanceError || error instanceof CaseEnded) throw error;
      if (!(error instanceof Rejected)) {
        // A body that no adapter can read is sent unchanged, if the document shows the path.
        const isMisfit = rawBody !== undefined || validate(described.requestBody ?? {}, body).length > 0;
        if (!isAssumed && sending.all.length === 0 && isMisfit) return asDescribed(input, sending);
        const said = `${messageOf(error)}${afterLastRejection(sending)}`;
        throw new WrongLine(`${lineOf(id)}: ${said}`, { cause: error });
      }
    }
    const sent = decidingOf(described, input, sending.all);
    if (!isAssumed && rawBody === undefined)
      refuseChanges(described, input, sent, sending.surroundings.openRequests.includes(id));
    return { sent, json: filledIn(described, sent, filled, sending.surroundings.unwrap) };
  };
}
