/** The composition root: the commands of the product and of the proof, and the catalogue of faults that both use. */
import type { Command } from 'commander';
import { type CommandEntry, commands as productCommands } from '../src/cli/commands.ts';
import { completionEntry } from '../src/cli/completion.ts';
import type { Finish } from '../src/cli/exit-codes.ts';
import { createProgram as createProgramOf } from '../src/cli/program.ts';

const proofCommands: readonly CommandEntry[] = [
  {
    name: 'selftest',
    summary: 'prove that the suite finds deliberate faults',
    load: async () => (await import('../proof/selftest/selftest.ts')).selftestCommand,
  },
  {
    name: 'selftest-worker',
    summary: 'run the trials of a self-test',
    hidden: true,
    load: async () => (await import('../proof/selftest/worker.ts')).workerCommand,
  },
];

const described: readonly CommandEntry[] = [...productCommands, ...proofCommands];
/** In the order of the help. */
export const commands: readonly CommandEntry[] = [...described, completionEntry(described)];

const loadFaults = async () => (await import('../proof/faults/index.ts')).catalogue;

/** @param args the arguments of the process, without those of Node */
export const createProgram = (finish: Finish, args: readonly string[]): Promise<Command> =>
  createProgramOf(finish, args, commands, loadFaults);
