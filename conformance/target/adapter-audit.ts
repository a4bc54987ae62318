/** Lists what an adapter does beyond what it is asked: such a request or field could hide a fault of its target. */
import { type OperationId, operation } from '../../openapi/description.ts';
import { isRecord } from '../../openapi/is-record.ts';
import type { OperationBinding, Operations, OperationTools } from '../adapter/adapter.ts';
import type { OwnRequest, Send } from '../adapter/send.ts';
import { type AboutCall, aboutOf, type ControlName, type Controls } from './controls.ts';
import type { Target } from './target.ts';

/** What one line does beyond the request that it stands for. */
export interface AuditedLine {
  /** Such as `operations.createPayout`. */
  readonly line: string;
  /** Further requests, with ids replaced: `POST /v1/quotes`. */
  readonly requests: readonly string[];
  /** Fields of the request whose values are not among those that the suite gave. */
  readonly adds: readonly string[];
  /** Fields of the result whose values no response contained. */
  readonly returns: readonly string[];
}

/** A function for any operation. */
type AnyFunction = (request: never, tools: OperationTools) => unknown;

type Beyond = { readonly [Name in 'requests' | 'adds' | 'returns']: Set<string> };

/** Every value within another, with its place; the items of a list have the place of the list. */
function* leaves(value: unknown, place = ''): Generator<readonly [place: string, value: unknown]> {
  if (Array.isArray(value)) for (const item of value) yield* leaves(item, place);
  else if (isRecord(value))
    for (const [name, child] of Object.entries(value))
      yield* leaves(child, place === '' ? name : `${place}.${name}`);
  else if (value !== undefined && value !== null) yield [place, value];
}

const valuesIn = (...values: readonly unknown[]): ReadonlySet<string> =>
  new Set([...leaves(values)].map(([, value]) => String(value)));

/** Places of values that are not among the known ones. */
const unknownIn = (value: unknown, known: ReadonlySet<string>): readonly string[] =>
  [...leaves(value)].flatMap(([place, each]) => (known.has(String(each)) ? [] : [place || 'the value']));

const methodOf = ({ method, body, form }: OwnRequest) =>
  method ?? (body === undefined && form === undefined ? 'GET' : 'POST');

/** A segment that is an id: the suite gave it, or it has digits. */
const withoutIds = (path: string, given: ReadonlySet<string>): string =>
  path
    .replace(/\?.*/, '')
    .split('/')
    .map((part) => (given.has(decodeURIComponent(part)) || /\d.*\d/.test(part) ? '{…}' : part))
    .join('/');

export class AdapterAudit {
  readonly #lines = new Map<string, Beyond>();

  /** The lines that did something beyond, in order of their first call. */
  get lines(): readonly AuditedLine[] {
    return [...this.#lines].flatMap(([line, { requests, adds, returns }]) =>
      requests.size + adds.size + returns.size === 0
        ? []
        : [{ line, requests: [...requests], adds: [...adds], returns: [...returns] }],
    );
  }

  /** The target with every line of its adapter watched. */
  watch(target: Target): Target {
    const { operations = {}, controls } = target;
    return {
      ...target,
      operations: Object.fromEntries(
        Object.entries(operations).map(([id, own]) => [id, this.#watchOperation(id as OperationId, own)]),
      ) as Operations,
      controls: Object.fromEntries(
        Object.entries(controls).map(([name, own]) => [name, this.#watchControl(name as ControlName, own)]),
      ) as Controls,
    };
  }

  #of(line: string): Beyond {
    const known = this.#lines.get(line) ?? { requests: new Set(), adds: new Set(), returns: new Set() };
    this.#lines.set(line, known);
    return known;
  }

  #watchOperation(id: OperationId, own: OperationBinding | AnyFunction): typeof own {
    const line = `operations.${id}`;
    if (typeof own !== 'function') {
      for (const name of Object.keys(own.constants ?? {})) this.#of(line).adds.add(name);
      return own;
    }
    const { method, path } = operation(id);
    return async (request: never, tools: OperationTools) => {
      const call = new Call(valuesIn(request));
      const sends = { send: call.watched(tools.send), control: call.watched(tools.control) };
      try {
        const result = await own(request, { ...tools, ...sends });
        call.returned(result, this.#of(line));
        return result;
      } finally {
        call.note(this.#of(line), `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{…}')}`);
      }
    };
  }

  #watchControl(name: ControlName, own: unknown): unknown {
    // The first parameter of every control is the send function; the others are passed through.
    const perform = own as (send: Send, ...given: readonly unknown[]) => Promise<unknown>;
    const line = `controls.${name}`;
    return async (send: Send, ...given: readonly unknown[]) => {
      const about: Partial<AboutCall> = aboutOf(name, given) ?? {};
      const call = new Call(valuesIn(given, about.businessId, about.tenantKey));
      try {
        return await perform(call.watched(send), ...given);
      } finally {
        call.note(this.#of(line));
      }
    };
  }
}

/** The requests of one call of a function. */
class Call {
  readonly #given: ReadonlySet<string>;
  readonly #sent: OwnRequest[] = [];
  readonly #answers: unknown[] = [];

  constructor(given: ReadonlySet<string>) {
    this.#given = given;
  }

  watched(send: Send): Send {
    return async (request) => {
      this.#sent.push(request);
      const answer = await send(request);
      this.#answers.push(answer.json, answer.headers.location?.split('/'));
      return answer;
    };
  }

  #routeOf(request: OwnRequest): string {
    return `${methodOf(request)} ${withoutIds(request.path, this.#given)}`;
  }

  /** @param wanted the route that the document shows; the last request is the one asked for if there is none */
  note({ requests, adds }: Beyond, wanted?: string): void {
    const asked = this.#sent.findLast((each) => this.#routeOf(each) === wanted) ?? this.#sent.at(-1);
    if (asked === undefined) return;
    for (const request of this.#sent) if (request !== asked) requests.add(this.#routeOf(request));
    for (const place of unknownIn(asked.body, this.#given)) adds.add(place);
  }

  returned(result: unknown, { returns }: Beyond): void {
    const known = new Set([...this.#given, ...valuesIn(this.#answers)]);
    for (const place of unknownIn(result, known)) returns.add(place);
  }
}
