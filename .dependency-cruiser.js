/** The import arrows of docs/architecture.md. Imports only point down. */
const layer = (from, forbidden) => ({
  name: `${from}-points-down`,
  severity: 'error',
  from: { path: `^${from}/`, pathNot: '\\.test\\.ts$|^src/testing/' },
  to: { path: `^(${forbidden.join('|')})/` },
});

/** Rules for the folders of a folder: each may import those before it, and all of them are listed. */
const floors = (folder, ...names) => [
  ...names
    .map((name) => `${folder}/${name}`)
    .map((name, index, all) => [name, all.slice(index + 1)])
    .filter(([, above]) => above.length > 0)
    .map(([name, above]) => layer(name, above)),
  {
    name: `${folder}-lists-all-its-floors`,
    severity: 'error',
    from: { path: `^${folder}/(?!(${names.join('|')})/)[^/]+/` },
    to: {},
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    layer('markup', [
      'openapi',
      'sdk',
      'conformance',
      'reference-server',
      'reports',
      'src',
      'proof',
      'tools',
    ]),
    layer('openapi', [
      'markup',
      'sdk',
      'conformance',
      'reference-server',
      'reports',
      'src',
      'proof',
      'tools',
    ]),
    layer('sdk', ['markup', 'conformance', 'reference-server', 'reports', 'src', 'proof', 'bin', 'tools']),
    layer('conformance', ['markup', 'reference-server', 'reports', 'src', 'proof', 'bin', 'tools']),
    layer('reference-server', ['sdk', 'conformance', 'reports', 'src', 'proof', 'bin', 'tools']),
    ...floors(
      'reference-server',
      ...['state', 'resources', 'store', 'webhooks', 'service', 'http', 'api', 'control'],
      ...['shared', 'seed', 'testing'],
    ),
    {
      name: 'floors-do-not-know-the-server',
      severity: 'error',
      from: { path: '^reference-server/(?!testing/)[^/]+/', pathNot: '\\.test\\.ts$' },
      to: { path: '^reference-server/[^/]+\\.ts$' },
    },
    layer('reports', ['sdk', 'reference-server', 'src', 'proof', 'bin', 'tools']),
    layer('src', ['proof', 'bin', 'tools']),
    layer('proof', ['bin', 'tools']),
    layer('bin', ['tools']),
    ...floors(
      'proof',
      'faults',
      'benign',
      'selftest',
      'gate',
      'blind',
      'histories',
      'trials',
      'walk',
      'hostile',
      'traits',
      'dialects',
    ),
    ...floors(
      'conformance',
      ...['engine', 'http', 'generate', 'adapter', 'target', 'webhooks', 'provider', 'judgements'],
      ...['resources', 'crosscutting', 'receiver', 'traffic', 'testing'],
    ),
    ...floors('src', 'config', 'mock', 'workflows', 'discovery', 'targets', 'plan', 'cli', 'testing'),
    {
      name: 'folders-do-not-know-what-is-made-of-them',
      comment: 'What the package exports, and the list of all checks, are no way round.',
      severity: 'error',
      from: { path: '^(src|conformance)/[^/]+/', pathNot: '\\.test\\.ts$|/testing/' },
      to: { path: '^src/(index|engine|playwright|traffic|vitest|reference-server)\\.ts$' },
    },
    {
      name: 'checks-do-not-know-the-others',
      severity: 'error',
      from: { path: '^conformance/[^/]+/', pathNot: '\\.test\\.ts$|/testing/' },
      to: { path: '^conformance/all-checks\\.ts$' },
    },
    {
      name: 'the-suite-needs-no-sdk',
      comment: 'Only a test of receivers knows the retry schedule.',
      severity: 'error',
      from: { path: '^conformance/', pathNot: '^conformance/receiver/' },
      to: { path: '^sdk/' },
    },
    {
      name: 'oracle-is-independent-in-tests-too',
      comment: 'A test of one interpretation that leans on the other one proves nothing.',
      severity: 'error',
      from: { path: '^conformance/' },
      to: { path: '^reference-server/' },
    },
    {
      name: 'reference-is-independent-in-tests-too',
      severity: 'error',
      from: { path: '^reference-server/' },
      to: { path: '^conformance/' },
    },
    {
      name: 'the-engine-knows-no-document',
      comment: 'It runs the checks of any suite over any catalogue of rules.',
      severity: 'error',
      from: { path: '^conformance/engine/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(openapi|sdk)/' },
    },
    {
      name: 'the-machinery-knows-no-domain',
      severity: 'error',
      from: { path: '^conformance/(engine|target|http|webhooks|generate|provider|judgements)/' },
      to: { path: '^conformance/(resources|crosscutting)/' },
    },
    {
      name: 'receivers-are-not-the-service',
      comment:
        'Of the suite, a test of receivers takes what makes events and findings, and nothing that knows the service.',
      severity: 'error',
      from: { path: '^conformance/receiver/' },
      to: {
        path: '^conformance/(generate|target|webhooks|provider|judgements|resources|crosscutting)/',
      },
    },
    {
      name: 'traffic-knows-no-domain',
      comment: 'What is recorded is judged by the description; nothing but the command line needs it.',
      severity: 'error',
      from: { path: '^conformance/traffic/' },
      to: { path: '^conformance/(resources|crosscutting|receiver)/' },
    },
    {
      name: 'the-suite-needs-no-traffic',
      severity: 'error',
      comment: 'Only the list of the ways to judge knows both.',
      from: { path: '^conformance/', pathNot: '^conformance/(traffic/|testing/|ways-to-judge\\.ts$)' },
      to: { path: '^conformance/traffic/' },
    },
    {
      name: 'reports-know-no-domain',
      severity: 'error',
      from: { path: '^reports/' },
      to: { path: '^conformance/(resources|crosscutting)/' },
    },
    {
      name: 'receivers-need-no-package',
      comment: 'Whoever imports the types or the webhooks gets nothing else with them.',
      severity: 'error',
      from: { path: '^sdk/(webhooks/|types)', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^(sdk/webhooks/|openapi/(event-types|generated/(types|schemas|event-names))\\.ts$)' },
    },
    {
      name: 'the-client-needs-one-package',
      comment: 'It runs where there is no Node.js, too.',
      severity: 'error',
      from: { path: '^sdk/client/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^(sdk/client/|openapi/generated/types\\.ts$|node_modules/openapi-fetch/)' },
    },
    {
      name: 'traces-are-loaded-only-when-asked-for',
      comment: 'Their packages are optional.',
      severity: 'error',
      from: { pathNot: '\\.test\\.ts$' },
      to: {
        path: '^reference-server/shared/telemetry/tracing\\.ts$',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-traces-need-the-packages-of-traces',
      severity: 'error',
      from: {
        pathNot: '^(reference-server/shared/telemetry/tracing(\\.test)?|src/cli/run/span-export)\\.ts$',
      },
      to: { path: 'node_modules/@opentelemetry/' },
    },
    {
      name: 'nothing-needs-a-bench',
      severity: 'error',
      from: { pathNot: '^tools/(bench|site)/' },
      to: { path: '^tools/bench/' },
    },
    {
      name: 'nothing-needs-the-site',
      severity: 'error',
      from: { pathNot: '^tools/(site|scripts|pages)/' },
      to: { path: '^tools/site/' },
    },
    {
      name: 'no-unlisted-packages',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'shipped-code-uses-no-dev-dependency',
      severity: 'error',
      from: {
        path: '^(bin|openapi|sdk|conformance|reference-server|reports|src|proof|markup)/',
        pathNot: '\\.(test(-d)?|suite)\\.ts$|/testing/',
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm-peer'] },
    },
  ],
  options: {
    // What tools/ uses is in its own package.json or in that of the project.
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(tools/site/\\.stage|dist|sdk/dist)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
