/** What is done now and then, by name, as `npm run task -- NAME`. What everybody does is a script of package.json. */

export interface Task {
  readonly about: string;
  /** For a shell; arguments are added at its end. */
  readonly command: string;
}

export const tasks: Readonly<Record<string, Task>> = {
  lint: {
    about: 'Biome, and the linters of the description',
    command:
      'node tools/with.ts biome ci . && node tools/with.ts redocly lint openapi/openapi.yaml openapi/control.yaml && node tools/with.ts spectral lint openapi/generated/openapi.json --fail-severity=hint',
  },
  types: {
    about: 'The compiler',
    command: 'node tools/with.ts tsc -p . && node tools/with.ts tsc -p sdk',
  },
  layers: {
    about: 'The arrows between the folders',
    command:
      'node tools/with.ts depcruise bin openapi sdk conformance reference-server reports src proof markup tools examples',
  },
  drift: {
    about: 'Whether what is generated is up to date',
    command:
      'node tools/with.ts node tools/scripts/generate-names.ts --check && node tools/with.ts node tools/scripts/generate.ts --check',
  },
  requirements: {
    about: 'Whether every requirement, check, fault and interpretation is tied to the others',
    // Twice as fast as without the cache.
    command: 'NODE_COMPILE_CACHE=node_modules/.cache/node node tools/scripts/check-requirements.ts',
  },
  wording: {
    about: 'Words that the house style replaces',
    command: 'node tools/scripts/check-wording.ts',
  },
  'board:record': {
    about: 'Keeps the results of runs for the board of the site',
    command: 'node tools/with.ts node tools/scripts/record-board.ts',
  },
  'measure:dependencies': {
    about: 'What a run cannot exercise without one operation or control',
    command: 'node tools/scripts/dependencies.ts',
  },
  unused: {
    about: 'Files, exports and packages that nobody uses',
    command: 'node tools/with.ts knip',
  },
  audit: {
    about: 'Licences and known vulnerabilities of the dependencies',
    command: 'node tools/scripts/audit.ts',
  },
  benchmark: {
    about: 'Any tool against servers with faults that others wrote: -- --tool "command with {url} {spec}"',
    command: 'node tools/with.ts node tools/benchmark/run.ts',
  },
  replicas: {
    about: 'The suite against several replicas on one Postgres',
    command: 'node tools/with.ts node tools/bench/replicas/conformance.ts',
  },
  'replicas:chaos': {
    about: 'The same under load, with failures',
    command: 'node tools/with.ts node tools/bench/replicas/chaos.ts',
  },
  'replicas:histories': {
    about: 'Histories of several clients against several replicas that are killed',
    command: 'node tools/with.ts node tools/bench/replicas/histories.ts',
  },
  receivers: {
    about: 'The examples of webhook receivers',
    command: 'vitest run --config examples/webhook-receiver/vitest.config.ts',
  },
  'commands:test': {
    about: 'The commands as users start them: whole runs, pasted commands, kills, full disks, Ctrl-C, Prism',
    command: 'vitest run --project commands',
  },
  'proof:test': {
    about: 'The trials of the suite: hostile targets, mistakes in adapters, walks, the self-test itself',
    command: 'vitest run --project proof',
  },
  benign: {
    about: 'The suite against every variant that the document allows',
    command: 'vitest run --config proof/benign/vitest.slow.config.ts',
  },
  histories: {
    about: 'The suite against faults that only several clients at once show',
    command: 'vitest run --config proof/histories/vitest.slow.config.ts',
  },
  traits: {
    about: 'The suite against legal traits of real sandboxes, alone and three at a time',
    command: 'node tools/with.ts node proof/traits/run.ts',
  },
  'servers:traits': {
    about: 'The suite against servers of others, each with some of these traits',
    command: 'node tools/servers/try-traits.ts',
  },
  'docs:test': {
    about: 'Builds the site and tries it in a browser',
    command: 'node tools/with.ts vitest run --config tools/pages/vitest.slow.config.ts',
  },
  snippets: {
    about: 'Every snippet of the documentation',
    command: 'node tools/with.ts node tools/scripts/snippets.ts',
  },
  generators: {
    about: 'Clients of other languages, generated and run',
    command: 'node tools/with.ts node tools/generators/run.ts',
  },
  screenshots: {
    about: 'Pictures of the report',
    command: 'node tools/with.ts node tools/scripts/screenshots.ts',
  },
  watching: {
    about: 'Which faults are found by watching alone',
    command: 'node tools/with.ts node tools/bench/watched-faults/run.ts',
  },
  costs: {
    about: 'Measures what each check sends, for the plan of a run',
    command: 'node tools/with.ts node tools/scripts/measure-costs.ts',
  },
  'selftest:page': {
    about: 'The figures of self-tests for the page of the site',
    command: 'node tools/scripts/selftest.ts',
  },
  'tools:test': {
    about: 'The tests of tools/',
    command: 'node tools/with.ts vitest run --config tools/vitest.config.ts',
  },
};
