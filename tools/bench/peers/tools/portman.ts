import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { binariesOf, npmPackages } from '../install.ts';
import type { Tool } from '../tool.ts';
import { nameOf } from '../trial.ts';

/** The report that Newman writes. */
interface Report {
  readonly run: {
    readonly failures: readonly {
      readonly source?: { readonly name?: string };
      readonly error: { readonly test?: string; readonly message?: string };
    }[];
  };
}

/** Each difference of an answer from its schema is one. */
export function failuresOfReport(report: string): readonly string[] {
  // The tool's own format.
  const { run } = JSON.parse(report) as Report;
  return run.failures.flatMap(({ source, error }) => {
    const { test = '', message = '' } = error;
    const differences = message.replace(/^.*following errors: /s, '').split(', ');
    return differences.map((difference) =>
      nameOf([source?.name ?? '', test, difference.replaceAll(/\[\d+\]/g, '[*]')]),
    );
  });
}

const report = 'newman.json';

export const portman = (cache: string): Tool => ({
  id: 'portman',
  title: 'Portman',
  purpose: 'makes a Postman collection with tests of an OpenAPI description, for teams that live in Postman',
  version: npmPackages['@apideck/portman'],
  configured: {
    defaults: '`portman -l openapi.json`, then Newman with the token',
    fair: 'statuses in place of 2XX (it makes no test of a range), ids that exist; all contract tests, which are its default',
  },
  seeds: { defaults: [1], fair: [1] },
  binaries: [binariesOf(cache).portman, binariesOf(cache).newman],
  command({ configuration, url, token, workspace }) {
    return {
      file: binariesOf(cache).newman,
      args: [
        ...['run', workspace.collections[configuration]],
        ...['--global-var', `bearerToken=${token}`, '--env-var', `baseUrl=${url}`],
        ...['--reporters', 'json', '--reporter-json-export', report],
      ],
    };
  },
  failures({ folder }) {
    const file = join(folder, report);
    return existsSync(file) ? failuresOfReport(readFileSync(file, 'utf8')) : [];
  },
});
