import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { binariesOf, pythonPackages } from '../install.ts';
import type { Tool } from '../tool.ts';
import { nameOf } from '../trial.ts';

/** A failed check as the event stream has it. */
interface Check {
  readonly name: string;
  readonly status: string;
  readonly failure_info?: {
    readonly failure?: { readonly operation?: string; readonly title?: string; readonly message?: string };
  };
}

interface Event {
  readonly ScenarioFinished?: {
    readonly recorder: { readonly checks?: Readonly<Record<string, readonly Check[]>> };
  };
}

/** The failures of one line: an operation, a check and its message. */
export function failuresOfEvent(line: string): readonly string[] {
  // One event of the tool's own format.
  const { ScenarioFinished: finished } = JSON.parse(line) as Event;
  return Object.values(finished?.recorder.checks ?? {})
    .flat()
    .filter(({ status }) => status === 'failure')
    .map(({ name, failure_info }) => {
      const { operation = '', title = '', message = '' } = failure_info?.failure ?? {};
      // The message contains generated values; its first line names the problem.
      const [said = ''] = message.split('\n');
      return nameOf([operation, name, title, said]);
    });
}

const configuration = `[phases.coverage]
unexpected-methods = []
`;

export const schemathesis = (cache: string): Tool => ({
  id: 'schemathesis',
  title: 'Schemathesis',
  purpose:
    'finds crashes and broken schemas of any service that has an OpenAPI description, with generated requests',
  version: pythonPackages.schemathesis,
  configured: {
    defaults:
      '`st run openapi.json --url … -H "Authorization: Bearer …"`, all phases, 2 generated cases per operation',
    fair: 'ids that exist as examples in paths and bodies, every check (`--checks all`), no tenant key and no cursor of another server; 2 generated cases per operation',
  },
  seeds: { defaults: [1], fair: [1, 2] },
  binaries: [binariesOf(cache).schemathesis],
  command({ configuration: chosen, seed, url, token, folder, workspace }) {
    const fair = chosen === 'fair';
    if (fair) writeFileSync(join(folder, 'schemathesis.toml'), configuration);
    return {
      file: binariesOf(cache).schemathesis,
      args: [
        'run',
        fair ? workspace.withIds : workspace.asItIs,
        ...['--url', url, '-H', `Authorization: Bearer ${token}`, '--seed', String(seed)],
        ...['--max-examples', '2', '--no-shrink', '--generation-database', 'none', '--no-color'],
        ...['--report', 'ndjson', '--report-ndjson-path', 'events.ndjson'],
        ...(fair ? ['--checks', 'all'] : []),
      ],
    };
  },
  failures({ folder }) {
    const events = join(folder, 'events.ndjson');
    if (!existsSync(events)) return [];
    // A run that was cut may leave half a line.
    const lines = readFileSync(events, 'utf8')
      .split('\n')
      .filter((line) => line.endsWith('}'));
    return lines.flatMap(failuresOfEvent);
  },
});
