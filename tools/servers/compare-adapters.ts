/** Compares the drafts of an adapter with the adapter that a person wrote for the same server. */
import { isDeepStrictEqual } from 'node:util';
import type { OperationBinding, Operations, OperationTools } from '../../conformance/adapter/adapter.ts';
import type { OwnAnswer, OwnRequest } from '../../conformance/adapter/send.ts';
import type { ControlRequest } from '../../conformance/target/controls.ts';
import type { OperationId } from '../../openapi/description.ts';
import type { Adapter } from '../../src/config/adapter.ts';
import type { Draft } from '../../src/discovery/draft.ts';
import type { ControlDraft } from '../../src/discovery/draft-control.ts';
import { functionLines } from '../../src/discovery/function-text.ts';
import type { Shape } from '../../src/discovery/shape.ts';

export interface Compared {
  readonly name: string;
  readonly status: Draft['status'];
  /** The parts of the draft that are wrong. */
  readonly wrong: readonly string[];
  /** The parts that the draft lacks. */
  readonly unsaid: readonly string[];
}

/** Any of them. */
type OwnFunction = (request: never, tools: OperationTools) => unknown;

type Names = Readonly<Record<string, string>>;

/**
 * Response to the reads of a function before it writes: a date, or the word with which a function that reads a review
 * continues.
 */
const anything: OwnAnswer = {
  status: 200,
  headers: { location: '/made/id' },
  text: '',
  json: new Proxy({}, { get: (_, name) => (name === 'today' ? '2030-01-01' : 'APPROVED') }),
};

const methodOf = ({ method, body }: OwnRequest) => method ?? (body === undefined ? 'GET' : 'POST');

/** A value of ours that shows where it went. */
function sample(name: string, shape: Shape): unknown {
  if (shape.items !== undefined) return shape.items.fields.size === 0 ? [] : [sample(name, shape.items)];
  if (shape.fields.size === 0) return shape.type === 'object' ? {} : `{${name}}`;
  return Object.fromEntries([...shape.fields].map(([inner, field]) => [inner, sample(inner, field.shape)]));
}

/**
 * The request that performs the operation of a function: its first one that is not a mere read, with our parameter
 * names in the path.
 */
async function requestOf(own: OwnFunction, { wanted }: Draft): Promise<OwnRequest> {
  const sent: OwnRequest[] = [];
  const send = async (request: OwnRequest): Promise<OwnAnswer> => {
    sent.push(request);
    return anything;
  };
  const path = Object.fromEntries(wanted.pathParameters.map((name) => [name, `{${name}}`]));
  const body = wanted.body && sample('', wanted.body);
  const file = { name: 'a.txt', contentType: 'text/plain', content: Buffer.from('content') };
  try {
    // The function is only called to see its requests.
    const request = { path, query: {}, body, form: { file } } as never;
    await own(request, { send, control: send, caller: {}, businessId: '{businessId}' });
  } catch {
    // Without real responses, the function may fail.
  }
  const first = sent.find((each) => wanted.method === 'GET' || methodOf(each) !== 'GET') ?? sent[0];
  if (first === undefined) throw new Error(`${wanted.name} sends nothing`);
  return first;
}

const routeOfRequest = (request: OwnRequest) =>
  `${methodOf(request)} ${decodeURIComponent(request.path).replace(/\?.*/, '')}`;

/** Compares two bodies: fields that differ, and fields of the first that the second lacks. */
function compareBodies(want: unknown, have: unknown): Differences {
  const [all, own] = [JSON.parse(JSON.stringify(want ?? {})), JSON.parse(JSON.stringify(have ?? {}))];
  const names = [...new Set([...Object.keys(all), ...Object.keys(own)])];
  const differing = names.filter((name) => !isDeepStrictEqual(all[name], own[name]));
  const text = (name: string) =>
    `body ${name}: ${JSON.stringify(all[name])}, not ${JSON.stringify(own[name])}`;
  return {
    wrong: differing.filter((name) => name in own && name in all).map(text),
    unsaid: differing.filter((name) => !(name in own)).map(text),
  };
}

const withoutNames = (route: string) => route.replace(/\{[^}]*\}/g, '{}');

interface Differences {
  readonly wrong: string[];
  readonly unsaid: string[];
}

/** @param mayBeSilent whether a person names only the fields that checks use */
function compareNames(kind: string, want: Names = {}, have: Names = {}, mayBeSilent: boolean): Differences {
  const wrong: string[] = [];
  const unsaid: string[] = [];
  for (const name of new Set([...Object.keys(want), ...Object.keys(have)])) {
    if (want[name] === have[name]) continue;
    const text = `${kind} ${name}: ${want[name]}, not ${have[name]}`;
    if (have[name] === undefined) unsaid.push(text);
    else if (want[name] !== undefined || !mayBeSilent) wrong.push(text);
  }
  return { wrong, unsaid };
}

const routeOf = ({ wanted }: Draft, { method = wanted.method, path = wanted.path }: OperationBinding) =>
  `${method} ${path.replace(/\?.*/, '')}`;

/** The function that would be in the adapter. */
async function functionOf(draft: Draft): Promise<OwnFunction> {
  const text = `export default { ${functionLines(draft, false).join('\n')} };`;
  const module = await import(`data:text/javascript,${encodeURIComponent(text)}`);
  return module.default[draft.wanted.name];
}

async function compareOne(draft: Draft, own: NonNullable<Operations[OperationId]>): Promise<Differences> {
  const { binding } = draft;
  const have = routeOf(draft, binding);
  if (typeof own === 'function') {
    const request = await requestOf(own, draft);
    const want = routeOfRequest(request);
    const isSame = withoutNames(want) === withoutNames(have);
    const wrong = isSame ? [] : [`it is ${want}, not ${have}`];
    if (draft.function === undefined) return { wrong, unsaid: ['what the function does beside'] };
    const bodies = compareBodies(request.body, (await requestOf(await functionOf(draft), draft)).body);
    return { wrong: [...wrong, ...bodies.wrong], unsaid: bodies.unsaid };
  }
  const want = routeOf(draft, own);
  const names = [
    compareNames('query', own.query, binding.query, true),
    // A function omits fields that are not accepted, and contains the names itself.
    compareNames('body', own.body, binding.body, false),
    compareNames('answer', own.answer, binding.answer, true),
  ];
  return {
    wrong: [...(want === have ? [] : [`it is ${want}, not ${have}`]), ...names.flatMap(({ wrong }) => wrong)],
    unsaid: names.flatMap(({ unsaid }) => unsaid),
  };
}

/**
 * @returns one entry for each operation that the document leaves open, or of which the adapter has something to say: of a documented
 * one, a draft that says nothing claims nothing
 */
export async function compareAdapters(
  drafts: readonly Draft[],
  { operations = {}, absentOperations = [] }: Adapter,
): Promise<readonly Compared[]> {
  const compared = drafts.map(async (draft): Promise<readonly Compared[]> => {
    const { wanted, status, binding } = draft;
    const { name } = wanted;
    const own = Object.entries(operations).find(([each]) => each === name)?.[1];
    const saysNothing = Object.keys(binding).length === 0;
    if (wanted.documented && own === undefined && saysNothing) return [];
    if (absentOperations.some((absent) => absent === name))
      return status === 'sure' ? [{ name, status, wrong: ['there is no such operation'], unsaid: [] }] : [];
    const found = await compareOne(draft, own ?? {});
    // If the document gives the route, the draft did not choose it.
    const wrong = wanted.documented && saysNothing ? [] : found.wrong;
    return [{ name, status, wrong, unsaid: found.unsaid }];
  });
  return (await Promise.all(compared)).flat();
}

/** The controls that the draft is sure of and a person bound to a request, if the two requests differ. */
export function compareControls(
  drafts: readonly ControlDraft[],
  { controls = {} }: Adapter,
): readonly string[] {
  return drafts.flatMap(({ wanted, status, request }) => {
    const own = Object.entries(controls).find(([name]) => name === wanted.name)?.[1];
    if (status !== 'sure' || request === undefined || typeof own !== 'object' || !('path' in own)) return [];
    const said = ({ method = 'POST', path, body }: Pick<ControlRequest, 'method' | 'path' | 'body'>) => [
      method,
      path,
      body,
    ];
    const isSame = isDeepStrictEqual(said(own), said(request));
    return isSame ? [] : [`${wanted.name}: ${JSON.stringify(own)}, not ${JSON.stringify(request)}`];
  });
}
