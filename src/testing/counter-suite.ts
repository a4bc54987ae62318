/** A suite for a toy: counters that can be added to, made from nothing but the public interface of the engine. */
import fc from 'fast-check';
import { parse } from 'yaml';
import {
  anyOf,
  BaseScenario,
  byModel,
  byProperty,
  type Catalogue,
  type Check,
  ConformanceError,
  type Model,
  type Move,
  outOfReachOf,
  Redactor,
  type Suite,
  type TourPlan,
  together,
  tours,
  toursOf,
} from '../engine.ts';

const description = `
paths:
  /counters: { post: { operationId: create } }
  /counters/{id}: { get: { operationId: read } }
  /counters/{id}/add: { post: { operationId: add } }
  /counters/{id}/freeze: { post: { operationId: freeze } }`;

type Paths = Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;

const routes = new Map(
  Object.entries((parse(description) as { paths: Paths }).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [
      operationId,
      { method: method.toUpperCase(), path },
    ]),
  ),
);

export type CounterRule = 'COUNTER-001' | 'COUNTER-002' | 'COUNTER-003';

const catalogue: Catalogue = [
  {
    id: 'COUNTER-001',
    section: 'Counters',
    level: 'documented',
    statement: 'Adding a number returns the sum.',
    needs: [],
  },
  {
    id: 'COUNTER-002',
    section: 'Counters',
    level: 'documented',
    statement: 'A counter keeps its value until it is added to.',
    needs: [],
    interpretations: [
      { id: 7, interpretation: 'Only adding changes it.', otherwise: 'Others may add to it as well.' },
    ],
  },
  {
    id: 'COUNTER-003',
    section: 'Freezing',
    level: 'observed',
    statement: 'A frozen counter refuses to be added to.',
    needs: ['freeze'],
  },
];

interface Answer {
  readonly status: number;
  readonly id?: string;
  readonly value?: number;
}

export class CounterScenario extends BaseScenario<CounterRule> {
  readonly #baseUrl: string;

  constructor(baseUrl: string, context: ConstructorParameters<typeof BaseScenario>[0]) {
    super(context);
    this.#baseUrl = baseUrl;
  }

  async call(operation: string, id = '', body?: unknown): Promise<Answer> {
    const { tally, signal } = this.context;
    const { method, path } = routes.get(operation) ?? { method: 'GET', path: '/' };
    const url = `${this.#baseUrl}${path.replace('{id}', id)}`;
    const text = body === undefined ? undefined : JSON.stringify(body);
    tally.requests += 1;
    const started = performance.now();
    const response = await fetch(url, { method, signal, ...(text !== undefined && { body: text }) });
    const answered = await response.text();
    const durationMillis = performance.now() - started;
    tally.operation(operation, response.status, durationMillis);
    this.recording.exchange(() => ({
      operation,
      request: { method, url, headers: {}, ...(text !== undefined && { body: text }) },
      response: { status: response.status, headers: {}, body: answered, durationMillis },
    }));
    return { status: response.status, ...(JSON.parse(answered) as object) };
  }
}

interface Counter {
  readonly id: string;
}
interface Count {
  value: number;
  isFrozen: boolean;
}
type CounterMove = Move<Counter, Count, CounterScenario>;

const add = (by: number): CounterMove => ({
  name: `add(${by})`,
  possible: () => true,
  describe: () => `add ${by}`,
  act: async (scenario, _, { id }) => {
    const { status, value } = await scenario.call('add', id, { by });
    return (alternative, state) => {
      if (state.isFrozen) return alternative.require('COUNTER-003', status >= 400, 'a refusal', `${status}`);
      state.value += by;
      alternative.require('COUNTER-001', value === state.value, `${state.value}`, `${value}`);
      alternative.took('counter/add', id);
    };
  },
});

const freeze: CounterMove = {
  name: 'freeze',
  needs: ['freeze'],
  possible: ({ isFrozen }) => !isFrozen,
  describe: () => 'freeze',
  act: async (scenario, _, { id }) => {
    await scenario.call('freeze', id);
    return (alternative, state) => {
      state.isFrozen = true;
      alternative.took('counter/freeze', id);
    };
  },
};

const counter: Model<Counter, Count, CounterScenario> = {
  start: async (scenario) => {
    scenario.setup('create a counter');
    const { id = '' } = await scenario.call('create');
    return { context: { id }, state: { value: 0, isFrozen: false } };
  },
  look: async (scenario, _, { id }) => {
    const { value } = await scenario.call('read', id);
    return (alternative, state) =>
      alternative.require('COUNTER-002', value === state.value, `${state.value}`, `${value}`);
  },
  show: ({ value, isFrozen }) => `${value}${isFrozen ? ', frozen' : ''}`,
};

const counterTours: TourPlan<CounterMove> = {
  'counter/add': tours([add(1), add(2)], [together(add(1), add(2))]),
  'counter/freeze': tours([add(1), freeze, add(1)]),
};

const checks: readonly Check<CounterScenario>[] = [
  {
    id: 'counter.sums',
    title: 'Adding returns the sum, whatever is added',
    covers: ['COUNTER-001'],
    needs: [],
    ...byProperty<CounterScenario, number>({
      arbitrary: () => fc.integer({ min: -1000, max: 1000 }),
      run: async (scenario, by) => {
        const { id = '' } = await scenario.call('create');
        scenario.step(`add ${by}`);
        const { value } = await scenario.call('add', id, { by });
        scenario.require('COUNTER-001', value === by, `${by}`, `${value}`);
      },
    }),
  },
  {
    id: 'counter.model',
    title: 'Random sequences of adding and freezing follow the state machine',
    covers: ['COUNTER-001', 'COUNTER-002', 'COUNTER-003'],
    needs: [],
    ...byModel<Counter, Count, CounterScenario>({
      model: counter,
      moves: ({ has }) =>
        anyOf<CounterMove>({ weight: 4, moves: fc.nat({ max: 9 }).map(add) }, fc.constant(freeze))(has) ?? [],
      tours: ({ has }) => toursOf(counterTours, has),
      outOfReach: ({ has }) => outOfReachOf(counterTours, has),
    }),
  },
];

/** @param capabilities offers of the server beyond counting: `freeze` */
export function counterSuite(baseUrl: string, capabilities: readonly string[]): Suite<CounterScenario> {
  return {
    catalogue,
    checks,
    subject: {
      summary: { baseUrl, kind: 'live', environment: 'sandbox', capabilities: [...capabilities] },
      redactor: new Redactor(),
      async prepare(signal) {
        await fetch(baseUrl, { signal }).catch((cause: unknown) => {
          throw new ConformanceError('TARGET_UNREACHABLE', `No counters at ${baseUrl}: start them`, {
            cause,
          });
        });
      },
      stillAnswers: async () => true,
      admit: () => ({
        runs: true,
        why: (id) => {
          const { needs = [] } = catalogue.find((rule) => rule.id === id) ?? {};
          const lacking = needs.filter((need) => !capabilities.includes(need));
          return lacking.length > 0 ? { lacking } : { reason: 'No case evaluated it.' };
        },
      }),
      open: (context) => new CounterScenario(baseUrl, context),
      script: (_, { steps }) =>
        steps
          .flatMap(({ exchanges }) => exchanges)
          .map(({ request: { method, url, body } }) => `curl -X ${method} ${url} -d '${body ?? ''}'`)
          .join('\n'),
      close: async () => {},
    },
  };
}
