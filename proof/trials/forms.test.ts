/**
 * Every date, timestamp, amount and listed word of a documented response or payload has a checked form: the test takes
 * each from the description, changes it in a response or event of a sound server, and expects a finding.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { allChecks } from '../../conformance/all-checks.ts';
import { Endpoints } from '../../conformance/provider/endpoints.ts';
import { inspectDelivery } from '../../conformance/provider/inspect.ts';
import type { ApiResponse } from '../../conformance/provider/response.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import { Scenario } from '../../conformance/provider/scenario.ts';
import { shapeOf } from '../../conformance/provider/shape.ts';
import {
  allOperations,
  eventSchemas,
  type OperationId,
  resolveSchema,
  responseFor,
  type Schema,
} from '../../openapi/description.ts';
import { collectResults } from '../../src/collect-results.ts';
import { openEmbeddedTarget } from '../../src/targets/embedded-target.ts';
import { tool } from '../../src/tool.ts';
import { rewrite } from '../faults/tools.ts';

const changes = {
  word: (value: unknown) => `${value}-`,
  date: (value: unknown) => `${value}T00:00:00Z`,
  timestamp: (value: unknown) => Number(value) * 1_000,
  amount: (value: unknown) => Number(value) + 0.5,
} as const;

interface Place {
  readonly of: string;
  /** Such as `data.*.payPeriod.fromDate`. */
  readonly path: string;
  readonly form: keyof typeof changes;
}

function formOf(source: Schema): keyof typeof changes | undefined {
  const { format, enum: words, const: word } = resolveSchema(source);
  if (source.$ref?.endsWith('/UnixTimestamp')) return 'timestamp';
  if (format === 'date') return 'date';
  return words !== undefined || typeof word === 'string' ? 'word' : undefined;
}

/** The places of a schema that have a form, outside of assumed parts. */
function placesIn(
  source: Schema,
  path: readonly string[] = [],
): readonly (readonly [string, Place['form']])[] {
  const schema = resolveSchema(source);
  if (source['x-provenance'] === 'assumed' || schema['x-provenance'] === 'assumed') return [];
  if (source.$ref?.endsWith('/Money')) return [[[...path, 'amount'].join('.'), 'amount']];
  const form = formOf(source);
  if (form !== undefined) return [[path.join('.'), form]];
  const parts = Object.entries(schema.properties ?? {});
  if (typeof schema.items === 'object') parts.push(['*', schema.items]);
  return parts.flatMap(([name, part]) => placesIn(part, [...path, name]));
}

const toPlaces = (of: string, schema: Schema): readonly Place[] =>
  placesIn(schema).map(([path, form]) => ({ of, path, form }));

const ofAnswers = allOperations.flatMap((operation) => {
  const response = operation.provenance === 'assumed' ? undefined : responseFor(operation, 200);
  const { schema } = response ?? {};
  return schema === undefined || response?.provenance === 'assumed' ? [] : toPlaces(operation.id, schema);
});
/** An event with another type is another event. */
const ofEvents = [...eventSchemas].flatMap(([type, schema]) =>
  toPlaces(type, schema).filter(({ path }) => path !== 'eventType'),
);

/** Shown when they are written only. */
const neverShown: readonly string[] = ['data.*.compInfo.salary.amount', 'data.compInfo.salary.amount'];

/** 0 in every answer: a new contract is neither signed nor viewed. */
const notYet: readonly string[] = [
  'createContract signatures.*.signedAt',
  'createContract signatures.*.lastViewedAt',
];

const answers = new Map<string, ApiResponse[]>();
const deliveries = new Map<string, Parameters<typeof inspectDelivery>[1][]>();

const keep = <Value>(kept: Map<string, Value[]>, key: string, value: Value) =>
  kept.set(key, [...(kept.get(key) ?? []), value]);

beforeAll(async () => {
  const { send } = Scenario.prototype;
  const { openChannel } = Endpoints.prototype;
  vi.spyOn(Scenario.prototype, 'send').mockImplementation(async function (this: Scenario, id, ...rest) {
    const answer = await send.call(this, id, ...rest);
    if (answer.status < 300) keep(answers, id, answer);
    return answer;
  });
  const channels: ReturnType<typeof openChannel>[] = [];
  vi.spyOn(Endpoints.prototype, 'openChannel').mockImplementation(function (this: Endpoints) {
    const channel = openChannel.call(this);
    channels.push(channel);
    return channel;
  });
  const { target, close } = await openEmbeddedTarget({ control: true, seedData: true });
  const options = { target, checks: allChecks, seed: 1, profile: 'standard', concurrency: 4, tool } as const;
  await collectResults(runConformance(options));
  await close();
  for (const { deliveries: arrived } of channels)
    for (const delivery of arrived)
      keep(deliveries, String((delivery.json as { eventType?: unknown } | undefined)?.eventType), delivery);
});

afterAll(() => vi.restoreAllMocks());

/** Changes the value at a place in each body. Returns the number of changes, or -1 if one of them was not found. */
function brokenIn(
  seen: readonly unknown[],
  { path, form }: Place,
  judge: (value: unknown) => boolean,
): number {
  let changed = 0;
  const found = seen.filter((value) => {
    let isThere = false;
    const other = rewrite(value, path, (at) => {
      // An empty text or 0 stands for an absent value, in any form.
      if (at === '' || at === 0) return at;
      isThere = true;
      return changes[form](at);
    });
    if (isThere) changed += 1;
    return isThere && judge(other);
  });
  // Every change must be found.
  return found.length === changed ? changed : -1;
}

test.each(ofAnswers)('$of requires the form of a $form at $path', ({ of: id, path, form }) => {
  const place: Place = { of: id, path, form };
  const seen = answers.get(id) ?? [];
  const broken = brokenIn(
    seen.map(({ json }) => json),
    place,
    (json) => {
      const answer = { status: 200, headers: {}, text: JSON.stringify(json), json };
      return shapeOf(id as OperationId, answer).some(({ holds }) => !holds);
    },
  );
  if (neverShown.includes(path) || notYet.includes(`${id} ${path}`)) expect(broken).toBe(0);
  else expect(broken).toBeGreaterThan(0);
});

test.each(ofEvents)('$of requires the form of a $form at $path', ({ of: type, path, form }) => {
  const [first] = deliveries.get(type) ?? [];
  expect(first).toBeDefined();
  if (first === undefined) return;
  const broken = brokenIn(
    (deliveries.get(type) ?? []).map(({ json }) => json),
    { of: type, path, form },
    (json) => {
      let isBroken = false;
      const require = (_: string, holds: boolean) => {
        if (!holds) isBroken = true;
        return holds;
      };
      inspectDelivery({ require }, { ...first, json }, undefined);
      return isBroken;
    },
  );
  if (neverShown.includes(path)) expect(broken).toBe(0);
  else expect(broken).toBeGreaterThan(0);
});
