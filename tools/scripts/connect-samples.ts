/**
 * The steps of docs/connect-your-server.md, for its samples of output: starts the minimal server, writes the adapter as a
 * reader would at each step, and runs the suite in the current folder. What is printed at a step is in `STEP.txt`, and the
 * adapter of that step in `STEP.ts`.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keys, startServer } from '../servers/start.ts';

/** After the first, for which the address is enough. */
const steps = ['description', 'operations', 'controls', 'clock'] as const;
type Step = (typeof steps)[number];

const { baseUrl, stop } = await startServer('minimal');

function conformance(...args: readonly string[]): string {
  const env = {
    ...process.env,
    CONFORMANCE_PLATFORM_TOKEN: keys.PLATFORM_KEY,
    CONFORMANCE_ORG_TOKEN: keys.ORG_KEY,
    CONFORMANCE_CONTROL_KEY: keys.CONTROL_KEY,
  };
  const { stdout, stderr } = spawnSync('npx', ['conformance', ...args], { env, encoding: 'utf8' });
  return stdout + stderr;
}

const remark = /^ *\/\/ (?:\/\/ )?(?:A guess|Needs your key|Needs a header|The description)/;
const uncommented = (line: string) => (remark.test(line) ? line : line.replace(/^( *)\/\/ /, '$1'));

/** Lines from one text to another, changed. */
function change(lines: string[], from: string, to: string, edit: (line: string) => string): void {
  const start = lines.findIndex((line) => line.includes(from)) + 1;
  const end = lines.findIndex((line, index) => index >= start && line === to);
  for (let index = start; index < end; index += 1) lines[index] = edit(lines[index] ?? '');
}

const webhooks = `    registerWebhookEndpoint: async (send, { url, businessId }) => {
      const owner = businessId === undefined ? 'platform' : \`businesses/\${businessId}\`;
      const { json } = await send({ path: \`/control/\${owner}/webhooks\`, body: { url } });
      return { id: json.id, secret: json.secret };
    },`;

/** The adapter of `init` with the edits of the page up to a step. */
function edited(adapter: string, step: Step): string {
  const reached = (name: Step) => steps.indexOf(step) >= steps.indexOf(name);
  let lines = adapter.split('\n');
  if (reached('operations')) {
    change(lines, 'operations: {', '  },', (line) =>
      line.includes('signContract:') ? line : uncommented(line),
    );
    lines = lines.filter(
      (line) => !line.endsWith('see the comment above') || line.includes("'signContract'"),
    );
  }
  if (reached('controls')) {
    change(lines, '// controlKey: {', '  values: {', uncommented);
    lines = lines.map((line) => {
      if (line.includes('// controlKey: {')) return uncommented(line);
      if (line.includes('// registerWebhookEndpoint:')) return webhooks;
      return line.includes(' advanceClock:') && !reached('clock') ? `    // ${line.trim()}` : line;
    });
  }
  if (reached('clock')) lines = lines.map((line) => (line.includes('// drain:') ? uncommented(line) : line));
  return lines.join('\n');
}

try {
  writeFileSync('address.txt', conformance('run', '--seed', '1', '--quiet', '--base-url', baseUrl));
  copyFileSync(join(import.meta.dirname, '../servers/minimal/openapi.yaml'), 'openapi.yaml');
  const started = conformance('init', '--base-url', baseUrl, '--from', 'openapi.yaml');
  const adapter = readFileSync('adapter.ts', 'utf8');
  for (const step of steps) {
    const written = edited(adapter, step);
    for (const file of ['adapter.ts', `${step}.ts`]) writeFileSync(file, written);
    const printed = step === 'description' ? started : '';
    // The page shows nothing of it at that step.
    const tried = step === 'operations' ? '' : conformance('doctor', '--try');
    // Without controls, what fits into the usual limits depends on the order in which the cases end.
    const limits = step === 'operations' ? ['--max-businesses', '1000', '--max-requests', '10000'] : [];
    writeFileSync(`${step}.txt`, printed + tried + conformance('run', '--seed', '1', '--quiet', ...limits));
  }
} finally {
  await stop();
}
