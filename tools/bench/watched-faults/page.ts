/** The page of the faults that are found by watching, made from the measurements. */
import type { Fault } from '../../../proof/faults/fault.ts';
import { classOf, type FaultClass, faultClasses } from '../../../proof/faults/fault-class.ts';
import { cell, markdownTable } from '../../scripts/markdown-table.ts';
import { requirementLink } from '../../scripts/requirement-link.ts';
import type { FaultResult, Results } from './results.ts';

/** The classes of faults that a proxy can be expected to see. */
const visible = ['schema', 'crash', 'validation', 'webhook', 'lifecycle'] as const satisfies FaultClass[];
const goal = 0.6;

type Tried = FaultResult & Pick<Fault, 'title' | 'breaks'> & { readonly class: FaultClass };

const percent = (share: number) => `${Math.round(share * 100)} %`;

const isNamedRightly = ({ found, breaks }: Tried) => breaks.some((id) => id === found?.requirement);

function row(name: string, tried: readonly Tried[]): readonly string[] {
  const found = tried.filter((each) => each.found !== undefined);
  const share = tried.length === 0 ? '-' : percent(found.length / tried.length);
  return [
    name,
    ...[tried.length, found.length].map(String),
    share,
    String(found.filter(isNamedRightly).length),
  ];
}

function missedOf(name: FaultClass, tried: readonly Tried[]): string {
  const missed = tried.filter((each) => each.class === name && each.found === undefined);
  const lines = missed.map(
    ({ fault, title, breaks, failed }) =>
      `- ${requirementLink(breaks[0])} \`${fault}\` ${cell(title)}${failed === undefined ? '' : ` No result: ${cell(failed)}`}`,
  );
  return `### ${name}: ${missed.length}\n\n${lines.join('\n') || 'None.'}\n`;
}

/** @param faults with their titles and the requirements that they break; those that were not measured are left out */
export function faultsPage(
  { date, machine, seconds, requests, deliveries, falseAlarms, faults: results }: Results,
  faults: readonly Fault[],
): string {
  const tried = results.flatMap((result): Tried[] => {
    const fault = faults.find(({ id }) => id === result.fault);
    return fault === undefined
      ? []
      : [{ ...result, title: fault.title, breaks: fault.breaks, class: classOf(fault) }];
  });
  const seen = tried.filter((each) => visible.some((name) => name === each.class));
  const share = seen.filter(({ found }) => found !== undefined).length / Math.max(1, seen.length);
  const others = faultClasses.filter((name) => !visible.some((each) => each === name));
  const rows = [
    ...visible.map((name) =>
      row(
        `\`${name}\``,
        tried.filter((each) => each.class === name),
      ),
    ),
    row('**these five**', seen),
    ...others.map((name) =>
      row(
        `\`${name}\``,
        tried.filter((each) => each.class === name),
      ),
    ),
    row('**all**', tried),
  ];
  const alarms = falseAlarms.length === 0 ? 'nothing' : falseAlarms.join(', ');
  return `# Faults found by watching

How many of the [faults](faults.md) of the reference server \`conformance watch\` finds in ordinary traffic. Measured ${date} on ${machine}, in ${seconds} s, by \`npm run task -- watching\`.

- **The traffic** is fixed: what the suite says to a sound server in its profile \`standard\`, with the tours of its models and two
  generated values for each property, recorded request by request. Of its conversations those are kept that together show every operation, status, field, word
  of a list, event and change of state that all of them show: ${requests} requests and ${deliveries} webhooks. Ids and keys are taken from the answers of the server at hand,
  controls (a clock that moves, a decision of the bank) are carried out and not shown to the judge.
- **What is watched** is all else, by the judge of \`watch\` itself, which knows the signing secret of the webhooks. Each conversation has one address for them. On the
  clock of \`watch\`, requests are ten seconds apart, and advancing a clock of the server advances this one too, because messages less than five seconds apart are not compared.
- **Found** means that a documented requirement is reported as broken. It is **named rightly** when the first that is reported is one that the fault breaks.
- **The sound server** with the same traffic: ${alarms} was reported.

The classes are those of [the faults](faults.md#classes). Of the first five at least ${percent(goal)} should be found together: it is ${percent(share)}${share < goal ? ', **less than that**' : ''}.

${markdownTable(['Class', 'Faults', 'Found', 'Share', 'Named rightly'], rows)}

An event that is not sent leaves no trace, and is no finding here: delivery is not guaranteed. Who acts at the same time as somebody
else, keys of others, boundaries of amounts and dates are found by asking on purpose, as \`conformance run\` does ([self-test](selftest.md)).

## Not found, of the five classes

${visible.map((name) => missedOf(name, tried)).join('\n')}`;
}
