import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tool } from '../../../../src/tool.ts';
import type { Tool } from '../tool.ts';

const script = fileURLToPath(new URL('../../processes/peer-suite.ts', import.meta.url));
const result = 'findings.json';

export const suite: Tool = {
  id: 'suite',
  title: 'This suite',
  purpose: 'judges a server by the interface document of this one service',
  version: tool.version,
  configured: {
    defaults: 'an address, two keys and the profile `standard`; no webhooks, no clock',
    fair: 'the controls of the reference server as well: webhooks, clocks, the outside world',
  },
  seeds: { defaults: [1], fair: [1, 2] },
  binaries: [],
  command({ configuration, seed, url, folder, workspace, expected }) {
    const controls = configuration === 'fair' ? 'controls' : 'no-controls';
    return {
      file: process.execPath,
      args: [
        ...[script, url, join(workspace.folder, 'fixture.json'), join(folder, result)],
        ...[controls, 'standard', String(seed), ...(expected === undefined ? [] : [expected])],
      ],
    };
  },
  failures({ folder }) {
    const file = join(folder, result);
    // Written by the script above.
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : [];
  },
};
