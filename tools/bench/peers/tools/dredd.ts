import { binariesOf, npmPackages } from '../install.ts';
import type { Tool } from '../tool.ts';
import { nameOf } from '../trial.ts';

/** The failed transactions in the output of Dredd: each difference is one, without the places in lists. */
export function failuresOfOutput(output: string): readonly string[] {
  let transaction = '';
  let isTold = false;
  return output.split('\n').flatMap((line) => {
    const failed = /^fail: (\S+ \(\d+\) \S+) duration/.exec(line);
    if (failed) {
      // Failures are told once as they happen and once more at the end, with the differences.
      transaction = (failed[1] ?? '').split('?')[0] ?? '';
      isTold = true;
      return [];
    }
    if (line.startsWith('request:')) isTold = false;
    const difference = isTold && /^(?:fail: )?(headers|body|statusCode): /.test(line);
    return difference ? [nameOf([transaction, line.replace(/^fail: /, '').replaceAll(/\/\d+/g, '/*')])] : [];
  });
}

export const dredd = (cache: string): Tool => ({
  id: 'dredd',
  title: 'Dredd',
  purpose: 'sends the example of each operation and compares what comes back with the description',
  version: npmPackages.dredd,
  configured: {
    defaults: '`dredd openapi.json … -h "Authorization: Bearer …"`',
    fair: 'converted to OpenAPI 3.0, statuses in place of 2XX and success answers only, ids that exist, answers compared with schemas instead of examples, `--sorted`, a hook that leaves the content type alone',
  },
  seeds: { defaults: [1], fair: [1] },
  binaries: [binariesOf(cache).dredd, binariesOf(cache).downConvert],
  command({ configuration, url, token, workspace }) {
    const fair = configuration === 'fair';
    return {
      file: binariesOf(cache).dredd,
      args: [
        ...(fair
          ? [workspace.version30, url, '--hookfiles', workspace.dreddHooks, '--sorted']
          : [workspace.asItIs, url]),
        ...['-h', `Authorization: Bearer ${token}`, '--no-color', '--loglevel', 'error'],
      ],
    };
  },
  failures: (_run, output) => failuresOfOutput(output),
});
