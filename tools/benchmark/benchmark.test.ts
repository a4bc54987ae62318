/** The benchmark with small real commands, and its scorer. */
import { describe, expect, test } from 'vitest';
import { fill } from './command.ts';
import { describe as describeServer } from './describe.ts';
import { reportsOf, score, type Trial } from './score.ts';
import { benignServers, faultyServers, soundServers } from './servers.ts';
import { tryTool } from './trial.ts';

describe('placeholders', () => {
  const values = { url: 'http://s', spec: '/a.json', key: 'k', seed: '1', junit: '/j.xml', root: '/r' };

  test.each([
    { command: 'tool {url} {spec} {key}', want: 'tool http://s /a.json k' },
    { command: 'tool {url} {url} {seed} {junit} {root}', want: 'tool http://s http://s 1 /j.xml /r' },
    { command: `tool {url} \${HOME} '{"a":1}'`, want: `tool http://s \${HOME} '{"a":1}'` },
  ])('$command', ({ command, want }) => expect(fill(command, values)).toBe(want));

  test.each([
    { command: 'tool {spec}', problem: 'names no {url}' },
    { command: 'tool {url} {token}', problem: 'There is no {token}: name one of url, spec, key' },
  ])('$command is refused', ({ command, problem }) => expect(() => fill(command, values)).toThrow(problem));
});

describe('reports', () => {
  const junit = `<testsuites><testsuite><testcase name="GET /a -> 200"/>
    <testcase classname="c" name="GET /b"><failure message="got 11111111-1111-4111-8111-111111111111">x</failure></testcase>
    <testcase name="GET /c"><failure>text</failure><failure>text</failure></testcase>
    <testcase name="GET /d"><error message="no connection"/></testcase></testsuite></testsuites>`;

  test.each([
    { ended: { code: 0, isCut: false }, want: [] },
    { ended: { code: 3, isCut: false }, want: ['exit code 3'] },
    { ended: { code: 130, isCut: true }, want: [] },
    { ended: { code: 0, isCut: false }, junit, want: ['c | GET /b | got ‹id›', ' | GET /c | '] },
    { ended: { code: undefined, isCut: true }, junit: '<testsuites><testsu', want: [] },
  ])('are $want', ({ ended, junit: file, want }) => expect(reportsOf(ended, file)).toEqual(want));
});

describe('the scorer', () => {
  const trial = (
    id: string,
    kind: Trial['server']['kind'],
    isShown: boolean,
    ...reports: string[]
  ): Trial => ({
    ...{ server: { id, kind }, isShown, reports, isCut: false, seconds: 1 },
  });
  const baseline = [trial('sound 1', 'sound', false, 'a'), trial('sound 2', 'sound', false, 'flaky')];

  test('counts new reports as finds where a fault showed, and as false alarms elsewhere', () => {
    const scored = score(baseline, [
      trial('seen', 'faulty', true, 'a', 'b'),
      trial('hidden behind a report of the sound server', 'faulty', true, 'a', 'flaky'),
      trial('not shown', 'faulty', false, 'c'),
      trial('variant', 'benign', false, 'd'),
      trial('sound 1', 'sound', false, 'flaky'),
    ]);
    expect(scored).toMatchObject({
      found: ['seen'],
      shown: 2,
      falseAlarms: ['not shown', 'variant'],
      onSound: 2,
    });
  });
});

describe('a tool', () => {
  const options = { seed: 1, limitSeconds: 60 };
  /** Exits with 1 unless a request without a key gets 401. */
  const tool = `node -e "fetch('{url}/v1/persons').then((r) => process.exit(r.status === 401 ? 0 : 1))"`;
  const [sound] = soundServers(1);
  const fault = faultyServers(240, 1).find(({ id }) => id === 'blind-access-deposit-without-token-403');
  const [variant] = benignServers(1, 1);
  if (sound === undefined || fault === undefined || variant === undefined) throw new Error('no server');

  test('that sees nothing wrong reports nothing', async () => {
    expect(await tryTool(tool, sound, options)).toMatchObject({ reports: [], isShown: false, isCut: false });
    expect(await tryTool(tool, variant, options)).toMatchObject({ reports: [] });
  });

  test('finds a fault that its requests bring to light', async () => {
    const deposit = tool.replace("/v1/persons'", "/v1/sandbox/business-deposits', { method: 'POST' }");
    expect(await tryTool(deposit, sound, options)).toMatchObject({ reports: [] });
    expect(await tryTool(deposit, fault, options)).toMatchObject({ reports: ['exit code 1'], isShown: true });
  });

  test('gets the key, and ids that exist', async () => {
    const script =
      "const spec = require('{spec}'); const id = spec.components.parameters.PersonId.example; fetch('{url}/v1/persons/' + id, { headers: { authorization: 'Bearer {key}' } }).then((r) => process.exit(r.status))";
    expect(await tryTool(`node -e "${script}"`, sound, options)).toMatchObject({
      reports: ['exit code 200'],
    });
  });

  test('that takes too long is interrupted, and its report still counts', async () => {
    const slow = `node -e "process.on('SIGINT', () => { require('fs').writeFileSync('{junit}', '<testsuite><testcase name=\\"x\\"><failure/></testcase></testsuite>'); process.exit(1); }); setInterval(() => {}, 1000)" {url}`;
    const trial = await tryTool(slow, sound, { seed: 1, limitSeconds: 2 });
    expect(trial).toMatchObject({ reports: [' | x | '], isCut: true });
  });
});

test('a range of successes has its statuses, and no parameter is of another server', () => {
  const text = JSON.stringify(describeServer('http://s', {}));
  expect(text).not.toMatch(/"2XX"|"5XX"|parameters\/(MultiTenantKey|Cursor)"/);
  expect(text).toContain('"servers":[{"url":"http://s"}]');
});
