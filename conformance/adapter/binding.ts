/** An operation that a target performs under other names, with one request. */
import { type OperationId, operation } from '../../openapi/description.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { buildRequest, type OperationInput } from '../http/message.ts';
import type { OperationBinding } from './adapter.ts';
import { idInLocation } from './helpers.ts';
import { leaveOut, type Names, toOurNames, toTheirNames } from './names.ts';
import { isOpenAnswer } from './open-places.ts';
import { variablesIn } from './rejection.ts';
import type { OwnAnswer } from './send.ts';
import { answerOf, type Perform, succeeded } from './sending.ts';

function theirQuery({ query: names = {} }: OperationBinding, query: NonNullable<OperationInput['query']>) {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [names[name] ?? name, value]));
}

/** Constants, in which `{personId}` is that parameter of the path. */
function filled(value: unknown, path: NonNullable<OperationInput['path']>): unknown {
  if (typeof value === 'string') return path[/^\{(\w+)\}$/.exec(value)?.[1] ?? ''] ?? value;
  if (Array.isArray(value)) return value.map((item) => filled(item, path));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, filled(inner, path)]));
}

function theirForm({ form: names = {} }: OperationBinding, form: NonNullable<OperationInput['form']>) {
  return Object.fromEntries(Object.entries(form).map(([name, part]) => [names[name] ?? name, part]));
}

function theirBody(
  { omit, body: names, constants: described }: OperationBinding,
  { body, path = {} }: OperationInput,
): unknown {
  const kept = omit ? leaveOut(body, omit) : body;
  // If no field is left, the request has no body.
  const isEmpty = omit !== undefined && isRecord(kept) && Object.keys(kept).length === 0;
  const given = isEmpty ? undefined : kept;
  const named = names ? toTheirNames(given, names) : given;
  const constants =
    described &&
    Object.fromEntries(Object.entries(described).map(([name, value]) => [name, filled(value, path)]));
  if (constants === undefined) return named;
  if (named === undefined) return constants;
  return isRecord(named) ? { ...constants, ...named } : named;
}

/** The names of a binding that mean a header instead of a field. */
const inHeader = '@location';

function ourAnswer(names: Names, answer: OwnAnswer): unknown {
  const ofHeader = Object.keys(names).filter((name) => names[name] === inHeader);
  if (ofHeader.length === 0) return toOurNames(answer.json, names);
  const ofFields = Object.entries(names).filter(([name]) => !ofHeader.includes(name));
  const named = toOurNames(answer.json, Object.fromEntries(ofFields));
  const id = idInLocation(answer);
  return { ...(isRecord(named) && named), ...Object.fromEntries(ofHeader.map((name) => [name, id])) };
}

/** The names of a binding; only a response that the document leaves open may be wrapped. */
function namesOfAnswer(
  id: OperationId,
  { answer }: OperationBinding,
  unwrap: string | undefined,
  status: number,
) {
  if (unwrap === undefined || !isOpenAnswer(operation(id), status)) return answer;
  return { $: unwrap, ...answer };
}

/** Performs an operation as a binding renames it; an empty binding sends it as it is described. */
export const bound =
  (id: OperationId, binding: OperationBinding): Perform =>
  async (input, sending) => {
    const { method, path } = { ...operation(id), ...binding };
    const { key = 'caller', status } = binding;
    const request = buildRequest(
      id,
      key === 'caller' ? sending.caller : {},
      {
        ...input,
        ...(key !== 'caller' && { headers: sending.surroundings.headersOf(key) }),
        ...(input.query && { query: theirQuery(binding, input.query) }),
        ...(input.form && { form: theirForm(binding, input.form) }),
        body: theirBody(binding, input),
      },
      { method, path },
    );
    const sent = await sending.exchange(request, {
      byCaller: key === 'caller',
      variables: variablesIn({ key }),
      ...(status !== undefined && { success: [status] }),
    });
    const own = answerOf(sent.response, undefined);
    const names = namesOfAnswer(id, binding, sending.surroundings.unwrap, sent.status);
    return { sent, json: names !== undefined && succeeded(sent) ? ourAnswer(names, own) : own.json };
  };
