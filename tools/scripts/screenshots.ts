/** Takes the pictures of the report in docs/images from real runs of the embedded server: `npm run task -- screenshots`. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launchBrowser } from '../pages/browser.ts';

interface Picture {
  readonly file: string;
  readonly scheme: 'light' | 'dark';
  readonly height: number;
  /** Put at the top; the first screen when absent. */
  readonly from?: string;
}

interface Run {
  readonly name: string;
  /** Flags of `conformance run`. */
  readonly flags: readonly string[];
  readonly pictures: readonly Picture[];
}

const width = 1200;
const images = join(import.meta.dirname, '../../docs/images');

const firstScreen = (verdict: string, height: number): Picture => ({
  file: `report-${verdict}.png`,
  scheme: 'light',
  height,
});

const runs: readonly Run[] = [
  { name: 'conformant', flags: [], pictures: [firstScreen('conformant', 640)] },
  {
    name: 'non-conformant',
    flags: ['--fault', 'balance-one-short-accepted'],
    pictures: [
      firstScreen('non-conformant', 860),
      {
        file: 'report-finding-dark.png',
        scheme: 'dark',
        height: 860,
        from: 'article.finding ol.steps > li:nth-last-child(2)',
      },
      { file: 'report-machine.png', scheme: 'light', height: 700, from: '#machine-payroll' },
    ],
  },
  { name: 'partial', flags: ['--no-control'], pictures: [firstScreen('partial', 860)] },
];

/** @throws Error when the run did not end with the verdict that it is named for */
function makeReport({ name, flags }: Run, folder: string): string {
  const main = join(import.meta.dirname, '../../bin/main.ts');
  const { status, stderr } = spawnSync(
    process.execPath,
    [main, 'run', '--seed', '1', '--quiet', '--out', folder, ...flags],
    { encoding: 'utf8' },
  );
  const wanted = name === 'non-conformant' ? 1 : 0;
  if (status !== wanted) throw new Error(`The run for ${name} ended with ${status}: ${stderr}`);
  return pathToFileURL(join(folder, 'index.html')).href;
}

mkdirSync(images, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'conformance-screenshots-'));
const browser = await launchBrowser();
try {
  for (const run of runs) {
    const address = makeReport(run, join(folder, run.name));
    for (const { file, scheme, height, from } of run.pictures) {
      const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme });
      await page.goto(address);
      if (from !== undefined) await page.locator(from).evaluate((element) => element.scrollIntoView());
      await page.screenshot({ path: join(images, file) });
      await page.close();
      console.log(`docs/images/${file}`);
    }
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
