/**
 * Error messages of the command line for bad input: each row names the problem and the remedy, and changes no existing
 * file.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { renderJson } from '../../reports/json.ts';
import { conformantResults } from '../../reports/testing/sample-results.ts';
import { temporaryFolder } from '../testing/conformance-process.ts';
import { invoke } from '../testing/invoke.ts';

interface BadInput {
  readonly args: string | readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly variables?: Readonly<Record<string, string>>;
  /** All of standard error, but for the hint at the help. */
  readonly says: string | RegExp;
  /** @defaultValue 2 */
  readonly code?: number;
}

const whole = (option: string, given: string, most: number | string, least = 0) =>
  `option '${option}' argument '${given}' is invalid. It must be a whole number from ${least} to ${most}.`;

const config = (text: string, name = 'conformance.config.yaml') => ({ args: 'run', files: { [name]: text } });
const json = (text: string) => config(text, 'conformance.config.json');
const list = (text: string) => ({ args: 'run --known-failures list.yaml', files: { 'list.yaml': text } });
const results = (text: string) => ({ args: 'replay results.json', files: { 'results.json': text } });
const deadUrl = 'http://127.0.0.1:9';
const example = 'give an address such as http://127.0.0.1:4010';
const hasSecret =
  'because other users can read a command line: set CONFORMANCE_PLATFORM_TOKEN or CONFORMANCE_ORG_TOKEN';
const giveResults = 'give the results.json of a report';

const groups: Readonly<Record<string, Readonly<Record<string, BadInput>>>> = {
  'a value of an option': {
    'a seed without a number': { args: 'run --seed', says: "option '--seed <n>' argument missing" },
    'a seed below zero': { args: 'run --seed -1', says: whole('--seed <n>', '-1', 4294967295) },
    'a seed in parts': { args: 'run --seed 1.5', says: whole('--seed <n>', '1.5', 4294967295) },
    'a seed of 33 bits': {
      args: 'run --seed 4294967296',
      says: whole('--seed <n>', '4294967296', 4294967295),
    },
    'a seed in hexadecimal': { args: 'run --seed 0x10', says: whole('--seed <n>', '0x10', 4294967295) },
    'an empty seed': { args: ['run', '--seed', ''], says: whole('--seed <n>', '', 4294967295) },
    'no lane': { args: 'run --concurrency 0', says: whole('--concurrency <n>', '0', 64, 1) },
    'an unknown profile': {
      args: 'run --profile fast',
      says: /Allowed choices are smoke, standard, thorough\.$/,
    },
    'an unknown environment': {
      args: 'run --environment prod',
      says: /Allowed choices are sandbox, production\.$/,
    },
    'an unknown kind': { args: 'run --target grpc', says: /Allowed choices are reference, prism, live\.$/ },
    'patience of years': {
      args: 'run --patience 1e9',
      says: /It must be a number of seconds from 0 to 86400\.$/,
    },
    'more than all': { args: 'run --min-coverage 101', says: /It must be a percentage from 0 to 100\.$/ },
    'shard nought': {
      args: 'run --shard 0/4',
      says: /It must be the shard and the number of shards, such as 1\/4\.$/,
    },
    'the fifth of four': { args: 'run --shard 5/4', says: /'5\/4' is invalid\..* such as 1\/4\.$/ },
    'no time': { args: 'run --time-budget 0', says: /It must be a number of seconds from 1 to 604800\.$/ },
    'no rate': {
      args: 'run --rate 0',
      says: /It must be a number of requests per second from 0\.1 to 10000\.$/,
    },
    'an unknown format': {
      args: 'run --format pdf',
      says: /There is no format "pdf"\. There are html, json, junit,.*github\.$/,
    },
    'a mistyped format': {
      args: 'run --format htm',
      says: /There is no format "htm"\. Did you mean html\?$/,
    },
    'a port of no machine': { args: 'serve --port 70000', says: whole('--port <n>', '70000', 65535) },
    'days before today': {
      args: 'serve --settlement-seconds -1',
      says: /It must be a whole number from 0 to/,
    },
    'an unknown mode': { args: 'serve --mode auto', says: /Allowed choices are automatic, manual\.$/ },
    'an unknown regression': {
      args: 'compare a b --fail-on worse',
      says: /Allowed choices are broke, unchecked, slower\.$/,
    },
    'an unknown list': {
      args: 'list faulty',
      says: /^'faulty' is invalid for 'what'\. Allowed choices are checks, requirements, scopes, receiver-checks, faults, machines, operations, controls, interpretations\.$/,
    },
    'an unknown form': { args: 'spec --format xml', says: /Allowed choices are yaml, json\.$/ },
  },
  'options and arguments': {
    'a word too many': {
      args: 'run now',
      says: "too many arguments for 'run'. Expected 0 arguments but got 1: now.",
    },
    'no results to merge': { args: 'report merge', says: "missing required argument 'results'" },
    'an unknown option of a command of a command': {
      args: 'report merge a --ouput b',
      says: "unknown option '--ouput'\n(Did you mean --out?)",
    },
    'one run to compare': { args: 'compare before', says: "missing required argument 'after'" },
    'nothing to explain': { args: 'explain', says: "missing required argument 'id'" },
    'a first configuration of nothing': {
      args: 'init',
      says: "required option '--base-url <url>' not specified",
    },
    'a shard without a seed': {
      args: 'run --shard 1/4',
      says: 'All shards of a run need the same seed: add --seed with the same number to each',
    },
    'an option with two values': {
      args: 'run --fault one --fault two',
      says: "option '--fault' is given twice with different values: leave one of them out",
    },
    'a fault elsewhere': {
      args: `run --fault x --base-url ${deadUrl}`,
      says: '--fault works only with the embedded server: leave out --base-url, or use serve --fault',
    },
    'a live server without an address': {
      args: 'run --target live',
      says: /^A live target has an address: add --base-url/,
    },
    'an unknown fault': {
      args: 'run --fault balance-one-short',
      says: /^There is no fault "balance-one-short"\. Did you mean/,
    },
    'a secret as an option': {
      args: 'run --org-token sk_live',
      says: `There is no option --org-token, ${hasSecret}`,
    },
    'a secret behind an option': {
      args: 'run --api-key=sk_live',
      says: `There is no option --api-key, ${hasSecret}`,
    },
  },
  'an address': {
    'no address': { args: ['run', '--base-url', ''], says: `The base URL "" is not a URL: ${example}` },
    'a word': { args: 'run --base-url foo', says: `The base URL "foo" is not a URL: ${example}` },
    'a port of no machine': {
      args: 'run --base-url http://127.0.0.1:99999',
      says: /is not a URL: give an address/,
    },
    'another protocol': {
      args: 'run --base-url ftp://x',
      says: `The base URL "ftp://x" is not http or https: ${example}`,
    },
    'a password': {
      args: 'run --base-url http://a:sk_live@127.0.0.1',
      says: `The base URL must not contain a user or a password: ${example}`,
    },
    'a key in the query': {
      args: 'run --base-url http://127.0.0.1/?key=sk_live',
      says: `The base URL "http://127.0.0.1/" must not have a query or a fragment: ${example}`,
    },
    'a dead server': {
      args: `doctor --base-url ${deadUrl}`,
      variables: { CONFORMANCE_ORG_TOKEN: 'sk_live' },
      says: /^No response from http:\/\/127\.0\.0\.1:9 to GET \S+: connect ECONNREFUSED 127\.0\.0\.1:9$/,
      code: 3,
    },
    'no such host to listen on': {
      args: 'serve --port 0 --host 300.1.1.1 --no-control',
      says: 'Cannot listen on 300.1.1.1 port 0: there is no such host: choose another one with --host',
    },
    'two servers at the last port': {
      args: 'serve --environment both --port 65535',
      says: 'Production needs the next port, but 65535 is the last one: choose a smaller port with --port.',
    },
  },
  'a variable': {
    'one that is not set': {
      ...json('{"credentials":{"orgToken":{"env":"OUR_KEY"}}}'),
      args: `run --base-url ${deadUrl}`,
      says: 'The configuration takes credentials.orgToken from OUR_KEY, which is not set: set OUR_KEY',
    },
    'one of a header that is not set': {
      ...json(
        `{"baseUrl":"${deadUrl}","controls":{"drain":{"method":"POST","path":"/x","headers":{"a":{"env":"OPS_KEY"}}}}}`,
      ),
      says: 'controls.drain takes a header from OPS_KEY, which is not set: set OPS_KEY',
    },
    'a key with a line break': {
      args: `run --base-url ${deadUrl}`,
      variables: { CONFORMANCE_ORG_TOKEN: 'sk_live\n' },
      says: 'CONFORMANCE_ORG_TOKEN contains a line break or another character that is invalid in a header: set it to the key only',
    },
    'one key twice': {
      args: 'serve',
      variables: { CONFORMANCE_ORG_TOKEN: 'sk_live', CONFORMANCE_PLATFORM_TOKEN: 'sk_live' },
      says: 'Two keys have the same value: give each key its own value.',
    },
  },
  'a configuration': {
    'one that is not there': {
      args: 'run --config x.yaml',
      says: /^x\.yaml: cannot be read: ENOENT.*: name a file with --config; `conformance init` writes one$/,
    },
    'a module that is not there': {
      args: 'run --config x.ts',
      says: 'There is no configuration file x.ts: name another file with --config',
    },
    'one of another kind': {
      args: 'run --config x.toml',
      files: { 'x.toml': '' },
      says: 'x.toml: the name of a configuration file must end in one of ts,mts,cts,js,mjs,cjs,json,yaml,yml',
    },
    'a folder': {
      args: 'run --config x.yaml',
      files: { 'x.yaml/y': '' },
      says: /^x\.yaml: cannot be read: EISDIR/,
    },
    'an empty one': {
      ...json(''),
      says: 'conformance.config.json: cannot be read: Unexpected end of JSON input',
    },
    'one of bytes': {
      ...config('\u0000\u0001\ufffd'),
      says: 'conformance.config.yaml: the content is wrong: Invalid input: expected object, received string',
    },
    'a list': { ...json('[]'), says: /the content is wrong: .*expected object, received array$/ },
    null: { ...json('null'), says: /the content is wrong: .*expected object, received null$/ },
    'one that holds itself': {
      ...config('fixtures: &a { invoices: *a }\n'),
      says: /^conformance\.config\.yaml: it has more than 200 .*, the limit of depth: give a smaller file$/,
    },
    'a billion laughs': {
      ...config(
        [
          'a: &a [x,x,x,x,x,x,x,x,x]',
          ...['b', 'c', 'd', 'e', 'f'].map(
            (name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcde'[i]}`).join(',')}]`,
          ),
        ].join('\n'),
      ),
      says: /^conformance\.config\.yaml: cannot be read: Excessive alias count/,
    },
    'one as deep as it is long': {
      ...json('['.repeat(1e5) + ']'.repeat(1e5)),
      says: /the limit of depth: give a smaller file$/,
    },
    'a mistyped key': {
      ...config('baseURL: x\n'),
      says: 'conformance.config.yaml: unknown key baseURL. Did you mean baseUrl?',
    },
    'a key of the language': {
      ...json('{"__proto__":{"seed":1}}'),
      says: 'conformance.config.json: unknown key __proto__.',
    },
    'a number as text': {
      ...config('seed: "7"\n'),
      says: /^conformance\.config\.yaml: seed must be a whole number from 0 to 4294967295$/,
    },
    'a key twice': {
      ...config('seed: 1\nseed: 2\n'),
      says: 'conformance.config.yaml: cannot be read: Map keys must be unique at line 2, column 1',
    },
    'a bracket that is not closed': {
      ...config('a: [1,\nb'),
      says: /^conformance\.config\.yaml: cannot be read: .* at line 2, column 1$/,
    },
    'two documents': {
      ...config('seed: 1\n---\nseed: 2\n'),
      says: 'conformance.config.yaml: cannot be read: it contains more than one YAML document',
    },
    'two files': {
      args: 'run',
      files: { 'conformance.config.yaml': '', 'conformance.config.json': '{}' },
      says: /^There is more than one configuration file \(conformance\.config\.json, conformance\.config\.yaml\): keep one, or use --config$/,
    },
    'a secret': {
      ...json('{"credentials":{"orgToken":"sk_live"}}'),
      says: /credentials\.orgToken must name an environment variable, .*: a secret must not be in the file$/,
    },
    'a control of no module': {
      ...json(`{"baseUrl":"${deadUrl}","controls":{"drain":{"module":"./no.ts"}}}`),
      says: /^controls\.drain: \S+no\.ts could not be loaded: [^\n]*no\.ts[^\n]*$/,
    },
    'an unknown operation': {
      ...json('{"bindings":{"createPersn":{}}}'),
      says: 'conformance.config.json: unknown key bindings.createPersn. Did you mean createPerson?',
    },
    'a binding of what is documented': {
      ...json('{"bindings":{"listPersons":{"path":"/x"}}}'),
      says: /bindings\.listPersons\.path: the interface document defines this operation, so it cannot be bound$/,
    },
    'an absent operation that is documented': {
      ...json('{"absentOperations":["listPersons"]}'),
      says: /absentOperations\.0 must be one of readBusiness,/,
    },
    'a mark of the byte order, which is overlooked': {
      ...json('\ufeff{"sed":1}'),
      says: 'conformance.config.json: unknown key sed. Did you mean seed?',
    },
    'one that would be overwritten': {
      args: `init --base-url ${deadUrl}`,
      files: { 'conformance.config.yaml': 'seed: 1' },
      says: 'conformance.config.yaml already exists and is not overwritten: edit it, or move it away first',
    },
  },
  'a file of results': {
    'one that is not there': {
      args: 'replay x.json',
      says: /^There is no file x\.json: give a file that conformance run wrote$/,
    },
    'an empty one': {
      ...results(''),
      says: 'results.json: Failed to read results: the file is empty: run the suite again to write a new one',
    },
    'one of bytes': {
      ...results('\u0000\u0001'),
      says: /Failed to read results: the text is not JSON \([^\p{Cc}]*\): give the complete results\.json of a run/u,
    },
    'another file': {
      ...results('{}'),
      says: `results.json: Failed to read results: the JSON is not the results of a run, which have a schemaVersion: ${giveResults}`,
    },
    'one of a later version': {
      ...results('{"schemaVersion":2}'),
      says: /schemaVersion is 2, and this version reads 1: use the version that wrote it/,
    },
    'half of one': {
      ...results(renderJson(conformantResults).slice(0, 5_000)),
      says: /the file is cut off: give the complete results\.json of a run/,
    },
    'one without a finding': {
      ...results(renderJson(conformantResults)),
      says: 'results.json contains no finding',
    },
    'a folder without one': {
      args: 'replay d',
      files: { 'd/x': '' },
      says: 'd contains no results.json and no results.ndjson: give the folder of a report',
    },
    'events that are none': {
      args: 'replay x.ndjson',
      files: { 'x.ndjson': '{"type":"x"}\n' },
      says: /line 1 is not an event of a run/,
    },
    'a shard in JSON': {
      args: 'report merge x.json',
      files: { 'x.json': '{}' },
      says: 'x.json does not contain what each check evaluated: give the results.ndjson beside it',
    },
    'a shard of nothing': {
      args: 'report merge x.ndjson',
      files: { 'x.ndjson': '' },
      says: /line 1 is not the header of a run/,
    },
    'two reports in one folder': {
      args: 'report a.json b.json',
      files: { 'a.json': '{}', 'b.json': '{}' },
      says: /^The reports of several results would overwrite each other in \.: run the command for each one/,
    },
    'no description': {
      args: 'run --description no.yaml',
      says: /^no\.yaml cannot be read as a description: ENOENT.*: give an OpenAPI file/,
    },
    'another file as the description': {
      args: 'run --description x.yaml',
      files: { 'x.yaml': 'a: 1' },
      says: /it describes no operation: give an OpenAPI file/,
    },
    'a state of another kind': {
      args: 'serve --port 0 --state x',
      files: { x: 'this is a text and no database, whatever its name says' },
      says: 'Failed to open the state file x: it is not a state file; name another file',
    },
    'a folder as the state': {
      args: 'serve --port 0 --state d',
      files: { 'd/x': '' },
      says: /^Failed to open the state file d: .*; make it readable and writable, or name another file$/,
    },
  },
  'a list of known failures': {
    'one that is not there': {
      args: 'run --known-failures x.yaml',
      says: /^x\.yaml cannot be read: ENOENT.*: give the path of an existing list$/,
    },
    'no list': {
      ...list('a: 1\n'),
      says: /^list\.yaml: .*expected array, received object: write a list of entries with requirement, reason/,
    },
    'an unknown requirement': {
      ...list('- { requirement: PAYROLL-0240, reason: x }\n'),
      says: /^list\.yaml: there is no requirement "PAYROLL-0240"\. Did you mean/,
    },
    'an unknown check': {
      ...list('- { requirement: PAYROLL-024, check: payroll.modle, reason: x }\n'),
      says: /there is no check "payroll\.modle"\. Did you mean payroll\.model\?/,
    },
    'an entry twice': {
      ...list('- { requirement: PAYROLL-024, reason: x }\n'.repeat(2)),
      says: 'list.yaml: PAYROLL-024 is listed twice: keep one of the two entries',
    },
    'no reason': { ...list('- { requirement: PAYROLL-024 }\n'), says: /^list\.yaml: entry 1\.reason: / },
    'a day in words': {
      ...list('- { requirement: PAYROLL-024, reason: x, expires: tomorrow }\n'),
      says: /^list\.yaml: entry 1\.expires: must be a day such as 2026-03-31/,
    },
  },
  'a folder for the report': {
    none: { args: ['run', '--out', ''], says: '--out is empty: name a folder' },
    'a file': { args: 'run --out x', files: { x: 'kept' }, says: 'x is a file: name a folder with --out' },
    'one below a file': {
      args: 'run --out x/y',
      files: { x: 'kept' },
      says: /^The folder x\/y cannot be created: ENOTDIR.*: choose another one with --out$/,
    },
    'one that no file system makes': {
      args: 'run --out /dev/null/x',
      says: /^The folder \/dev\/null\/x cannot be created: .*: choose another one with --out$/,
    },
    'a name that is too long': {
      args: `run --out ${'x'.repeat(300)}`,
      says: /^The folder x+ cannot be created: ENAMETOOLONG/,
    },
    'a name with a control character': {
      args: ['run', '--out', 'a\u0000b'],
      says: /^The folder a␀b cannot be created: /,
    },
    'a file below a file': {
      args: 'spec --out x/y',
      files: { x: 'kept' },
      says: /^x\/y: cannot be written: ENOTDIR/,
    },
  },
};

const cases = Object.entries(groups).flatMap(([group, inputs]) =>
  Object.entries(inputs).map(([name, input]) => [`${group}: ${name}`, input] as const),
);

const words = (args: BadInput['args']) => (typeof args === 'string' ? args.split(' ') : args);

describe('the command line refuses', () => {
  it.each(cases)('%s', async (_, { args, files = {}, variables = {}, says, code = 2 }) => {
    using folder = temporaryFolder();
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder.path, name)), { recursive: true });
      writeFileSync(join(folder.path, name), text);
    }
    const before = readdirSync(folder.path, { recursive: true });
    const ended = await invoke(words(args), folder.path, variables);
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: '' });
    const [, said] = /^error: (.*?)\n(?:\(add --help for usage\)\n)?$/s.exec(ended.stderr) ?? [];
    if (typeof says === 'string') expect(said).toBe(says);
    else expect(said ?? ended.stderr).toMatch(says);
    // The message shows no secret and no place in our own code, and no existing file has changed.
    expect(ended.stderr).not.toMatch(/sk_live|\n {4}at |node_modules|src\//);
    // Some problems show only after the folder of the report was made.
    const after = readdirSync(folder.path, { recursive: true }).filter(
      (name) => name !== 'conformance-report',
    );
    expect(after).toEqual(before);
    for (const [name, text] of Object.entries(files))
      expect(readFileSync(join(folder.path, name), 'utf8')).toBe(text);
  });
});

describe('a report that cannot be written', () => {
  it('has its own exit code, and does not prevent the others', async () => {
    using folder = temporaryFolder();
    folder.write('results.json', renderJson(conformantResults));
    mkdirSync(join(folder.path, 'junit.xml'));
    const { code, stderr } = await invoke(['report', 'results.json'], folder.path);
    expect([code, stderr]).toEqual([5, expect.stringMatching(/^error: junit\.xml was not written: .*\n$/)]);
    const left = readdirSync(folder.path).toSorted();
    expect(left).toEqual(['index.html', 'junit.xml', 'results.json', 'summary.md']);
  });
});

it('rejects the state of another version', async () => {
  using folder = temporaryFolder();
  const database = new DatabaseSync(join(folder.path, 'x.db'));
  database.exec(
    `PRAGMA application_id = ${0x57_46_43_52}; PRAGMA user_version = 99; CREATE TABLE records (id TEXT)`,
  );
  database.close();
  const { code, stderr } = await invoke(['serve', '--port', '0', '--state', 'x.db'], folder.path);
  expect([code, stderr]).toEqual([
    2,
    'error: Failed to open the state file x.db: it has the format 99, and this version reads format 1; ' +
      'use the version that wrote it, or name another file\n',
  ]);
});
