/** The commands as the help of the program lists them. The module of a command is loaded when the command is chosen. */
import type { Command } from 'commander';
import type { LoadFaults } from '../config/fault-catalogue.ts';
import type { Finish } from './exit-codes.ts';

export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** As commander writes them, such as `<file> [id]`. */
  readonly args?: string;
  /** Not shown in the help. */
  readonly hidden?: true;
  /** Loads the module of the command. */
  readonly load: () => Promise<(finish: Finish, loadFaults: LoadFaults) => Command>;
}

/** In the order of the help. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'run',
    summary: 'test a server and write a report',
    load: async () => (await import('./run/run.ts')).runCommand,
  },
  {
    name: 'init',
    summary: 'inspect a server and write a first configuration',
    load: async () => (await import('./connect/init.ts')).initCommand,
  },
  {
    name: 'connect',
    summary: 'connect a server step by step',
    load: async () => (await import('./connect/connect.ts')).connectCommand,
  },
  {
    name: 'doctor',
    summary: 'show which requirements can be exercised on a target, and how to add more',
    load: async () => (await import('./connect/doctor.ts')).doctorCommand,
  },
  {
    name: 'serve',
    summary: 'run the reference server',
    load: async () => (await import('./serve/serve.ts')).serveCommand,
  },
  {
    name: 'mock',
    summary: 'run a mock server that returns examples',
    load: async () => (await import('./mock.ts')).mockCommand,
  },
  {
    name: 'webhook',
    args: '[command]',
    summary: 'test a webhook receiver, send it events, or forward those of the reference server',
    load: async () => (await import('./webhook/webhook.ts')).webhookCommand,
  },
  {
    name: 'watch',
    summary: 'judge live traffic through a proxy in front of a server',
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
    summary: 'explain a requirement, a check or a fault',
    load: async () => (await import('./describe/explain.ts')).explainCommand,
  },
  {
    name: 'replay',
    args: '<results.json> [finding]',
    summary: 'repeat a finding of an earlier run',
    load: async () => (await import('./replay.ts')).replayCommand,
  },
  {
    name: 'export',
    args: '[finding]',
    summary: 'write a finding as a test for Vitest, Hurl or Arazzo',
    load: async () => (await import('./report/export.ts')).exportCommand,
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
    summary: 'show what changed between two runs',
    load: async () => (await import('./report/compare.ts')).compareCommand,
  },
  {
    name: 'mcp',
    summary: 'serve these commands as tools for coding agents',
    load: async () => (await import('./mcp/mcp.ts')).mcpCommand,
  },
  {
    name: 'board',
    args: '<results...>',
    summary: 'make one page about the runs of several servers',
    load: async () => (await import('./report/board.ts')).boardCommand,
  },
];
