/** Controls of a target that are requests of its own, as its configuration describes them. */
import { idFromLocation } from '../adapter/helpers.ts';
import type { Key } from '../adapter/send.ts';
import { ConformanceError } from '../engine/errors.ts';
import {
  type ControlName,
  type ControlSend,
  type Controls,
  controlTable,
  inWords,
  valuesOf,
} from './controls.ts';

/** A control as a request. `{name}` stands for an argument of the control wherever it occurs. */
export interface ControlRequest {
  /** @defaultValue `POST` */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the base address. */
  readonly path: string;
  /** A text that is one placeholder takes the argument as it is; a field of an argument that is not given is left out. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | { readonly env: string }>>;
  readonly key?: Key;
  /** Where the results are in the answer: `{ now: 'data.time' }`; `@location` is the id in that header. What is not named has our name. */
  readonly answer?: Readonly<Record<string, string>>;
}

type Arguments = Readonly<Record<string, unknown>>;

const placeholder = /\{(\w+)\}/g;

/** Leaves out what is bound to an argument that was not given. */
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

const at = (value: unknown, place: string): unknown =>
  place
    .split('.')
    .reduce<unknown>(
      (inner, name) =>
        typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
      value,
    );

/** Anything may stand where an id or a secret was looked for, and would become a text like "null" without a word. */
const isAnswer = (result: string, found: unknown) =>
  result === 'data'
    ? Array.isArray(found)
    : typeof found === 'number' || (typeof found === 'string' && found !== '');

async function call(
  name: ControlName,
  { method = 'POST', path, body, headers, key, answer }: ControlRequest,
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
  const refuse = (why: string) =>
    new ConformanceError('CONTROL_FAILED', `The control ${name}, ${method} ${filled}, ${why}`);
  if (status < 200 || status > 299) throw refuse(`was refused with ${status}${inWords(json)}`);
  return Object.fromEntries(
    controlTable[name].answers.map((result) => {
      const place = answer?.[result] ?? result;
      const found = place === '@location' ? idFromLocation(answered) : at(json, place);
      if (isAnswer(result, found)) return [result, found];
      throw refuse(`did not answer ${place}: set controls.${name}.answer.${result} to where it is`);
    }),
  );
}

/** The controls that are described as requests. */
export function controlsOf(requests: Readonly<Partial<Record<ControlName, ControlRequest>>>): Controls {
  const entries = Object.entries(requests).map(([key, request]) => {
    // The keys of the record are names of controls.
    const name = key as ControlName;
    const { result } = controlTable[name];
    return [
      name,
      async (send: ControlSend, ...given: readonly unknown[]) =>
        result(await call(name, request, send, valuesOf(name, given))),
    ];
  });
  // Each function has the parameters and the result of its entry in the table.
  return Object.fromEntries(entries) as Controls;
}
