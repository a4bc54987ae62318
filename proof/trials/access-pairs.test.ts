/** The page of access on the site shows which requests a run tries: this runs the checks and notes them. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { allChecks } from '../../conformance/all-checks.ts';
import { BaseScenario } from '../../conformance/engine/scenario.ts';
import { type Credential, type CredentialName, credentials } from '../../conformance/provider/credentials.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import { Scenario } from '../../conformance/provider/scenario.ts';
import { allOperations, type Operation } from '../../openapi/description.ts';
import { collectResults } from '../../src/collect-results.ts';
import { openEmbeddedTarget } from '../../src/targets/embedded-target.ts';
import { tool } from '../../src/tool.ts';

const named = Object.entries(credentials) as readonly (readonly [CredentialName, Credential])[];

/** Each operation with each credential, and the documented outcome of the pair. */
const pairs = allOperations.flatMap((operation) =>
  named.map(([name, credential]) => ({ operation, name, pair: credential.pairWith(operation) })),
);

const noteOf = (check: string, { id }: Pick<Operation, 'id'>, label: string) => `${check}: ${id} ${label}`;
const sent = new Set<string>();

/** The last of the labels that a step ends with is the longest: one may end with another. */
const labels = named.map(([, { label }]) => label).toSorted((a, b) => b.length - a.length);

beforeAll(async () => {
  const steps = new WeakMap<object, string>();
  const { sendUnjudged } = Scenario.prototype;
  for (const name of ['step', 'independentStep'] as const) {
    const open = BaseScenario.prototype[name];
    vi.spyOn(BaseScenario.prototype, name).mockImplementation(function (this: object, label: string) {
      steps.set(this, label);
      open.call(this as Scenario, label);
    });
  }
  vi.spyOn(Scenario.prototype, 'sendUnjudged').mockImplementation(function (this: Scenario, id, ...rest) {
    const label = labels.find((each) => steps.get(this)?.endsWith(each));
    if (label !== undefined) sent.add(noteOf(this.checkId, { id }, label));
    return sendUnjudged.call(this, id, ...rest);
  });
  const { target, close } = await openEmbeddedTarget({ control: true });
  const tried = new Set(pairs.flatMap(({ pair }) => (pair.status === 'tried' ? [pair.check] : [])));
  const checks = allChecks.filter(({ id }) => tried.has(id));
  expect(checks.map(({ id }) => id).toSorted()).toEqual([...tried].toSorted());
  const options = { target, checks, seed: 1, profile: 'standard', concurrency: 4, tool } as const;
  const { findings } = await collectResults(runConformance(options));
  await close();
  expect(findings).toEqual([]);
});

afterAll(() => vi.restoreAllMocks());

test('every operation is tested with every credential, or a reason is documented', () => {
  const missing = pairs.flatMap(({ operation, name, pair }) => {
    if (pair.status === 'not-tried') return pair.reason === '' ? [`${operation.id} ${name}: no reason`] : [];
    const note = noteOf(pair.check, operation, credentials[name].label);
    return sent.has(note) ? [] : [note];
  });
  expect(missing).toEqual([]);
});

test('no pair that the page excludes is tested', () => {
  const wrong = pairs.flatMap(({ operation, name, pair }) => {
    if (pair.status === 'tried') return [];
    const ending = `: ${operation.id} ${credentials[name].label}`;
    return [...sent].filter((note) => note.endsWith(ending) && note.startsWith('access.'));
  });
  expect(wrong).toEqual([]);
});
