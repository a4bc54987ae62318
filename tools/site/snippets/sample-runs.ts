/** The programs whose output pages show; each is run once, however many pages show it. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { complete } from './check-data.ts';
import { runScript, scratchFolder } from './execute.ts';
import type { Problem, Snippet } from './fences.ts';
import { textProblem, valueProblem } from './samples.ts';

/** The runs that a page names in `<!-- output of finding -->` or `<!-- conformance-report/junit.xml of finding -->`. */
const scripts: Readonly<Record<string, string>> = {
  conformant: 'npx conformance run --seed 1',
  finding: [
    'npx conformance spec --out openapi.yaml',
    'npx conformance run --fault balance-one-short-accepted --seed 1 --description openapi.yaml \\',
    '  --format html,json,junit,markdown,sarif,badge,github',
  ].join('\n'),
  'one-event': 'node "$REPOSITORY/tools/scripts/webhook-samples.ts" trigger',
  'events-listened-to': 'node "$REPOSITORY/tools/scripts/webhook-samples.ts" listen',
  connect: 'node "$REPOSITORY/tools/scripts/connect-samples.ts"',
};

interface Produced {
  readonly folder: string;
  readonly output: string;
}

/** Runs each script when it is first asked for. */
export class SampleRuns implements Disposable {
  readonly #root: string;
  readonly #scripts: Readonly<Record<string, string>>;
  readonly #produced = new Map<string, Produced>();

  constructor(root: string, known: Readonly<Record<string, string>> = scripts) {
    this.#root = root;
    this.#scripts = known;
  }

  get count(): number {
    return this.#produced.size;
  }

  /**
   * The output of a run, or a file that it wrote. @throws Error when there is no such run or file, or it could not be
   * made
   */
  #text(run: string, part: string): string {
    const script = this.#scripts[run];
    if (script === undefined)
      throw new Error(`there is no sample run ${run}: there are ${Object.keys(this.#scripts).join(', ')}`);
    let produced = this.#produced.get(run);
    if (produced === undefined) {
      const folder = scratchFolder(this.#root);
      const { status, output } = runScript(script, folder, { REPOSITORY: this.#root });
      produced = { folder, output };
      this.#produced.set(run, produced);
      // A finding exits 1.
      if (status !== 0 && status !== 1) throw new Error(`it ended with ${status}:\n${output}`);
    }
    if (part === 'output') return produced.output;
    const file = join(produced.folder, part);
    if (!existsSync(file)) throw new Error(`the run ${run} writes no ${part}`);
    return readFileSync(file, 'utf8');
  }

  problems({ file, line, language, flags, text, sample }: Snippet): readonly Problem[] {
    if (sample === undefined) return [];
    try {
      const produced = this.#text(sample.run, sample.part);
      const message =
        language === 'json'
          ? valueProblem(JSON.parse(flags.includes('excerpt') ? complete(text) : text), produced)
          : textProblem(text, produced, language !== 'xml');
      return message === undefined
        ? []
        : [{ file, line, message: `${sample.part} of ${sample.run}: ${message}` }];
    } catch (error) {
      return [{ file, line, message: error instanceof Error ? error.message : String(error) }];
    }
  }

  [Symbol.dispose](): void {
    for (const { folder } of this.#produced.values()) rmSync(folder, { recursive: true, force: true });
  }
}
