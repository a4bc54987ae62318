/** `conformance list`: what there is. */
import { Argument, Command } from 'commander';
import { allChecks } from '../../conformance/checks/index.ts';
import { requirements, stateMachines } from '../../openapi/catalogue.ts';
import { faults } from '../../reference-server/faults/index.ts';
import { exitCodes, type Finish } from './exit-codes.ts';
import { colorOption, teach } from './options.ts';
import { renderTable } from './table.ts';
import { createTerminal } from './terminal.ts';

const kinds = ['checks', 'requirements', 'faults', 'machines'] as const;

interface Listing {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What --json prints. */
  readonly data: readonly unknown[];
}

/** More ids than fit are counted. */
function some(ids: readonly string[]): string {
  const shown = ids.slice(0, 3).join(' ');
  return ids.length > 3 ? `${shown} +${ids.length - 3}` : shown;
}

function listingOf(kind: (typeof kinds)[number]): Listing {
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
        header: ['REQUIREMENT', 'LEVEL', 'CHECKS', 'STATEMENT'],
        rows: requirements.map(({ id, level, statement, untestable }) => [
          id,
          level,
          untestable === undefined
            ? String(allChecks.filter(({ covers }) => covers.includes(id)).length)
            : 'untestable',
          statement,
        ]),
        data: requirements,
      };
    case 'faults':
      return {
        header: ['FAULT', 'AREA', 'BREAKS', 'TITLE'],
        rows: faults.map(({ id, area, breaks, title }) => [id, area, some(breaks), title]),
        data: faults.map(({ id, area, title, breaks }) => ({ id, area, title, breaks })),
      };
    case 'machines':
      return {
        header: ['TRANSITION', 'FROM', 'TO', 'TRIGGER'],
        rows: stateMachines.flatMap(({ id, transitions }) =>
          transitions.map(({ id: transition, from, to, trigger }) => [
            `${id}/${transition}`,
            from,
            to,
            trigger,
          ]),
        ),
        data: stateMachines,
      };
  }
  return kind satisfies never;
}

export function listCommand(finish: Finish): Command {
  const command = new Command('list')
    .description('Lists what there is: the checks unless something else is named.')
    .addArgument(new Argument('[what]', 'what to list').choices(kinds).default('checks'))
    .option('--json', 'the whole of it as JSON')
    .addOption(colorOption())
    .action((kind: (typeof kinds)[number], options: { readonly json?: true; readonly color: boolean }) => {
      const terminal = createTerminal(options);
      const { header, rows, data } = listingOf(kind);
      if (options.json) terminal.line(JSON.stringify(data, null, 2));
      else {
        const [first = '', ...lines] = renderTable(
          header,
          rows,
          process.stdout.isTTY ? terminal.columns : undefined,
        );
        terminal.line(terminal.paint('dim', first));
        for (const line of lines) terminal.line(line);
      }
      finish(exitCodes.success);
    });
  return teach(
    command,
    `
Examples:
  conformance list
  conformance list requirements
  conformance list faults --json

\`conformance explain <id>\` says more about a check, a requirement or a fault.

Exit codes: 0, or 2 on wrong usage.`,
  );
}
