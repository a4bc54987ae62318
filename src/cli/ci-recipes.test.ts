import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { githubErrors } from '../testing/github-parser.ts';
import { parseArguments } from '../testing/parse-arguments.ts';
import { conformanceCommands, recipes } from '../testing/recipes.ts';

const root = new URL('../../', import.meta.url);
/** Its steps are run by tools/scripts/try-package.ts. */
const exampleText = readFileSync(
  new URL('examples/github-workflow/.github/workflows/conformance.yml', root),
  'utf8',
);
const actionText = readFileSync(new URL('action.yml', root), 'utf8');

const Action = z.object({
  inputs: z.record(z.string(), z.object({ description: z.string(), default: z.string() })),
  runs: z.object({ steps: z.array(z.object({ id: z.string().optional(), run: z.string().optional() })) }),
});
const action = Action.parse(parse(actionText));

const Workflow = z.object({
  jobs: z.record(
    z.string(),
    z.object({
      steps: z.array(
        z.object({ uses: z.string().optional(), with: z.record(z.string(), z.unknown()).optional() }),
      ),
    }),
  ),
});

/** The keywords of GitLab that the recipe uses. Any other one is probably a typing error. */
const Artifacts = z.strictObject({
  when: z.enum(['always', 'on_failure', 'on_success']).optional(),
  paths: z.array(z.string()),
  expose_as: z.string().optional(),
  reports: z.strictObject({ junit: z.string() }).optional(),
});
const Job = z.strictObject({
  stage: z.string(),
  rules: z.array(z.strictObject({ if: z.string(), when: z.enum(['always', 'on_success']).optional() })),
  parallel: z.int().min(2).max(200).optional(),
  retry: z.strictObject({ max: z.int().min(0).max(2), exit_codes: z.array(z.int()) }).optional(),
  allow_failure: z.union([z.boolean(), z.strictObject({ exit_codes: z.array(z.int()) })]).optional(),
  script: z.array(z.string()).min(1),
  artifacts: Artifacts,
});
const GitLab = z
  .object({
    stages: z.array(z.string()),
    default: z.strictObject({
      image: z.string(),
      cache: z.strictObject({
        key: z.strictObject({ files: z.array(z.string()).max(2) }),
        paths: z.array(z.string()),
      }),
      before_script: z.array(z.string()),
    }),
    variables: z.record(z.string(), z.string()),
  })
  .catchall(Job);

const named = (pattern: RegExp) => recipes.filter(({ file = '' }) => pattern.test(file));
const workflows = named(/^\.github\/workflows\//);

describe('the action', () => {
  it('is valid for GitHub', () => {
    expect(githubErrors('action', 'action.yml', actionText)).toEqual([]);
    const broken = actionText.replace('shell: bash', 'shel: bash');
    expect(githubErrors('action', 'action.yml', broken)).not.toEqual([]);
  });

  it('has no input for a secret, and none that is inserted into a script', () => {
    expect(Object.keys(action.inputs).filter((name) => /token|secret|key/.test(name))).toEqual([]);
    const scripts = action.runs.steps.map(({ run = '' }) => run);
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
  });

  it('passes on only existing options', async () => {
    const { run = '' } = action.runs.steps.find(({ id }) => id === 'run') ?? {};
    const options = [...run.matchAll(/given (--[\w-]+)|\((--[\w-]+)/g)].map(
      ([, valued, flag]) => valued ?? flag ?? '',
    );
    expect(options.length).toBeGreaterThan(10);
    for (const option of options) {
      // Whether the value is any good is another matter.
      const complaint = await parseArguments(['run', option, '1']).then(() => '', String);
      expect(complaint).not.toMatch(/unknown option/);
    }
  });
});

describe('every action of others that we name', () => {
  const cwd = fileURLToPath(root);
  const files = globSync(
    ['*.md', 'action.yml', 'docs/*.md', 'deploy/*', 'examples/**/*.md', 'examples/**/.github/**/*.yml'],
    {
      cwd,
      exclude: ['CHANGELOG.md', '**/node_modules'],
    },
  );
  const uses = files.flatMap((file) =>
    [...readFileSync(new URL(file, root), 'utf8').matchAll(/^ *(?:- )?uses: (.+)$/gm)].map(
      ([, name = '']) => ({ file, name }),
    ),
  );
  const ofOthers = uses.filter(({ name }) => !name.startsWith('OWNER/') && !name.startsWith('./'));

  it('is found', () => {
    expect(new Set(ofOthers.map(({ file }) => file))).toEqual(
      new Set([
        'CONTRIBUTING.md',
        'action.yml',
        'docs/ci.md',
        'docs/reports.md',
        'examples/ci/.github/workflows/conformance-nightly.yml',
        'examples/ci/.github/workflows/conformance-sharded.yml',
        'examples/github-workflow/.github/workflows/conformance.yml',
      ]),
    );
  });

  // A tag can be moved to other code.
  it.each(ofOthers)('$file: $name is a commit, with its version', ({ name }) => {
    expect(name).toMatch(/^[\w.-]+(\/[\w.-]+)+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('has one commit', () => {
    const pins = new Set(ofOthers.map(({ name }) => name));
    const actions = new Set([...pins].map((pin) => pin.split('@')[0]));
    expect(pins.size).toBe(actions.size);
  });
});

describe('the recipes for continuous integration', () => {
  it.each(workflows)('$file is a valid GitHub workflow', ({ file = '', text }) => {
    expect(githubErrors('workflow', file, text)).toEqual([]);
    expect(githubErrors('workflow', file, text.replace('runs-on:', 'run-on:'))).not.toEqual([]);
  });

  it.each(workflows)('$file uses only existing inputs of the action', ({ text }) => {
    const steps = Object.values(Workflow.parse(parse(text)).jobs).flatMap((job) => job.steps);
    const own = steps.filter(({ uses }) => uses?.startsWith('OWNER/workforce-conformance@'));
    const given = own.flatMap((step) => Object.keys(step.with ?? {}));
    expect(given.length).toBeGreaterThan(0);
    expect(given.filter((name) => !(name in action.inputs))).toEqual([]);
  });

  it('have a valid GitHub example with valid commands', async () => {
    expect(githubErrors('workflow', 'conformance.yml', exampleText)).toEqual([]);
    const commands = conformanceCommands(exampleText);
    expect(commands.map(([name]) => name)).toEqual(['run']);
    for (const args of commands) await parseArguments(args);
  });

  it('have a GitLab pipeline whose jobs use its stages', () => {
    const [recipe] = named(/^\.gitlab-ci\.yml$/);
    const { stages, default: _, variables, ...jobs } = GitLab.parse(parse(recipe?.text ?? ''));
    expect(Object.values(jobs).filter(({ stage }) => !stages.includes(stage))).toEqual([]);
    expect(Object.keys(variables)).toEqual(['BASE_URL']);
  });

  it('have a Jenkins pipeline whose brackets match', () => {
    const [recipe] = named(/^Jenkinsfile$/);
    const code = (recipe?.text ?? '').replace(/'''[\s\S]*?'''|'[^'\n]*'|"[^"\n]*"|\/\/.*$/gm, '');
    const open: string[] = [];
    for (const [bracket] of code.matchAll(/[{}()[\]]/g)) {
      const partner = { '}': '{', ')': '(', ']': '[' }[bracket];
      if (partner === undefined) open.push(bracket);
      else expect(open.pop()).toBe(partner);
    }
    expect(open).toEqual([]);
  });

  it.each(
    recipes.flatMap(({ text }) => conformanceCommands(text)).map((args) => ({ line: args.join(' '), args })),
  )('the command line takes: conformance $line', async ({ args }) => {
    await parseArguments(args);
  });

  it('no command is overlooked', () => {
    const text = recipes.map((recipe) => recipe.text).join('');
    expect(conformanceCommands(text)).toHaveLength(text.match(/npx conformance /g)?.length ?? 0);
    expect(text).not.toMatch(/(?<!npx )\bconformance (run|report|compare) /);
  });
});
