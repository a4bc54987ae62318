/** Bodies that are read, limited and rejected in other ways, and servers that fail once in a while. */
import type { FaultOverrides } from '../../reference-server/fault.ts';
import { invalidBody } from '../../reference-server/state/refusal.ts';
import type { FrontAnswer, FrontRequest } from './front.ts';
import { type BenignGroup, type BenignVariant, eachObject } from './variant.ts';

/** Larger than any body in which nothing is long. */
const mostCharacters = 1_500;

const tooLarge = '/v1/too-large';

/** A gateway that rejects large bodies with an error of its own form. */
const narrowGateway: BenignVariant['front'] = {
  request: (request: FrontRequest) =>
    JSON.stringify(request.json ?? '').length > mostCharacters
      ? { ...request, path: tooLarge, json: {} }
      : request,
  answer: (answer: FrontAnswer, { path }: FrontRequest) =>
    path === tooLarge
      ? { status: 413, headers: { 'content-type': 'text/plain' }, body: 'Payload Too Large' }
      : answer,
};

/** Fields without a value left out, and amounts in quotes as numbers. */
const leniently = (body: unknown) =>
  eachObject(body, (object) =>
    Object.fromEntries(
      Object.entries(object).flatMap(([name, value]) => {
        if (value === null) return [];
        const isNumber = name === 'amount' && typeof value === 'string' && /^\d+$/.test(value);
        return [[name, isNumber ? Number(value) : value]];
      }),
    ),
  );

/** The path to a text or an amount that is beyond the limits of this server. */
function beyondLimits(value: unknown, place: readonly string[] = []): string | undefined {
  if (typeof value === 'string' && value.length > 100) return place.join('.');
  if (typeof value === 'number' && value > 10_000_000 && place.at(-1) === 'amount') return place.join('.');
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    const found = beyondLimits(part, [...place, name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Some reads that fail once and are answered when they come again. */
function stumbling(status: number, body: unknown): FaultOverrides {
  const failed = new Set<string>();
  let reads = 0;
  return {
    answer(answer, { id, method }, request) {
      if (method !== 'get' || request === undefined) return answer;
      reads += 1;
      const asked = JSON.stringify([id, request.business.id, request.path, request.query]);
      if (reads % 13 !== 0 || failed.has(asked)) return answer;
      failed.add(asked);
      return { status, body };
    },
  };
}

export const bodyVariants: BenignGroup = {
  checks: /^(bodies|operations|deposits|answers|payrolls|persons|beneficiaries)\./,
  variants: {
    'a gateway that refuses large bodies in plain text': {
      interpretations: [112, 113],
      front: narrowGateway,
    },
    'null for what is left out, and numbers in quotes': {
      interpretations: [114],
      overrides: {
        async request(request) {
          const isForm = request.operation === 'uploadFile';
          return isForm ? request : { ...request, body: leniently(request.body) };
        },
      },
    },
    'long texts and large amounts that are refused': {
      interpretations: [116],
      overrides: {
        async request(request) {
          const place = request.operation === 'exchangeJwt' ? undefined : beyondLimits(request.body);
          if (place !== undefined) throw invalidBody({ [place]: 'is beyond the limit' });
          return request;
        },
      },
    },
    'one unexpected error among many reads': {
      interpretations: [115],
      overrides: stumbling(500, { code: 'internal_error', message: 'Unexpected error; retry later' }),
    },
    'a gateway that cannot reach the server once in a while': {
      interpretations: [211],
      overrides: stumbling(503, { code: 'unavailable', message: 'Try again' }),
    },
  },
};
