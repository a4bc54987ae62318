/** Controls that are requests, defined by the configuration. */
import { isRecord } from '../../openapi/is-record.ts';
import type { Words } from '../adapter/adapter.ts';
import { idFromLocation } from '../adapter/helpers.ts';
import { take, toOurNames } from '../adapter/names.ts';
import { ourWord, theirWord } from '../adapter/words.ts';
import { ConformanceError } from '../engine/errors.ts';
import {
  type ControlName,
  ControlRejected,
  type ControlRequest,
  type ControlSend,
  type Controls,
  controlTable,
  resultOf,
  valuesOf,
} from './controls.ts';

type Arguments = Readonly<Record<string, unknown>>;

const placeholder = /\{(\w+)\}/g;

/** Fills the placeholders, and leaves out fields whose argument is absent. */
function fill(template: unknown, values: Arguments): unknown {
  if (typeof template === 'string') {
    const [, only] = /^\{(\w+)\}$/.exec(template) ?? [];
    if (only !== undefined) return values[only];
    return template.replace(placeholder, (_, name: string) => String(values[name] ?? ''));
  }
  if (Array.isArray(template)) return template.map((item) => fill(item, values));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).flatMap(([name, child]) => {
      const filled = fill(child, values);
      return filled === undefined ? [] : [[name, filled]];
    }),
  );
}

/** The names of the placeholders anywhere in a template. */
export function placeholdersIn(template: unknown): readonly string[] {
  if (typeof template === 'string') return [...template.matchAll(placeholder)].map(([, name = '']) => name);
  if (typeof template !== 'object' || template === null) return [];
  return Object.values(template).flatMap(placeholdersIn);
}

/** Whether a result has the expected type; otherwise null, for example, would silently become the text "null". */
const isAnswer = (result: string, found: unknown) =>
  result === 'data'
    ? Array.isArray(found)
    : typeof found === 'number' || (typeof found === 'string' && found !== '');

async function call(
  name: ControlName,
  { method = 'POST', path, body, headers, key, answer = {} }: ControlRequest,
  send: ControlSend,
  values: Arguments,
): Promise<Arguments> {
  const filled = path.replace(placeholder, (_, argument: string) =>
    encodeURIComponent(String(values[argument] ?? '')),
  );
  const answered = await send({
    method,
    path: filled,
    ...(body !== undefined && { body: fill(body, values) }),
    ...(headers && { headers }),
    ...(key && { key }),
  });
  const { status, json } = answered;
  const control = `${name}, ${method} ${filled},`;
  if (status < 200 || status > 299) throw new ControlRejected(control, answered);
  // One field may supply two results, such as a token that is its own id.
  const ourNames = Object.fromEntries(controlTable[name].answers.map((result) => [result, result]));
  const named = toOurNames(json, { ...ourNames, ...answer });
  return Object.fromEntries(
    controlTable[name].answers.map((result) => {
      const place = answer[result] ?? result;
      const found = place === '@location' ? idFromLocation(answered) : take(named, [result]);
      if (isAnswer(result, found)) return [result, found];
      throw new ConformanceError(
        'CONTROL_FAILED',
        `The control ${control} did not return ${place}: set controls.${name}.answer.${result} to the field that contains it`,
      );
    }),
  );
}

/** The arguments of a control in the words of the target: `{ 'reviewKyb.outcome': { approved: 'OK' } }`. */
function inTheirWords(name: ControlName, values: Arguments, words: Words): Arguments {
  const entries = Object.entries(values).map(([argument, value]): [string, unknown] => {
    const table = words[`${name}.${argument}`];
    return [argument, typeof value === 'string' ? theirWord(table, value) : value];
  });
  return Object.fromEntries(entries);
}

/** The deliveries of one event in a log, in our words. */
function inOurWords(name: ControlName, values: Arguments, answered: Arguments, words: Words): Arguments {
  const { data } = answered;
  if (name !== 'listDeliveries' || !Array.isArray(data)) return answered;
  const table = words['listDeliveries.status'] ?? {};
  const own = data.filter(isRecord).filter(({ eventId }) => eventId === values.eventId);
  const ours = own.map(({ status, ...delivery }) => ({
    ...delivery,
    status: ourWord(table, status) ?? status,
  }));
  return { ...answered, data: ours };
}

/** The controls that a configuration describes as requests. */
export function controlsOf(
  requests: Readonly<Partial<Record<ControlName, ControlRequest>>>,
  words: Words = {},
): Controls {
  const entries = Object.entries(requests).map(([key, request]) => {
    // The keys of the record are names of controls.
    const name = key as ControlName;
    const perform = async (send: ControlSend, values: Arguments) => {
      const answered = await call(name, request, send, inTheirWords(name, values, words));
      return resultOf(name, inOurWords(name, values, answered, words));
    };
    return [
      name,
      async (send: ControlSend, ...given: readonly unknown[]) => perform(send, valuesOf(name, given)),
    ];
  });
  // Each function has the parameters and the result of its entry in the table.
  return Object.fromEntries(entries) as Controls;
}
