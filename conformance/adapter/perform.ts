/** Performs one operation as an adapter defines it, and keeps what the target itself returned. */

import { type Operation, type OperationId, operation } from '../../openapi/description.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { validate } from '../../openapi/validate.ts';
import { ConformanceError, messageOf } from '../engine/errors.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { isSuccess } from '../http/is-success.ts';
import { assemble, buildRequest, type Caller, callerHeaders, type OperationInput } from '../http/message.ts';
import type { IncomingResponse, OutgoingRequest } from '../http/transport.ts';
import type { OperationBinding, OperationFunction, Operations, Words } from './adapter.ts';
import { idFromLocation } from './helpers.ts';
import { leaveOut, type Names, toOurNames, toTheirNames } from './names.ts';
import { changedPlace, fillOpen, isOpenAnswer } from './open-places.ts';
import type { Key, OwnAnswer, OwnRequest } from './send.ts';
import { unwrapped } from './unwrapped.ts';
import { translate } from './words.ts';

/** The parts of a scenario that an operation is performed with. */
export interface Surroundings {
  readonly operations: Operations;
  readonly words: Words;
  /** Operations with a documented path but an undocumented request. */
  readonly openRequests: readonly OperationId[];
  /** Sends a request and records it. */
  readonly exchange: (request: OutgoingRequest) => Promise<IncomingResponse>;
  /** The key that controls send. */
  readonly controlKey: Exclude<Key, 'caller'>;
  /** Base address of controls. @defaultValue the target */
  readonly controlBaseUrl?: string;
  /** The headers of a key other than that of the caller. */
  readonly headersOf: (key: Exclude<Key, 'caller'>) => Readonly<Record<string, string>>;
  /** The value of an environment variable that the adapter lists. */
  readonly secret: (variable: string) => string;
  readonly businessIdOf: (caller: Caller) => string | undefined;
}

/** The result of an operation. */
export interface Performed {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly json: unknown;
  readonly durationMillis: number;
  /** Whether no request carried the caller's credentials, so that the response says nothing about access. */
  readonly withoutCaller: boolean;
}

export function parse(text: string): unknown {
  // Many responses have no body, and an exception is expensive.
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A request of the target's own, as it is sent. */
export function toOutgoing(
  { method, path, query = {}, body, form, headers = {}, baseUrl }: OwnRequest,
  sender: Readonly<Record<string, string>>,
  secret: Surroundings['secret'],
): OutgoingRequest {
  const known = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const own = Object.entries(headers).map(([name, value]): [string, string] => [
    name.toLowerCase(),
    typeof value === 'string' ? value : secret(value.env),
  ]);
  const usual = body === undefined && form === undefined ? 'GET' : 'POST';
  const outgoing = assemble(method ?? usual, path, sender, {
    query: Object.fromEntries(known),
    headers: Object.fromEntries(own),
    ...(form === undefined ? { body } : { form }),
  });
  return baseUrl === undefined ? outgoing : { ...outgoing, baseUrl };
}

/** One request that an operation sent, and what came back. */
interface Sent {
  readonly request: OutgoingRequest;
  readonly response: IncomingResponse;
  readonly status: number;
  readonly mayFail: boolean;
  readonly byCaller: boolean;
}

/** Ends a function whose request was rejected. */
class Refused extends Error {}

/** A line of an adapter that cannot be right; the message names it. */
export class WrongLine extends CaseEnded {}

const lineOf = (id: OperationId) => `operations.${id}`;

/** Whether a request is the one that the interface document shows for the operation. */
function isDocumentedRequest({ id }: Operation, input: OperationInput, request: OutgoingRequest) {
  const filled = buildRequest(id, {}, { ...(input.path && { path: input.path }) });
  return request.method === filled.method && request.path.split('?')[0] === filled.path;
}

/** Every documented part must be sent as the check gave it. */
function refuseChanges(
  described: Operation,
  input: OperationInput,
  { request, byCaller }: Sent,
  isOpen: boolean,
): void {
  const { id, requestBody, parameters } = described;
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
 * The exchange whose response counts: the first rejection, if there is one.
 *
 * @throws WrongLine if there is none, because nothing may be judged as a response that no request brought
 */
function decidingOf(described: Operation, input: OperationInput, all: readonly Sent[]): Sent {
  const refused = all.find(({ status, mayFail }) => !isSuccess(status) && !mayFail);
  const lastSent = all.at(-1);
  if (lastSent === undefined)
    throw new WrongLine(
      `${lineOf(described.id)} sends no request, so there is nothing to judge: send one, or call notOffered() with the reason.`,
    );
  if (described.provenance === 'assumed') return refused ?? lastSent;
  const shown = all.filter(({ request }) => isDocumentedRequest(described, input, request));
  const last = shown.find(({ status }) => !isSuccess(status)) ?? shown.at(-1);
  if (last !== undefined) return last;
  const { id, method, path } = described;
  if (refused === undefined)
    throw new WrongLine(
      `${lineOf(id)} never sends ${method.toUpperCase()} ${path}, which the interface document names.`,
    );
  const { request, status } = refused;
  throw new CaseEnded(`${lineOf(id)}: ${request.method} ${request.path} was refused with ${status}.`);
}

async function performFunction<Id extends OperationId>(
  id: Id,
  perform: OperationFunction<Id>,
  caller: Caller,
  input: OperationInput,
  surroundings: Surroundings,
): Promise<Performed> {
  const { exchange, headersOf, secret, businessIdOf } = surroundings;
  const described = operation(id);
  const all: Sent[] = [];
  const send = async (own: OwnRequest): Promise<OwnAnswer> => {
    const { key = own.baseUrl === undefined ? 'caller' : 'none', success = [], mayFail = false } = own;
    const byCaller = key === 'caller';
    const sender = byCaller ? { ...callerHeaders(caller), ...input.headers } : headersOf(key);
    const request = toOutgoing(own, sender, secret);
    const response = await exchange(request);
    const status = success.includes(response.status) ? 200 : response.status;
    all.push({ request, response, status, mayFail, byCaller });
    if (!isSuccess(status) && !mayFail) throw new Refused();
    const { headers, text } = response;
    return { status: response.status, headers, text, json: parse(text) };
  };
  const { path = {}, query = {}, body, form = {} } = input;
  // The check decides what it sends; an invalid value is for the target to reject.
  const request = { path, query, body, form } as unknown as Parameters<OperationFunction<Id>>[0];
  let filled: unknown;
  try {
    const { controlKey, controlBaseUrl } = surroundings;
    const defaults = { key: controlKey, ...(controlBaseUrl !== undefined && { baseUrl: controlBaseUrl }) };
    const control: typeof send = (own) => send({ ...defaults, ...own });
    filled = await perform(request, { send, control, caller, businessId: businessIdOf(caller) });
  } catch (error) {
    if (error instanceof ConformanceError || error instanceof CaseEnded) throw error;
    if (!(error instanceof Refused)) {
      // A body that no adapter can read is sent unchanged, if the document shows the path.
      const isMisfit = validate(described.requestBody ?? {}, body).length > 0;
      if (described.provenance !== 'assumed' && all.length === 0 && isMisfit)
        return performBinding(id, {}, caller, input, surroundings);
      throw new WrongLine(`${lineOf(id)}: ${messageOf(error)}`, { cause: error });
    }
  }
  const deciding = decidingOf(described, input, all);
  const withoutCaller = all.every(({ byCaller }) => !byCaller);
  const durationMillis = all.reduce((sum, { response }) => sum + response.durationMillis, 0);
  if (described.provenance !== 'assumed')
    refuseChanges(described, input, deciding, surroundings.openRequests.includes(id));
  const { status, response } = deciding;
  const { headers, text } = response;
  const own = parse(text);
  const schema = described.responses['2XX']?.schema;
  const isFilled = isSuccess(status) && filled !== undefined;
  const open = isOpenAnswer(described, status);
  const json = !isFilled ? own : open || schema === undefined ? filled : fillOpen(schema, own, filled);
  // A documented success without a body, such as 204, is judged unchanged.
  const seen = described.provenance === 'assumed' ? status : response.status;
  return { status: seen, headers, text, json, durationMillis, withoutCaller };
}

/** Turns a binding into a function that sends one request with other names. */
async function performBinding(
  id: OperationId,
  binding: OperationBinding,
  caller: Caller,
  input: OperationInput,
  { exchange, headersOf }: Surroundings,
): Promise<Performed> {
  const described = operation(id);
  const { key = 'caller' } = binding;
  const { method = described.method, path = described.path, query: names = {} } = binding;
  const query = Object.entries(input.query ?? {}).map(([name, value]) => [names[name] ?? name, value]);
  const kept = binding.omit ? leaveOut(input.body, binding.omit) : input.body;
  // If no field is left, the request has no body.
  const isEmpty = binding.omit !== undefined && isRecord(kept) && Object.keys(kept).length === 0;
  const given = isEmpty ? undefined : kept;
  const named = binding.body ? toTheirNames(given, binding.body) : given;
  const isPlain = typeof named === 'object' && named !== null && !Array.isArray(named);
  const body =
    binding.constants && (isPlain || named === undefined) ? { ...binding.constants, ...named } : named;
  const byCaller = key === 'caller';
  const request = buildRequest(
    id,
    byCaller ? caller : {},
    {
      ...input,
      ...(!byCaller && { headers: headersOf(key) }),
      ...(input.query && { query: Object.fromEntries(query) }),
      body,
    },
    { method, path },
  );
  const { status, headers, text, durationMillis } = await exchange(request);
  const own = parse(text);
  const seen = binding.status === status ? 200 : status;
  const json = binding.answer && isSuccess(seen) ? ourAnswer(binding.answer, own, { status, headers }) : own;
  return { status: seen, headers, text, json, durationMillis, withoutCaller: !byCaller };
}

/** The names of a binding that mean a header instead of a field. */
const inHeader = '@location';

function ourAnswer(names: Names, own: unknown, answer: Pick<OwnAnswer, 'status' | 'headers'>): unknown {
  const [headers, fields] = [Object.keys(names).filter((name) => names[name] === inHeader), { ...names }];
  if (headers.length === 0) return toOurNames(own, names);
  for (const name of headers) delete fields[name];
  const taken = headers.map((name) => [name, answer.headers.location && idFromLocation(answer)]);
  const named = toOurNames(own, fields);
  return { ...(isRecord(named) && named), ...Object.fromEntries(taken) };
}

/** Whether an operation is sent as described, because the check sends no JSON that an adapter could read. */
function isBroken({ body, rawBody }: OperationInput): boolean {
  return rawBody !== undefined || (body !== undefined && (typeof body !== 'object' || body === null));
}

/** @throws CaseEnded if the adapter cannot do what a check needs; the reason names its line */
export async function performOperation<Id extends OperationId>(
  id: Id,
  caller: Caller,
  input: OperationInput,
  surroundings: Surroundings,
): Promise<Performed> {
  const { operations, words, openRequests } = surroundings;
  const described = operation(id);
  const isAssumed = described.provenance === 'assumed';
  const isFree = isAssumed || openRequests.includes(id);
  const translated =
    input.body === undefined
      ? input
      : { ...input, body: translate(words, id, 'to theirs', described.requestBody, input.body, isFree) };
  const how: OperationBinding | OperationFunction<Id> = operations[id] ?? {};
  let performed: Performed;
  if (typeof how !== 'function') performed = await performBinding(id, how, caller, translated, surroundings);
  else if (!isBroken(input)) performed = await performFunction(id, how, caller, translated, surroundings);
  else if (!isAssumed) performed = await performBinding(id, {}, caller, translated, surroundings);
  else throw new CaseEnded(`${lineOf(id)} takes no body that is not an object.`);
  if (!isSuccess(performed.status)) return performed;
  const schema = described.responses['2XX']?.schema;
  const isOpen = isOpenAnswer(described, performed.status);
  const json = unwrapped(id, performed.json);
  return { ...performed, json: translate(words, id, 'to ours', schema, json, isOpen) };
}
