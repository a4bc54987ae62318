/** Performs one operation as a target does it: in its words, under its names, or with requests of its own. */
import { type OperationId, operation } from '../../openapi/description.ts';
import { isSuccess } from '../http/is-success.ts';
import type { Caller, OperationInput } from '../http/message.ts';
import type { OutgoingRequest } from '../http/transport.ts';
import { bound } from './binding.ts';
import { isOpenAnswer, unwrapped } from './open-places.ts';
import { ownFunction } from './own-function.ts';
import { Sending, type SendingContext, type Sent } from './sending.ts';
import { translate } from './words.ts';

/** The result of an operation. */
export interface Performed {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly json: unknown;
  readonly durationMillis: number;
  /** Whether no request carried the caller's credentials, so that the response says nothing about access. */
  readonly withoutCaller: boolean;
  /** The request that this is the response to. */
  readonly sent: Pick<Sent, 'variables'> &
    Pick<OutgoingRequest, 'method' | 'path'> & {
      /** The paths and bodies of all requests of the operation. */
      readonly texts: readonly string[];
    };
}

/** @throws CaseEnded if the adapter cannot do what a check needs; the reason names its line */
export async function performOperation<Id extends OperationId>(
  id: Id,
  caller: Caller,
  input: OperationInput,
  surroundings: SendingContext,
): Promise<Performed> {
  const { operations, words, openRequests } = surroundings;
  const described = operation(id);
  const isAssumed = described.provenance === 'assumed';
  const own = operations[id];
  const perform = typeof own === 'function' ? ownFunction(id, own) : bound(id, own ?? {});

  const isFree = isAssumed || openRequests.includes(id);
  const inTheirWords = (body: unknown) =>
    translate(words, id, 'to theirs', described.requestBody, body, isFree);
  const translated = input.body === undefined ? input : { ...input, body: inTheirWords(input.body) };
  const sending = new Sending(caller, input, surroundings);
  const { sent, json } = await perform(translated, sending);

  const { headers, text, status: theirs } = sent.response;
  // A documented success without a body, such as 204, is judged unchanged.
  const status = isAssumed ? sent.status : theirs;
  const schema = described.responses['2XX']?.schema;
  const inOurWords = () =>
    translate(words, id, 'to ours', schema, unwrapped(id, json), isOpenAnswer(described, status));
  return {
    status,
    headers,
    text,
    json: isSuccess(status) ? inOurWords() : json,
    durationMillis: sending.all.reduce((sum, { response }) => sum + response.durationMillis, 0),
    withoutCaller: sending.all.every(({ byCaller }) => !byCaller),
    sent: {
      method: sent.request.method,
      path: sent.request.path,
      variables: sent.variables,
      texts: sending.all.flatMap(({ request: { path, body } }) =>
        typeof body === 'string' ? [path, body] : [path],
      ),
    },
  };
}
