/** Controls that are requests, defined by the configuration. */
import { isRecord } from '../../openapi/is-record.ts';
import type { Words } from '../adapter/adapter.ts';
import { idInLocation, notOffered } from '../adapter/helpers.ts';
import { take, toOurNames } from '../adapter/names.ts';
import { ourWord, theirWord } from '../adapter/words.ts';
import { ConformanceError } from '../engine/errors.ts';
import {
  type AboutCall,
  aboutOf,
  type CalledControl,
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

const placeholder = /\{(\w+(?:\.\w+)*)\}/g;

/** The value of a placeholder: an argument, a field of it, or a field of the record with this id. */
type Lookup = (name: string) => unknown;

function lookupIn(values: Arguments, fieldsOf: AboutCall['fieldsOf'] = () => ({})): Lookup {
  return (name) => {
    const [argument = '', ...place] = name.split('.');
    const value = values[argument];
    return place.length > 0 && typeof value === 'string' ? take(fieldsOf(value), place) : take(value, place);
  };
}

/** Fills the placeholders, and leaves out fields whose argument is absent. */
function fill(template: unknown, lookup: Lookup): unknown {
  if (typeof template === 'string') {
    const [, only] = /^\{(\w+(?:\.\w+)*)\}$/.exec(template) ?? [];
    if (only !== undefined) return lookup(only);
    return template.replace(placeholder, (_, name: string) => String(lookup(name) ?? ''));
  }
  if (Array.isArray(template)) return template.map((item) => fill(item, lookup));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).flatMap(([name, child]) => {
      const filled = fill(child, lookup);
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
  lookup: Lookup,
): Promise<Arguments> {
  const isArgument = (argument: string) => controlTable[name].takes.some((each) => each.startsWith(argument));
  const filled = path.replace(placeholder, (_, argument: string) => {
    const value = lookup(argument);
    // The suite gives each argument, and knows of a record what the target said of it.
    if (value === undefined && !isArgument(argument))
      return notOffered(`controls.${name} needs {${argument}}, which the target has not said.`);
    return encodeURIComponent(String(value ?? ''));
  });
  const answered = await send({
    method,
    path: filled,
    ...(body !== undefined && { body: fill(body, lookup) }),
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
      const found = place === '@location' ? idInLocation(answered) : take(named, [result]);
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

/** Controls that can be called without what the call is about, unless their requests name it. */
type RequestControls = {
  readonly [Name in ControlName]?: (
    ...given: Parameters<CalledControl<Name>> | Parameters<NonNullable<Controls[Name]>>
  ) => ReturnType<CalledControl<Name>>;
};

/** The controls that a configuration describes as requests. */
export function controlsOf(
  requests: Readonly<Partial<Record<ControlName, ControlRequest>>>,
  words: Words = {},
): RequestControls {
  const entries = Object.entries(requests).map(([key, request]) => {
    // The keys of the record are names of controls.
    const name = key as ControlName;
    return [
      name,
      async (send: ControlSend, ...given: readonly unknown[]) => {
        const values = valuesOf(name, given);
        const theirs = lookupIn(inTheirWords(name, values, words), aboutOf(name, given)?.fieldsOf);
        const answered = await call(name, request, send, theirs);
        return resultOf(name, inOurWords(name, values, answered, words));
      },
    ];
  });
  // Each function has the parameters and the result of its entry in the table.
  return Object.fromEntries(entries) as RequestControls;
}
