import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { binariesOf, npmPackages } from '../install.ts';
import type { Tool } from '../tool.ts';
import { nameOf } from '../trial.ts';

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll(/&#10;/g, '\n')
    .replaceAll('&amp;', '&');

/**
 * The failed tests of a JUnit report: the operation with the expected status, and where the response differs. The names
 * of tests contain generated values, which differ from run to run.
 */
export function failuresOfReport(report: string): readonly string[] {
  const failed = [...report.matchAll(/<failure message="([^"]*)"/g)];
  return failed.map(([, message = '']) => {
    const lines = unescaped(message)
      .split('\n')
      .map((line) => line.trim());
    const operation = lines.find((line) => line.startsWith('API:')) ?? '';
    const places = lines
      .filter((line) => line.startsWith('>>'))
      .map((line) => line.replaceAll(/\[\d+\]/g, '[*]'));
    const said = lines.filter((line) => line.startsWith('Specification expected status'));
    return nameOf([operation, ...new Set(places), ...new Set(said)]);
  });
}

const report = 'junit/TEST-junit-jupiter.xml';

export const specmatic = (cache: string): Tool => ({
  id: 'specmatic',
  title: 'Specmatic',
  purpose:
    'keeps the provider and the consumers of an OpenAPI description in step: tests of the one, mocks for the others',
  version: npmPackages.specmatic,
  configured: {
    defaults:
      '`specmatic test openapi.json --testBaseURL=…`, token in the variable named for the security scheme',
    fair: 'statuses in place of 2XX, ids that exist in examples, generated negative tests switched on (`SPECMATIC_GENERATIVE_TESTS`), one combination per request',
  },
  seeds: { defaults: [1], fair: [1] },
  binaries: [binariesOf(cache).specmatic],
  command({ configuration, url, token, workspace }) {
    const fair = configuration === 'fair';
    return {
      file: binariesOf(cache).specmatic,
      args: [
        'test',
        fair ? workspace.withStatuses : workspace.asItIs,
        `--testBaseURL=${url}`,
        '--junitReportDir=junit',
      ],
      env: {
        apiKey: token,
        // Compilation is half the cost of a short run.
        JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC',
        ...(fair && { SPECMATIC_GENERATIVE_TESTS: 'true', MAX_TEST_REQUEST_COMBINATIONS: '1' }),
      },
    };
  },
  failures({ folder }) {
    const file = join(folder, report);
    return existsSync(file) ? failuresOfReport(readFileSync(file, 'utf8')) : [];
  },
});
