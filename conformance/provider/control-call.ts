/** Calls a control of a target, and explains the errors of its function. */
import { afterRejection, keyAdvice, type Rejection, variablesIn } from '../adapter/rejection.ts';
import type { Key, Send } from '../adapter/send.ts';
import { methodOf } from '../adapter/sending.ts';
import { ConformanceError, type ConformanceErrorCode, isSlip } from '../engine/errors.ts';
import { isSuccess } from '../http/is-success.ts';
import { type ControlName, ControlRejected, returnedBy } from '../target/controls.ts';

/** Whether a function of an adapter threw an error of its own. */
const isOfFunction = (error: unknown): error is Error =>
  isSlip(error) || (error instanceof Error && error.constructor === Error);

/**
 * Names the line of the adapter in the error of a function that has a mistake.
 *
 * @throws ConformanceError with the given code for a mistake, and every other error unchanged
 */
export async function inAdapter<T>(
  line: string,
  code: ConformanceErrorCode,
  perform: () => T | Promise<T>,
): Promise<T> {
  try {
    return await perform();
  } catch (error) {
    if (!isOfFunction(error)) throw error;
    const said = `${line} of the adapter failed with ${error.name}: ${error.message}`;
    throw new ConformanceError(code, said, { cause: error });
  }
}

interface CallOptions {
  readonly send: Send;
  /** The key of a request that names none. */
  readonly controlKey: Key;
  /** Removes secrets from a text. */
  readonly redact: (text: string) => string;
}

/**
 * The result of a control by the table of controls.
 *
 * @throws what the control threw, or a ConformanceError with code `CONTROL_FAILED` for a wrong result; its message says
 * which request was rejected before
 */
export async function callControl(
  name: ControlName,
  perform: (send: Send) => Promise<unknown>,
  { send, controlKey, redact }: CallOptions,
): Promise<unknown> {
  const rejections: Rejection[] = [];
  const noting: Send = async (request) => {
    const answer = await send(request);
    if (!isSuccess(answer.status) && !request.success?.includes(answer.status))
      rejections.push({
        request: { method: methodOf(request), path: request.path },
        answer,
        variables: variablesIn({ key: controlKey, ...request }),
      });
    return answer;
  };
  const returned = await perform(noting).catch((error: unknown) => {
    const last = rejections.at(-1);
    // It stays the same error, because its class decides what follows from it.
    if (last !== undefined && error instanceof ControlRejected)
      error.message += keyAdvice(error.status, last.variables);
    if (last !== undefined && isOfFunction(error)) error.message += afterRejection(last, redact);
    throw error;
  });
  const last = rejections.at(-1);
  return returnedBy(name, returned, last && afterRejection(last, redact));
}
