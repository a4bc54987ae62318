import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultFormats } from '../../../reports/formats.ts';
import { planReports, runFormats } from './report-plan.ts';

// The tests run in the repository, which is where a workflow has it.
const here = process.cwd();
const bundled = 'openapi/generated/openapi.json';

describe('the plan of the reports', () => {
  it.each([
    ['in a GitHub workflow', { GITHUB_ACTIONS: 'true' }, [...defaultFormats, 'github']],
    ['elsewhere', {}, defaultFormats],
    ['where the variable says no', { GITHUB_ACTIONS: '' }, defaultFormats],
  ])('has, %s, the formats of a run', (_, variables, want) => {
    expect(runFormats(variables)).toEqual(want);
  });

  it('has exactly the requested formats', async () => {
    const { formats } = await planReports({ format: ['sarif'] }, runFormats({ GITHUB_ACTIONS: 'true' }), {});
    expect(formats).toEqual(['sarif']);
  });

  it.each([
    ['this folder', {}, bundled, true],
    [
      'the repository, where that is above',
      { GITHUB_WORKSPACE: dirname(here) },
      `${basename(here)}/${bundled}`,
      true,
    ],
    [
      'this folder, where the repository is elsewhere',
      { GITHUB_WORKSPACE: join(tmpdir(), 'x') },
      bundled,
      true,
    ],
  ])('counts the path of the description from %s', async (_, variables, path, atHand) => {
    const { context } = await planReports({}, defaultFormats, variables);
    expect(context.description.path).toBe(path);
    expect(context.descriptionIsAtHand).toBe(atHand);
  });

  it('names the description without a path if the reader has no file', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'conformance-test-'));
    process.chdir(elsewhere);
    try {
      const { context } = await planReports({}, defaultFormats, {});
      expect(context.description.path).toBe('openapi.json');
      expect(context.descriptionIsAtHand).toBe(false);
    } finally {
      process.chdir(here);
    }
  });
});
