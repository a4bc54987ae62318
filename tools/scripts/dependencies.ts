/**
 * Measures the cost of each dependency of the suite: runs it against the embedded reference server with one assumed
 * operation or one control switched off at a time.
 *
 * `npm run task -- measure:dependencies [NAME…]` measures all, or those named. Exits 1 if too much depends on one, or if a run finds something.
 */
import { allChecks } from '../../conformance/all-checks.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import { type ControlName, controlNames, controlTable } from '../../conformance/target/controls.ts';
import { requirement, type requirements } from '../../openapi/catalogue.ts';
import { allOperations, type OperationId } from '../../openapi/description.ts';
import { collectResults } from '../../src/collect-results.ts';
import { openEmbeddedTarget } from '../../src/targets/embedded-target.ts';
import { tool } from '../../src/tool.ts';

/** At most this share of the documented requirements may depend on one operation or control that they are not about. */
const mostPercent = 8;

interface Dependency {
  readonly kind: 'operation' | 'control';
  readonly name: OperationId | ControlName;
  /** In the words of `needs` in the catalogue. */
  readonly capability: string;
}

interface Cost extends Dependency {
  /** Documented requirements that were not exercised without it. */
  readonly lost: readonly string[];
  /** Requirements among them that do not need it by the catalogue. */
  readonly beside: readonly string[];
  readonly findings: readonly string[];
}

const inKebabCase = (id: string) => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const dependencies: readonly Dependency[] = [
  ...allOperations
    .filter(({ provenance }) => provenance === 'assumed')
    .map(({ id }): Dependency => ({ kind: 'operation', name: id, capability: inKebabCase(id) })),
  ...controlNames.map(
    (name): Dependency => ({
      kind: 'control',
      name,
      capability: controlTable[name].capability ?? inKebabCase(name),
    }),
  ),
];

/** The documented requirements that a run exercises, and its findings. */
async function exercisedWithout(dependency?: Dependency) {
  const absentOperations = dependency?.kind === 'operation' ? [dependency.name as OperationId] : [];
  // With example content, as the businesses of a real target have some.
  const { target, close } = await openEmbeddedTarget({ control: true, seedData: true, absentOperations });
  const controls = Object.fromEntries(
    Object.entries(target.controls).filter(([name]) => name !== dependency?.name),
  );
  try {
    const results = await collectResults(
      runConformance({
        target: { ...target, controls, patience: { seconds: 0.5, pauseMillis: 50 } },
        checks: allChecks,
        seed: 11,
        profile: 'standard',
        concurrency: 4,
        tool,
      }),
    );
    const isOf = ({ level, status }: (typeof results.requirements)[number]) =>
      level === 'documented' && (status === 'passed' || status === 'failed');
    return {
      exercised: results.requirements.filter(isOf).map(({ id }) => id),
      findings: results.findings.filter(({ level }) => level === 'documented').map(({ id }) => id),
    };
  } finally {
    await close();
  }
}

/** A requirement is about a capability if the catalogue says that it needs the capability. */
const isAbout = (id: string, { capability }: Dependency) =>
  requirement(id as (typeof requirements)[number]['id']).needs.some((need) => need === capability);

async function costOf(dependency: Dependency, all: readonly string[]): Promise<Cost> {
  const { exercised, findings } = await exercisedWithout(dependency);
  const lost = all.filter((id) => !exercised.includes(id));
  return { ...dependency, lost, beside: lost.filter((id) => !isAbout(id, dependency)), findings };
}

const names = process.argv.slice(2);
const chosen = dependencies.filter(({ name }) => names.length === 0 || names.includes(name));
const { exercised: all } = await exercisedWithout();
const costs: Cost[] = [];
for (const dependency of chosen) {
  const cost = await costOf(dependency, all);
  costs.push(cost);
  const { lost, beside, findings } = cost;
  console.log(`${dependency.name}: ${lost.length} not exercised, ${beside.length} beside what is about it`);
  if (beside.length > (mostPercent / 100) * all.length) console.log(`  too many: ${beside.join(' ')}`);
  for (const finding of findings) console.log(`  finding: ${finding}`);
}
const tooMany = costs.filter(
  ({ beside, findings }) => beside.length > (mostPercent / 100) * all.length || findings.length > 0,
);
if (tooMany.length > 0) process.exitCode = 1;
