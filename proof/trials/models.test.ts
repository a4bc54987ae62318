import { beforeAll, describe, expect, test } from 'vitest';
import { allChecks } from '../../conformance/all-checks.ts';
import { RunCollector } from '../../conformance/catalogues.ts';
import { withCases } from '../../conformance/engine/check.ts';
import type { Coverage } from '../../conformance/engine/events.ts';
import type { Results } from '../../conformance/engine/results.ts';
import type { Check } from '../../conformance/provider/check.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import { stateMachines, type TransitionId } from '../../openapi/catalogue.ts';
import { eventSchemas } from '../../openapi/description.ts';
import { openEmbeddedTarget } from '../../src/targets/embedded-target.ts';
import { tool } from '../../src/tool.ts';

/** Transitions that no run can take, on any target. */
const beyondEveryTarget: Readonly<Partial<Record<TransitionId, string>>> = {
  'kyc/submit-rejected': 'The document speaks of sentinels of other outcomes and shows none.',
  'kyc/verify-approved': 'Only production verifies, and models do not write there.',
  'kyc/verify-rejected': 'Only production verifies, and models do not write there.',
};

/** Guards that cannot be seen to hold a transition back. */
const neverHeldBack: Readonly<Partial<Record<TransitionId, string>>> = {
  'invoice/approve':
    'Only contractors submit invoices through the interface, so that there is none of another source.',
  'invoice/reject':
    'Only contractors submit invoices through the interface, so that there is none of another source.',
};

/** The tours of a model take every transition with any seed, so more cases would only take time. */
const mostCases = { example: 1, property: 4, model: 4 };

const checks = allChecks.map(
  (check): Check =>
    withCases(check, (cases) => {
      if (cases.type !== 'generated') return cases;
      const { runs, examples = [] } = cases;
      return { ...cases, runs: Math.min(runs, examples.length + mostCases[check.kind]) };
    }),
);

const models = new Set(allChecks.filter(({ kind }) => kind === 'model').map(({ id }) => id));

/** Coverage by the models, and by all checks. */
let byModels: Coverage;
let byAll: Coverage;
let results: Results;

beforeAll(async () => {
  const { target, close } = await openEmbeddedTarget({ control: true });
  const ofModels = new RunCollector();
  const ofAll = new RunCollector();
  try {
    const options = { target, checks, seed: 5, profile: 'standard', concurrency: 4, tool } as const;
    for await (const event of runConformance(options)) {
      ofAll.add(event);
      if (event.type !== 'check-finished' || models.has(event.check)) ofModels.add(event);
    }
  } finally {
    await close();
  }
  if (ofAll.results === undefined || ofModels.results === undefined) throw new Error('The run has no end.');
  expect(ofAll.results.checks.filter(({ error }) => error !== undefined)).toEqual([]);
  results = ofAll.results;
  byAll = ofAll.results.coverage;
  byModels = ofModels.results.coverage;
});

interface Entry {
  readonly id: TransitionId;
  readonly isGuarded: boolean;
}

/** Transitions of the machines of the document, or of those of which it gives little more than the names of the states. */
const transitionsOf = (isVocabulary: boolean): readonly Entry[] =>
  stateMachines
    .filter(({ vocabularyOnly }) => (vocabularyOnly !== undefined) === isVocabulary)
    .flatMap(({ id: machine, transitions }) =>
      transitions.map(({ id, guard }) => ({
        // The generator writes the type from the same file.
        id: `${machine}/${id}` as TransitionId,
        isGuarded: guard !== undefined,
      })),
    );

const idsOf = (entries: readonly Entry[]) => entries.map(({ id }) => id);
const within = (counts: Readonly<Record<string, unknown>>) => (id: string) => id in counts;

describe('a standard run on the embedded server', () => {
  test('the models take every transition that some target can take', () => {
    const reachable = idsOf(transitionsOf(false)).filter((id) => !within(beyondEveryTarget)(id));
    expect(reachable.filter((id) => !within(byModels.transitions)(id))).toEqual([]);
  });

  test('both outcomes of every guard are seen', () => {
    const guards = idsOf([...transitionsOf(false), ...transitionsOf(true)].filter((each) => each.isGuarded));
    const seen = { ...beyondEveryTarget, ...neverHeldBack, ...byAll.heldBack };
    expect(guards.filter((id) => !within(seen)(id))).toEqual([]);
  });

  test('the visible transitions of the other machines are seen too', () => {
    expect(idsOf(transitionsOf(true)).filter((id) => !within(byAll.transitions)(id))).toEqual([]);
  });

  test('only transitions that no target offers are out of reach, and no exception is outdated', () => {
    expect(Object.keys(byModels.outOfReach).toSorted()).toEqual(Object.keys(beyondEveryTarget).toSorted());
    expect(Object.keys(neverHeldBack).filter(within(byAll.heldBack))).toEqual([]);
  });

  test('every documented requirement that can be tested is evaluated', () => {
    const unseen = results.requirements
      .filter(({ level, status }) => level === 'documented' && status !== 'untestable')
      .filter(({ status, evaluations }) => status !== 'passed' || evaluations === 0)
      .map(({ id }) => id);
    expect(unseen).toEqual([]);
  });

  test('every event of the document arrives', () => {
    expect([...eventSchemas.keys()].filter((type) => !within(byAll.events)(type))).toEqual([]);
  });
});
