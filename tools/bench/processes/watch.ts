/** `conformance watch` without its terminal: the proxy, both judges and their reports. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProxy } from '../../../conformance/traffic/proxy.ts';
import { openJudge, type Side } from '../../../conformance/traffic/run.ts';
import { keepMemoryModest } from '../../../src/cli/modest-memory.ts';
import { ownFolder } from '../../../src/cli/run/owned-folder.ts';
import { planReports } from '../../../src/cli/run/report-plan.ts';
import { reportRun } from '../../../src/cli/run/report-run.ts';
import { createTerminal } from '../../../src/cli/terminal.ts';
import { tool } from '../../../src/tool.ts';
import { reportTo } from './parent.ts';

keepMemoryModest();
const [baseUrl = ''] = process.argv.slice(2);
const out = mkdtempSync(join(tmpdir(), 'watch-'));
const plan = await planReports({ format: ['json'] }, ['json'], {});
/** The output is not read. */
const terminal = { ...createTerminal({ color: false }), write: () => {}, line: () => {} };

function open(side: Side) {
  const folder = join(out, side);
  const judge = openJudge(side, { baseUrl, tool });
  const telling = {
    terminal,
    live: undefined,
    plan,
    out: ownFolder(folder),
    minCoverage: undefined,
    verbose: false,
  };
  return { judge, reported: reportRun(judge.events, telling) };
}

const sides = [open('observed'), open('clients')];
const proxy = await startProxy({
  baseUrl,
  port: 0,
  judges: sides.map(({ judge }) => judge),
});
reportTo(
  { url: proxy.url },
  {
    cpu: () => process.cpuUsage(),
    close: async () => {
      await proxy.close();
      for (const { judge } of sides) judge.end();
      await Promise.all(sides.map(({ reported }) => reported));
      rmSync(out, { recursive: true });
    },
  },
);
