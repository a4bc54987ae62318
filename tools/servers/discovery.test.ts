/**
 * Tests what `conformance init --from` finds by itself in three descriptions that others wrote, and compares it with
 * the adapters written by hand.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { adapterText } from '../../src/discovery/adapter-text.ts';
import { discover } from '../../src/discovery/discover.ts';
import { compareAdapters, compareControls } from './compare-adapters.ts';
import { adapter as distributed } from './distributed/adapter.ts';
import { adapter as minimal } from './minimal/adapter.ts';
import { adapter as strict } from './strict/adapter.ts';

/** The least share of the operations that must be right as they are written. */
// Lines that need a key of their own are left to the user.
const leastShare = 0.65;

const discovered = (name: string) => {
  const file = join(import.meta.dirname, name, 'openapi.yaml');
  return discover(parse(readFileSync(file, 'utf8')), 'openapi.yaml');
};

describe.each([
  ['minimal', minimal],
  ['strict', strict],
  ['distributed', distributed],
])('the description of the %s server', (name, adapter) => {
  it('gives most of its adapter, and nothing wrong that is called sure', async () => {
    const { drafts } = discovered(name);
    const compared = await compareAdapters(drafts.operations, adapter);
    const sure = compared.filter(({ status }) => status === 'sure');
    expect(sure.filter(({ wrong }) => wrong.length > 0)).toEqual([]);
    expect(compareControls(drafts.controls, adapter)).toEqual([]);
    const right = sure.filter(({ unsaid }) => unsaid.length === 0);
    expect(right.length / compared.length).toBeGreaterThanOrEqual(leastShare);
  });

  it('names a variable for the key of its controls', () => {
    const { drafts, usualSchemes } = discovered(name);
    expect(adapterText(drafts, 'openapi.yaml', usualSchemes, true)).toMatch(
      /\/\/ controlKey: \{ env: 'CONFORMANCE_CONTROL_KEY' \}/i,
    );
  });
});
