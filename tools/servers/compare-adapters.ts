/** Compares the drafts of an adapter with the adapter that a person wrote for the same server. */
import type { OperationBinding, Operations, OperationTools } from '../../conformance/adapter/adapter.ts';
import type { OwnAnswer, OwnRequest } from '../../conformance/adapter/send.ts';
import type { OperationId } from '../../openapi/description.ts';
import type { Adapter } from '../../src/config/adapter.ts';
import type { Draft } from '../../src/discovery/draft.ts';

export interface Compared {
  readonly name: string;
  readonly status: Draft['status'];
  /** What the draft says otherwise. */
  readonly wrong: readonly string[];
  /** What the draft does not say. */
  readonly unsaid: readonly string[];
}

/** Any of them. */
type OwnFunction = (request: never, tools: OperationTools) => unknown;

type Names = Readonly<Record<string, string>>;

/** What a function reads before it writes: each field holds a word, with which those that look at a review go on. */
const anything: OwnAnswer = {
  status: 200,
  headers: { location: '/made/id' },
  text: '',
  json: new Proxy({}, { get: () => 'APPROVED' }),
};

/** Where a function sends what it is for: the first request that is no mere look, with our names of parameters in the path. */
async function requestOf(own: OwnFunction, { wanted }: Draft): Promise<string> {
  const sent: OwnRequest[] = [];
  const send = async (request: OwnRequest): Promise<OwnAnswer> => {
    sent.push(request);
    return anything;
  };
  const path = Object.fromEntries(wanted.pathParameters.map((name) => [name, `{${name}}`]));
  const fields = [...(wanted.body?.fields ?? [])].map(([name, { shape }]) => {
    const value = shape.type === 'array' ? [] : shape.type === 'object' ? { currency: 'USD' } : `{${name}}`;
    return [name, value];
  });
  const file = { name: 'a.txt', contentType: 'text/plain', content: new Uint8Array() };
  const request = { path, query: {}, body: Object.fromEntries(fields), form: { file } };
  try {
    // It is only asked where it would send to.
    await own(request as never, { send, control: send, caller: {}, businessId: '{businessId}' });
  } catch {
    // Nothing real has answered it.
  }
  const methodOf = ({ method, body }: OwnRequest) => method ?? (body === undefined ? 'GET' : 'POST');
  const first = sent.find((each) => wanted.method === 'GET' || methodOf(each) !== 'GET') ?? sent[0];
  if (first === undefined) throw new Error(`${wanted.name} sends nothing`);
  return `${methodOf(first)} ${decodeURIComponent(first.path).replace(/\?.*/, '')}`;
}

const withoutNames = (route: string) => route.replace(/\{[^}]*\}/g, '{}');

interface Differences {
  readonly wrong: string[];
  readonly unsaid: string[];
}

/** @param mayBeSilent whether a person names only what checks go on with */
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

async function compareOne(draft: Draft, own: NonNullable<Operations[OperationId]>): Promise<Differences> {
  const { binding } = draft;
  const have = routeOf(draft, binding);
  if (typeof own === 'function') {
    const want = await requestOf(own, draft);
    const isSame = withoutNames(want) === withoutNames(have);
    return {
      wrong: isSame ? [] : [`it is ${want}, not ${have}`],
      unsaid: draft.function === undefined ? ['what the function does beside'] : [],
    };
  }
  const want = routeOf(draft, own);
  const names = [
    compareNames('query', own.query, binding.query, true),
    // A function leaves out what is not taken, and says the names itself.
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
    // Where the document says where it is, nothing of that is the draft's.
    const wrong = wanted.documented && saysNothing ? [] : found.wrong;
    return [{ name, status, wrong, unsaid: found.unsaid }];
  });
  return (await Promise.all(compared)).flat();
}
