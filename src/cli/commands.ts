/** Every command by what the help of the program says of it; the rest is loaded when it is chosen. */
import type { Command } from 'commander';
import type { Finish } from './exit-codes.ts';

export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** As commander writes them, such as `<file> [id]`. */
  readonly args?: string;
  /** Not shown in the help. */
  readonly hidden?: true;
  /** Loads what the command needs and no other does. */
  readonly load: () => Promise<(finish: Finish) => Command>;
}

/** In the order of the help. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'run',
    summary: 'try a server and write a report',
    load: async () => (await import('./run/run.ts')).runCommand,
  },
  {
    name: 'init',
    summary: 'look at a server and write a first configuration',
    load: async () => (await import('./connect/init.ts')).initCommand,
  },
  {
    name: 'doctor',
    summary: 'say what a target can exercise, and what would add to it',
    load: async () => (await import('./connect/doctor.ts')).doctorCommand,
  },
  {
    name: 'serve',
    summary: 'run the reference server',
    load: async () => (await import('./serve/serve.ts')).serveCommand,
  },
  {
    name: 'mock',
    summary: 'run a mock server that answers with examples',
    load: async () => (await import('./mock.ts')).mockCommand,
  },
  {
    name: 'webhook',
    args: '[command]',
    summary: 'try a receiver of webhooks, send events to it, and hand on those of the reference server',
    load: async () => (await import('./webhook/webhook.ts')).webhookCommand,
  },
  {
    name: 'watch',
    summary: 'stand before a server and judge its traffic as it passes',
    load: async () => (await import('./traffic/watch.ts')).watchCommand,
  },
  {
    name: 'check-traffic',
    args: '<files...>',
    summary: 'judge recorded traffic',
    load: async () => (await import('./traffic/check-traffic.ts')).checkTrafficCommand,
  },
  {
    name: 'spec',
    summary: 'print the OpenAPI description',
    load: async () => (await import('./describe/spec.ts')).specCommand,
  },
  {
    name: 'list',
    args: '[what]',
    summary: 'list checks, requirements, faults or state machines',
    load: async () => (await import('./describe/list.ts')).listCommand,
  },
  {
    name: 'explain',
    args: '<id>',
    summary: 'say what a requirement, a check or a fault is',
    load: async () => (await import('./describe/explain.ts')).explainCommand,
  },
  {
    name: 'replay',
    args: '<results.json> [finding]',
    summary: 'repeat a finding of an earlier run',
    load: async () => (await import('./replay.ts')).replayCommand,
  },
  {
    name: 'report',
    args: '[command] <results...>',
    summary: 'write the reports of an earlier run again',
    load: async () => (await import('./report/report.ts')).reportCommand,
  },
  {
    name: 'compare',
    args: '<before> <after>',
    summary: 'say what changed between two runs',
    load: async () => (await import('./report/compare.ts')).compareCommand,
  },
  {
    name: 'selftest',
    summary: 'prove that the suite finds what is wrong',
    load: async () => (await import('./selftest/selftest.ts')).selftestCommand,
  },
  {
    name: 'run-worker',
    summary: 'run the part of a run that `run --workers` asks for',
    hidden: true,
    load: async () => (await import('./run/worker.ts')).workerCommand,
  },
  {
    name: 'selftest-worker',
    summary: 'try what selftest asks for',
    hidden: true,
    load: async () => (await import('./selftest/worker.ts')).workerCommand,
  },
];
