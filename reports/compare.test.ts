import { describe, expect, it } from 'vitest';
import type { RequirementStatus } from '../conformance/engine/catalogue.ts';
import type { Finding } from '../conformance/engine/finding.ts';
import type { RequirementResult } from '../conformance/engine/requirement-results.ts';
import type { Results } from '../conformance/engine/results.ts';
import { compareResults, regressionsOf, whyIncomparable } from './compare.ts';
import { renderComparisonJson, renderComparisonMarkdown, renderComparisonText } from './comparison.ts';
import { conformantResults, erroredResults, failingResults } from './testing/sample-results.ts';

const sound = conformantResults;
const [finding] = failingResults.findings.filter(({ level }) => level === 'documented');
if (finding === undefined) throw new Error('The sample has no documented finding.');
const { requirement } = finding;
const weaker = sound.requirements.find(({ level, status }) => level === 'observed' && status === 'passed');

const withRequirement = (
  changes: Partial<RequirementResult>,
  id: string = requirement,
  of = sound,
): Results => ({
  ...of,
  requirements: of.requirements.map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)),
});
const withStatus = (status: RequirementStatus, id: string = requirement) => withRequirement({ status }, id);
const withFinding = (found: Finding, of = withStatus('failed')): Results => ({ ...of, findings: [found] });
const [check] = sound.checks;
const lasting = (durationMillis: number, runs = 1): Results => ({
  ...sound,
  checks: sound.checks.map((each) => ({ ...each, durationMillis, runs })),
});
const answering = (millis: string, count: number): Results => {
  const latencies = { readPayroll: { [millis]: count } };
  return { ...sound, coverage: Object.assign({}, sound.coverage, { latencies }) };
};
const known = { list: 'known-failures', reason: 'later' } as const;

describe('a comparison', () => {
  it.each([
    ['nothing', sound, sound, []],
    ['a requirement that broke', sound, withStatus('failed'), ['broke']],
    ['one that fails and was not exercised', withStatus('not-exercised'), withStatus('failed'), ['broke']],
    ['one that is fixed', withStatus('failed'), sound, []],
    ['one that fails still', withFinding(finding), withFinding(finding), []],
    ['one that fails as known', sound, withRequirement({ status: 'failed', known: 'later' }), []],
    ['a warning', sound, withStatus('warned', weaker?.id), []],
    [
      'a finding of another check',
      withFinding(finding),
      withFinding({ ...finding, check: 'other' }),
      ['broke'],
    ],
    ['a finding that is known', withFinding(finding), withFinding({ ...finding, check: 'other', known }), []],
    [
      'the same finding with other values',
      withFinding(finding),
      withFinding({ ...finding, actual: '7' }),
      [],
    ],
    ['one that is no longer checked', sound, withStatus('not-exercised'), ['unchecked']],
    ['one that errored', sound, withStatus('errored'), ['unchecked']],
    [
      'one that failed and is no longer checked',
      withStatus('failed'),
      withStatus('not-exercised'),
      ['unchecked'],
    ],
    ['one that is newly checked', withStatus('not-exercised'), sound, []],
    [
      'a requirement that the catalogue has lost',
      sound,
      { ...sound, requirements: sound.requirements.slice(1) },
      ['unchecked'],
    ],
    ['a check that takes much longer', lasting(3_000), lasting(9_000), ['slower']],
    ['a check that varies', lasting(3_000), lasting(4_000), []],
    ['a short check that varies', lasting(100), lasting(900), []],
    ['a check that did more', lasting(3_000), lasting(9_000, 300), []],
    ['an operation that takes longer', answering('10', 50), answering('68', 50), ['slower']],
    ['an operation of which little is known', answering('10', 5), answering('68', 5), []],
    ['an operation that varies', answering('10', 50), answering('12', 50), []],
  ] satisfies [string, Results, Results, string[]][])('of %s', (_, before, after, want) => {
    expect(regressionsOf(compareResults(before, after))).toEqual(want);
  });

  it('names what changed', () => {
    const broken = compareResults(sound, withFinding(finding));
    expect(broken.broke).toMatchObject([{ requirement, before: 'passed', after: 'failed' }]);
    expect(broken.findings.added.map(({ fingerprint }) => fingerprint)).toEqual([
      `${finding.check}/${requirement}`,
    ]);
    const fixed = compareResults(withFinding(finding), sound);
    expect(fixed.fixed).toMatchObject([{ requirement, before: 'failed', after: 'passed' }]);
    expect(fixed.findings).toMatchObject({ added: [], remaining: [], gone: [{ requirement }] });
  });

  it('names checks that became slower or faster', () => {
    const slowed = { what: 'check', id: check?.id, beforeMillis: 3_000, afterMillis: 9_000 };
    expect(compareResults(lasting(3_000), lasting(9_000))).toMatchObject({ slower: [slowed], faster: [] });
    const { slower, faster } = compareResults(lasting(9_000), lasting(3_000));
    expect([slower, faster]).toEqual([[], [{ ...slowed, beforeMillis: 9_000, afterMillis: 3_000 }]]);
  });

  it('counts what a second run of selected checks left out, and lists none of it', () => {
    const options = { checks: ['another.check'] };
    const invocation = { program: 'conformance', record: 'results.json', options };
    const selected: Results = {
      ...sound,
      checks: [],
      run: { ...sound.run, invocation },
      requirements: sound.requirements.map((entry) =>
        entry.status === 'passed' ? { ...entry, status: 'not-exercised', evaluations: 0, checks: [] } : entry,
      ),
    };
    const comparison = compareResults(withFinding(finding, sound), selected);
    expect(regressionsOf(comparison)).toEqual([]);
    expect(comparison).toMatchObject({ unchecked: [], checks: { gone: [] }, findings: { gone: [] } });
    const count = sound.requirements.filter(({ status }) => status === 'passed').length;
    const text = renderComparisonText(comparison, { color: false, columns: 200 });
    expect(text).toMatch(/^Nothing broke\n/);
    expect(text).toContain(
      `The second run selected some checks only: ${count} requirements that it did not check are not compared\n`,
    );
    expect(text).not.toMatch(/No longer checked|not run any more/);
  });

  it('names removed checks, and other differences', () => {
    const other = {
      ...sound,
      checks: [],
      tool: { ...sound.tool, version: '9.0.0' },
      run: { ...sound.run, seed: 5 },
    };
    const { checks, differences } = compareResults(sound, other);
    expect(checks).toEqual({ gone: [check?.id], added: [] });
    expect(differences).toEqual([`version: ${sound.tool.version}, now 9.0.0`, 'seed: 42, now 5']);
  });

  it.each([
    ['two runs', sound, failingResults, undefined],
    [
      'a run that could not be made',
      sound,
      erroredResults,
      /^the second is from a run that could not judge the target/,
    ],
    [
      'a run that was cut off',
      { ...sound, verdict: 'incomplete' },
      sound,
      /^the first is from a run that did not finish/,
    ],
    [
      'a shard',
      { ...sound, run: { ...sound.run, shard: { index: 2, count: 4 } } },
      sound,
      /^the first is shard 2\/4 of a run: join the shards with conformance report merge/,
    ],
    [
      'two profiles',
      sound,
      { ...sound, run: { ...sound.run, profile: 'smoke' } },
      /run both with the same --profile/,
    ],
  ] satisfies [string, Results, Results, RegExp | undefined][])(
    'of %s may be impossible',
    (_, one, two, why) => {
      const problem = whyIncomparable(one, two);
      if (why === undefined) expect(problem).toBeUndefined();
      else expect(problem).toMatch(why);
    },
  );
});

describe('a comparison in words', () => {
  const worse = compareResults(sound, failingResults);

  it('begins with the result, followed by the changes that need action', () => {
    const text = renderComparisonText(worse, { color: false, columns: 100 });
    expect(text).toMatch(/^\d+ requirements? broke; \d+ new findings?; \d+ requirements? no longer checked;/);
    expect(text).toContain('\nBroke (');
    expect(text.split('\n').every((line) => line.length <= 100)).toBe(true);
    expect(renderComparisonText(compareResults(sound, sound), { color: false, columns: 100 })).toMatch(
      /^Nothing broke\n/,
    );
  });

  const inSet = (set: string): Results => ({ ...sound, run: { ...sound.run, set } });
  const quicker = sound.checks.length;

  it.each([
    ['nothing', sound, sound, 'Nothing broke'],
    ['a fixed requirement', withFinding(finding), sound, 'Nothing broke; 1 requirement fixed'],
    [
      'a finding of which a second remains',
      { ...withFinding(finding), findings: [finding, { ...finding, check: 'other' }] },
      withFinding(finding),
      'Nothing broke; 1 finding no longer reported',
    ],
    [
      'one that is newly checked',
      withStatus('not-exercised'),
      sound,
      'Nothing broke; 1 requirement newly checked',
    ],
    [
      'a warning',
      sound,
      withStatus('warned', weaker?.id),
      'Nothing documented broke; 1 observed or assumed requirement broke',
    ],
    ['slowness', lasting(3_000), lasting(9_000), `Nothing broke; ${quicker} slower`],
    [
      'two sets of requirements',
      inSet('1.1'),
      inSet('1.0'),
      'Nothing broke; another set of requirements decides: 1.1, now 1.0',
    ],
    ['one that broke', sound, withFinding(finding), '1 requirement broke; 1 new finding'],
  ] satisfies [string, Results, Results, string][])(
    'says in one sentence what changed: %s',
    (_, one, two, want) => {
      const comparison = compareResults(one, two);
      const [headline] = renderComparisonText(comparison, { color: false, columns: 100 }).split('\n');
      expect(headline).toBe(want);
      expect(renderComparisonMarkdown(comparison).split('\n')[0]).toBe(`## ${want}`);
    },
  );

  it('summarizes durations in a line', () => {
    const five = (durationMillis: number): Results => ({
      ...sound,
      checks: ['a', 'b', 'c', 'd', 'e'].flatMap((id) =>
        sound.checks.map((each) => ({ ...each, id, durationMillis })),
      ),
    });
    const comparison = compareResults(five(9_000), five(3_000));
    const text = renderComparisonText(comparison, { color: false, columns: 200 });
    expect(text).toContain(
      '\nFaster (5): a 9.0 s, now 3.0 s; b 9.0 s, now 3.0 s; c 9.0 s, now 3.0 s; and 2 more: --format json shows all\n',
    );
  });

  it('escapes everything that a target sent', () => {
    const markdown = renderComparisonMarkdown(worse);
    expect(markdown).not.toMatch(/(?<!\\)<(script|img)/i);
    for (const text of [markdown, renderComparisonText(worse, { color: false, columns: 100 })]) {
      for (const control of ['\u001b', '\u0000', '\u202e']) expect(text).not.toContain(control);
    }
  });

  it('is complete as JSON', () => {
    expect(JSON.parse(renderComparisonJson(worse))).toMatchObject({ regressions: ['broke', 'unchecked'] });
  });
});
