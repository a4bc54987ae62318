import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Tool } from '../tool.ts';
import { nameOf } from '../trial.ts';

const script = fileURLToPath(new URL('../../processes/peer-prism.ts', import.meta.url));

/**
 * The violations that Prism reports of responses. Its violations of requests are about the traffic, not about the
 * server.
 */
export function violationsOf(output: string): readonly string[] {
  return [...output.matchAll(/Violation: (response\..*)$/gm)].map(([, violation = '']) =>
    nameOf([violation.replaceAll(/\.\d+/g, '.*')]),
  );
}

// The version is all that is read of it.
const { version } = createRequire(import.meta.url)('@stoplight/prism-cli/package.json') as {
  version: string;
};

export const prism: Tool = {
  id: 'prism',
  title: 'Prism as a proxy',
  purpose: 'mocks a description, and as a proxy judges whatever traffic there is; it makes none',
  version,
  configured: {
    defaults:
      '`prism proxy openapi.json …`, and every operation once, with the examples of the description and ids that exist',
    fair: 'the same proxy, and the requests of our own checks without the models (`smoke`): thousands, many of them invalid on purpose',
  },
  seeds: { defaults: [1], fair: [1] },
  binaries: [],
  command({ configuration, seed, url, workspace }) {
    const traffic = configuration === 'fair' ? 'checks' : 'once-each';
    return {
      file: process.execPath,
      args: [script, workspace.withIds, url, join(workspace.folder, 'fixture.json'), traffic, String(seed)],
    };
  },
  failures: (_run, output) => violationsOf(output),
};
