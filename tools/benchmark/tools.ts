/** The tools of the page, each as its first pages tell a newcomer to run it. */

export interface Tool {
  readonly name: string;
  readonly command: string;
  /** Prints the version; fails where the tool is missing. */
  readonly version: string;
  /** How to install it, or why that cannot be done. */
  readonly install: string;
  readonly purpose: string;
  readonly notMadeFor: string;
}

const program = 'node {root}/bin/main.ts';
const suite = {
  version: `${program} --version`,
  install: 'npm ci',
  purpose: 'tests this one service by its document',
};
const run = `${program} run --base-url {url} --seed {seed} --format junit --out . --fail-fast --quiet`;

/** The workflows move the clocks of the reference server, and one needs a JWT that the caller signs. */
const workflows = [
  ...['cp {spec} openapi.yaml', `${program} spec --control --out control.yaml`],
  ...[`${program} spec --arazzo --out service.arazzo.yaml`],
  [
    'redocly respect service.arazzo.yaml -S service={url} -S control={url} --skip custom-authentication',
    `-i platformToken={key} -i run={seed} -i payrollDate=$(date -d '6 days' +%F) -i expiresSoon=$(date -d '15 days' +%F)`,
  ].join(' '),
].join(' && ');

export const tools: readonly Tool[] = [
  {
    ...suite,
    name: 'This suite, connected',
    command: run,
    notMadeFor:
      'any other service; here it also has the controls of the reference server, and receives webhooks',
  },
  {
    ...suite,
    name: 'This suite, with a key only',
    command: `CONFORMANCE_PLATFORM_TOKEN={key} ${run} --no-control`,
    notMadeFor: 'any other service; without controls it sees no webhook and no later state',
  },
  {
    name: 'Schemathesis',
    command:
      "st run {spec} --url {url} --header 'Authorization: Bearer {key}' --seed {seed} --report junit --report-junit-path {junit}",
    version: 'st --version',
    install: 'pip install schemathesis==4.32.5',
    purpose: 'generates requests from any description; finds crashes and responses that break it',
    notMadeFor: 'rules that no schema states, webhooks, the order of states',
  },
  {
    name: 'Redocly Respect',
    command: workflows,
    version: 'redocly --version',
    install: 'npm ci --prefix tools',
    purpose:
      'executes workflows that somebody wrote; here the eight of `conformance spec --arazzo` that need no JWT',
    notMadeFor: 'finding what no workflow visits',
  },
];

/** Others that belong here, and why they are not. */
export const notRun: Readonly<Record<string, string>> = {
  EvoMaster:
    'its package for Python holds no program: it downloads one from elsewhere when it is first started',
  CATS: 'no package registry has it',
};
