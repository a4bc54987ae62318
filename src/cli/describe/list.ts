/** `conformance list`: lists what the suite knows, one kind at a time. */
import { Argument, Command } from 'commander';
import { allChecks } from '../../../conformance/all-checks.ts';
import { consumerChecks } from '../../../conformance/receiver/checks/index.ts';
import { controlNames, controlTable } from '../../../conformance/target/controls.ts';
import { rulesFor } from '../../../conformance/target/rules-for.ts';
import { waysToJudge } from '../../../conformance/ways-to-judge.ts';
import { allRequirements, stateMachines, transitions } from '../../../openapi/catalogue.ts';
import { allOperations } from '../../../openapi/description.ts';
import { interpretations } from '../../../openapi/interpretations.ts';
import { scopes } from '../../../openapi/scopes.ts';
import type { FaultEntry, LoadFaults } from '../../config/fault-catalogue.ts';
import { exitCodes, type Finish } from '../exit-codes.ts';
import { colorOption, teach } from '../options.ts';
import { createTerminal, renderTable } from '../terminal.ts';

export const listedKinds = [
  'checks',
  'requirements',
  'scopes',
  'receiver-checks',
  'faults',
  'machines',
  'operations',
  'controls',
  'interpretations',
] as const;

interface Listing {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The output of --json. */
  readonly data: readonly unknown[];
}

/** Shows the first name and counts the others, so that the title has room. */
function first(names: readonly string[]): string {
  const [name = '-', ...others] = names;
  return others.length > 0 ? `${name} +${others.length}` : name;
}

const listingOfFaults = (faults: readonly FaultEntry[]): Listing => ({
  header: ['FAULT', 'CLASS', 'SUBTLE', 'BREAKS', 'TITLE'],
  rows: faults.map((fault) => [fault.id, fault.class, first(fault.subtle), first(fault.breaks), fault.title]),
  data: faults.map(({ id, area, class: kind, subtle, title, breaks }) => ({
    id,
    area,
    class: kind,
    subtle,
    title,
    breaks,
  })),
});

/** What each scope asks for, by its documented requirements that can be tested. */
function listingOfScopes(): Listing {
  const data = scopes.map((scope) => {
    const own = rulesFor('sandbox').filter(
      (rule) => rule.scope === scope && rule.level === 'documented' && rule.untestable === undefined,
    );
    const needs = [...new Set(own.flatMap((rule) => rule.needs))].toSorted();
    return { scope, requirements: own.map(({ id }) => id), needs };
  });
  return {
    header: ['SCOPE', 'REQUIREMENTS', 'NEEDS'],
    rows: data.map(({ scope, requirements, needs }) => [
      scope,
      String(requirements.length),
      needs.join(', ') || '-',
    ]),
    data,
  };
}

export async function listingOf(
  kind: (typeof listedKinds)[number],
  loadFaults: LoadFaults,
): Promise<Listing> {
  switch (kind) {
    case 'checks':
      return {
        header: ['CHECK', 'KIND', 'COVERS', 'TITLE'],
        rows: allChecks.map(({ id, kind: form, covers, title }) => [id, form, String(covers.length), title]),
        data: allChecks.map(({ id, kind: form, title, covers, needs }) => ({
          id,
          kind: form,
          title,
          covers,
          needs,
        })),
      };
    case 'requirements':
      return {
        header: ['REQUIREMENT', 'LEVEL', 'CHECKS', 'JUDGED BY', 'STATEMENT'],
        rows: allRequirements.map(({ id, level, statement, untestable }) => [
          id,
          level,
          untestable === undefined
            ? String([...allChecks, ...consumerChecks].filter(({ covers }) => covers.includes(id)).length)
            : 'untestable',
          waysToJudge(id).join(', ') || '-',
          statement,
        ]),
        data: allRequirements.map((entry) => ({ ...entry, judgedBy: waysToJudge(entry.id) })),
      };
    case 'scopes':
      return listingOfScopes();
    case 'receiver-checks':
      return {
        header: ['CHECK', 'COVERS', 'TITLE'],
        rows: consumerChecks.map(({ id, covers, title }) => [id, String(covers.length), title]),
        data: consumerChecks.map(({ id, title, covers }) => ({ id, title, covers })),
      };
    case 'faults':
      return listingOfFaults(await loadFaults());
    case 'machines':
      return {
        header: ['TRANSITION', 'FROM', 'TO', 'TRIGGER'],
        rows: [...transitions].map(([id, { from, to, trigger }]) => [id, from, to, trigger]),
        data: stateMachines,
      };
    case 'operations':
      return {
        header: ['OPERATION', 'LEVEL', 'REQUEST', 'SUMMARY'],
        rows: allOperations.map(({ id, provenance, method, path, summary }) => [
          id,
          provenance,
          `${method.toUpperCase()} ${path}`,
          summary,
        ]),
        data: allOperations,
      };
    case 'controls':
      return {
        header: ['CONTROL', 'TAKES', 'RETURNS', 'DOES'],
        rows: controlNames.map((name) => {
          const { takes, answers, does } = controlTable[name];
          return [name, takes.join(', ') || '-', answers.join(', ') || '-', does];
        }),
        data: controlNames.map((name) => ({ name, ...controlTable[name] })),
      };
    case 'interpretations':
      return {
        header: ['ID', 'LEVEL', 'REQUIREMENTS', 'SENTENCE OF THE DOCUMENT'],
        rows: interpretations.map(({ id, level, requirements, sentence }) => [
          String(id),
          level,
          first(requirements),
          sentence,
        ]),
        data: interpretations,
      };
  }
  return kind satisfies never;
}

export function listCommand(finish: Finish, loadFaults: LoadFaults): Command {
  const command = new Command('list')
    .description(
      'Lists checks, requirements, scopes, receiver checks, faults, transitions of state machines, operations, controls or interpretations.',
    )
    .addArgument(new Argument('[what]', 'what to list').choices(listedKinds).default('checks'))
    .option('--json', 'print all details as JSON')
    .addOption(colorOption())
    .action(
      async (
        kind: (typeof listedKinds)[number],
        options: { readonly json?: true; readonly color: boolean },
      ) => {
        const terminal = createTerminal(options);
        const { header, rows, data } = await listingOf(kind, loadFaults);
        if (options.json) terminal.line(JSON.stringify(data, null, 2));
        else {
          const [head = '', ...lines] = renderTable(
            header,
            rows,
            process.stdout.isTTY ? terminal.columns : undefined,
          );
          terminal.line(terminal.paint('dim', head));
          for (const line of lines) terminal.line(line);
        }
        finish(exitCodes.success);
      },
    );
  return teach(
    command,
    `
Examples:
  conformance list
  conformance list requirements
  conformance list faults --json
  conformance list controls          what an adapter can connect beside operations
  conformance list interpretations   how ambiguous sentences of the document are understood

\`conformance explain <id>\` shows the details of one.

Exit codes: 0, or 2 on wrong usage.`,
  );
}
