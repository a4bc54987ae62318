/** Each command that the reports of `conformance webhook` print shows its finding again. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createByHand, type Habits, soundHabits } from '../../examples/webhook-receiver/habits.ts';
import { type MistakeName, mistakes } from '../../examples/webhook-receiver/mistakes.ts';
import { parseResults } from '../../reports/json.ts';
import { temporaryFolder } from '../testing/conformance-process.ts';
import { invoke } from '../testing/invoke.ts';
import { paste } from '../testing/pasted-command.ts';

const secret = 'whsec_ABEiM0RVZneImaq7zN3u/wEjRWeJq83v/ty6mHZUMhA=';
const variables = { CONFORMANCE_WEBHOOK_SECRET: secret };

/** Mistakes that one receiver can make together, and the least number of findings. */
const receivers: readonly (readonly [count: number, names: readonly MistakeName[]])[] = [
  [8, ['no-verification']],
  [
    6,
    ['unsigned-is-fine', 'no-memory', 'hashes-what-it-parsed', 'accepts-the-future', 'first-signature-only'],
  ],
  [6, ['answers-200-to-forgeries', 'remembers-signatures', 'trusts-the-envelope', 'hashes-latin1']],
];

const tried = [
  'distinct',
  'duplicates',
  'bursts',
  'bytes',
  'forgeries',
  'forms',
  'rotation',
  'schedule',
  'text',
  'time',
];

it.each(receivers)(
  '%i findings of a receiver with the mistake %s',
  async (count, names) => {
    using folder = temporaryFolder();
    const habits: Habits = Object.assign({}, soundHabits, ...names.map((name) => mistakes[name].habits));
    const server = createServer(createByHand(secret, habits)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const given = ['--url', `${origin}/hooks?of=a b`, '--probe', `${origin}/effects`, '--profile', 'smoke'];
      const times = ['--timeout', '4', '--slow', '1', '--patience', '0.1', '--seed', '5', '--out', 'mine'];
      const all = ['webhook', ...given, '--tenant-key', 'tk_one', 'tk_two', ...times, '--quiet'];
      const checks = tried.map((each) => `receiver.${each}`);
      await invoke([...all, '--format', 'json,sarif', '--checks', ...checks], folder.path, variables);
      const read = (file: string) => readFileSync(join(folder.path, 'mine', file), 'utf8');
      const { findings } = parseResults(read('results.json'));
      expect(findings.length).toBeGreaterThanOrEqual(count);
      const printed: readonly { message: { text: string } }[] = JSON.parse(read('conformance.sarif')).runs[0]
        .results;
      const commands = printed.map(({ message }) => /^To repeat: (.*)$/m.exec(message.text)?.[1] ?? '');
      expect(new Set(commands).size).toBe(new Set(findings.map(({ check }) => check)).size);
      for (const command of new Set(commands)) {
        expect(command).toMatch(
          /--probe \S+ --tenant-key tk_one tk_two --patience 0\.1 --slow 1 --timeout 4 --profile smoke/,
        );
        expect(command).not.toContain(secret);
        const again = await paste(command, folder.path, variables);
        expect(again.stderr).toBe('');
        const [, check] = /--checks (\S+)/.exec(command) ?? [];
        const shown = parseResults(read('again/results.json')).findings.map(({ id }) => id);
        expect(shown).toEqual(findings.filter((each) => each.check === check).map(({ id }) => id));
      }
      // The report with these commands still exists.
      expect(parseResults(read('results.json')).findings).toHaveLength(findings.length);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  },
  100_000,
);
