/** `conformance explain`: explains one thing that `conformance list` shows, and lists what is related to it. */
import { Command } from 'commander';
import { allChecks } from '../../../conformance/all-checks.ts';
import type { Check } from '../../../conformance/provider/check.ts';
import type { ReceiverCheck } from '../../../conformance/receiver/check.ts';
import { consumerChecks } from '../../../conformance/receiver/checks/index.ts';
import { type ControlName, controlNames, controlTable } from '../../../conformance/target/controls.ts';
import { remedyOf } from '../../../conformance/target/remedies.ts';
import { sourceOf } from '../../../conformance/target/target.ts';
import { type WayToJudge, waysToJudge } from '../../../conformance/ways-to-judge.ts';
import {
  allRequirements,
  capabilities,
  clientRequirements,
  findRequirement,
  type Requirement,
  receiverRequirements,
  requirements,
  transitions,
} from '../../../openapi/catalogue.ts';
import { allOperations, type Operation } from '../../../openapi/description.ts';
import { type Interpretation, interpretations } from '../../../openapi/interpretations.ts';
import { suggestion } from '../../../openapi/nearest.ts';
import { eventOf, rulesOf, type Transition } from '../../../openapi/transitions.ts';
import { sidesOf } from '../../config/bindings.ts';
import type { FaultEntry, LoadFaults } from '../../config/fault-catalogue.ts';
import { refuse } from '../../config/refuse.ts';
import { exitCodes, type Finish } from '../exit-codes.ts';
import { colorOption, teach } from '../options.ts';
import { thisProgram } from '../program-name.ts';
import { createTerminal, renderTable } from '../terminal.ts';
import { fieldRows, queryRows, signatureOf } from './type-text.ts';

interface Explanation {
  readonly id: string;
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly lists: readonly {
    readonly title: string;
    readonly rows: readonly (readonly string[])[];
    readonly none: string;
  }[];
  readonly next: readonly string[];
}

const levelMeanings = {
  documented: 'documented: a violation makes the target non-conformant',
  observed: 'observed: the document shows it in an example; a violation is a warning',
  assumed: 'assumed: the document is silent; a violation is information only',
} as const;

const orNothing = (values: readonly string[]) => (values.length === 0 ? 'nothing' : values.join(', '));

/** Requirement ids with their statements. */
function statements(ids: readonly string[]): readonly (readonly string[])[] {
  return ids.map((id) => [id, findRequirement(id)?.statement ?? '']);
}

const titles = (entries: readonly { readonly id: string; readonly title: string }[]) =>
  entries.map(({ id, title }) => [id, title]);

/** The interpretations of the document that its findings depend on. */
function basisOf({ interpretations = [] }: Requirement): Explanation['lists'] {
  const rows = interpretations.flatMap(({ id, interpretation, otherwise }) => [
    [String(id), interpretation],
    ['', `Other interpretation: ${otherwise}`],
  ]);
  return rows.length === 0
    ? []
    : [{ title: 'Interpretations that its findings depend on', rows, none: 'none' }];
}

const ways: Readonly<Record<WayToJudge, string>> = {
  conversation: 'requests of the suite',
  exchange: 'single exchanges or webhooks of recorded traffic',
  history: 'the history of recorded traffic',
};

const judgedBy = (id: string): Explanation['facts'][number] => {
  const names = waysToJudge(id).map((way) => ways[way]);
  return ['Judged from', names.length === 0 ? 'no check' : names.join('; ')];
};

function explainRequirement(entry: Requirement, faults: readonly FaultEntry[]): Explanation {
  const { id, level, section, needs, untestable, statement } = entry;
  // Checks that the embedded server skips come last.
  const checks = allChecks
    .filter(({ covers }) => covers.includes(id))
    .toSorted((a, b) => Number(a.unless !== undefined) - Number(b.unless !== undefined));
  const breaking = faults.filter(({ breaks }) => breaks.includes(id));
  const moves = [...transitions]
    .filter(([, transition]) => rulesOf(transition).some((rule) => rule === id))
    .map(([name, { from, to, trigger }]) => [name, `${from} → ${to}`, trigger]);
  return {
    id,
    title: statement,
    facts: [
      ['Level', levelMeanings[level]],
      ['Section', section],
      ['Needs', orNothing(needs)],
      judgedBy(id),
      ...(untestable === undefined ? [] : [['Untestable', untestable] as const]),
    ],
    lists: [
      {
        title: 'Checked by',
        rows: titles(checks),
        none: untestable === undefined ? 'no check yet' : 'no check, because it is untestable',
      },
      { title: 'Transitions', rows: moves, none: 'no transition depends on this rule' },
      ...basisOf(entry),
      { title: 'Faults that break it', rows: titles(breaking), none: 'none' },
    ],
    next: [
      ...checks.slice(0, 1).map((check) => `${thisProgram()} run --checks ${check.id}`),
      ...breaking.slice(0, 1).map((fault) => `${thisProgram()} run --fault ${fault.id}`),
    ],
  };
}

/** A requirement for receivers or clients. */
function explainOther(
  entry: Requirement,
  of: string,
  checks: Explanation['lists'],
  next: readonly string[],
): Explanation {
  const { id, level, section, statement } = entry;
  return {
    id,
    title: statement,
    facts: [['Level', levelMeanings[level]], ['Section', section], ['Applies to', of], judgedBy(id)],
    lists: [...checks, ...basisOf(entry)],
    next,
  };
}

function explainReceiverRequirement(entry: Requirement): Explanation {
  const checks = consumerChecks.filter(({ covers }) => covers.includes(entry.id));
  const next = checks.slice(0, 1).map((check) => `${thisProgram()} webhook --url <url> --checks ${check.id}`);
  const listed = [{ title: 'Checked by', rows: titles(checks), none: 'no check yet' }];
  return explainOther(entry, 'receivers of webhooks', listed, next);
}

const explainClientRequirement = (entry: Requirement): Explanation =>
  explainOther(entry, 'clients of the service', [], [`${thisProgram()} check-traffic <session.har>`]);

function explainReceiverCheck({ id, title, covers }: ReceiverCheck): Explanation {
  return {
    id,
    title,
    facts: [['Applies to', 'receivers of webhooks']],
    lists: [{ title: 'Covers', rows: statements(covers), none: 'no requirement' }],
    next: [`${thisProgram()} webhook --url <url> --checks ${id}`],
  };
}

function explainCheck({ id, title, kind, needs, covers }: Check): Explanation {
  return {
    id,
    title,
    facts: [
      ['Kind', kind],
      ['Needs', orNothing(needs)],
    ],
    lists: [{ title: 'Covers', rows: statements(covers), none: 'no requirement' }],
    next: [`${thisProgram()} run --checks ${id}`],
  };
}

function explainFault({ id, title, area, class: kind, subtle, breaks }: FaultEntry): Explanation {
  const covering = allChecks.filter(({ covers }) => breaks.some((broken) => covers.includes(broken)));
  return {
    id,
    title,
    facts: [
      ['Area', area],
      ['Class', kind],
      ...(subtle.length === 0 ? [] : [['Subtle', subtle.join(', ')] as const]),
    ],
    lists: [
      { title: 'Breaks', rows: statements(breaks), none: 'no requirement' },
      { title: 'Checks that should catch it', rows: titles(covering), none: 'no check' },
    ],
    next: [`${thisProgram()} run --fault ${id}`, `${thisProgram()} serve --fault ${id}`],
  };
}

function explainTransition(id: string, { from, to, trigger, sends, ...roles }: Transition): Explanation {
  return {
    id,
    title: `${from} → ${to}`,
    facts: [
      ['Trigger', trigger],
      ['Events', orNothing(sends.map(eventOf))],
    ],
    lists: [
      { title: 'Requirements', rows: statements(rulesOf({ ...roles, sends })), none: 'no requirement' },
    ],
    next: [],
  };
}

const needing = (capability: string | undefined): Explanation['lists'] => {
  const ids = requirements
    .filter(({ needs }) => needs.some((need) => need === capability))
    .map(({ id }) => id);
  return [
    { title: 'Requirements that need it', rows: statements(ids), none: 'none that needs nothing else' },
  ];
};

/** The operation that gives a target a capability. */
function offeredBy(capability: string): string | undefined {
  const source = sourceOf(capability);
  return source?.type === 'operation' ? source.id : undefined;
}

const explainCapability = (id: string): Explanation => ({
  id,
  title: 'What a target may offer; without it, some requirements are not exercised.',
  facts: [['Connected by', remedyOf(id) ?? 'nothing: the suite finds out whether the target has it']],
  lists: needing(id),
  next: [`${thisProgram()} doctor`],
});

/** Names for the header `Prefer` of the mock, which takes those of a success without a status. */
function examplesOf({ responses }: Operation): Explanation['facts'] {
  const names = responses['2XX']?.examples ?? [];
  const [last] = names.slice(-1);
  return last === undefined
    ? []
    : [['Examples', `${names.join(', ')} (${thisProgram()} mock, header Prefer: example=${last})`]];
}

function explainOperation(operation: Operation): Explanation {
  const { id, summary, method, path, provenance, formBody } = operation;
  const capability = capabilities.find((name) => offeredBy(name) === id);
  const about = requirements.filter(({ operations }) => operations.some((each) => each === id));
  const { body, answer } = sidesOf(id);
  const query = queryRows(operation);
  const sent = fieldRows(formBody === undefined ? body : { ...body, schema: formBody });
  return {
    id,
    title: summary,
    facts: [
      ['Request', `${method.toUpperCase()} ${path}`],
      [
        'Level',
        provenance === 'documented'
          ? 'documented'
          : `${provenance}: a target may have another path and other names`,
      ],
      ...examplesOf(operation),
    ],
    lists: [
      ...(query.length === 0 ? [] : [{ title: 'Query', rows: query, none: 'no parameters' }]),
      { title: formBody === undefined ? 'Body' : 'Form', rows: sent, none: 'no fields' },
      { title: 'Response', rows: fieldRows(answer), none: 'no fields' },
      { title: 'Requirements about it', rows: statements(about.map((each) => each.id)), none: 'none' },
      ...(capability === undefined ? [] : needing(capability)),
    ],
    next: [`${thisProgram()} spec`],
  };
}

function explainControl(id: ControlName): Explanation {
  const { does, takes, answers, effect, capability } = controlTable[id];
  return {
    id,
    title: `${does}.`,
    facts: [
      ['Takes', orNothing(takes)],
      ['Returns', orNothing(answers)],
      ['Function', signatureOf(id)],
      ['Effect', effect === 'now' ? 'shows when it has returned' : 'may show later'],
    ],
    lists: needing(capability),
    next: [`${thisProgram()} doctor --try`],
  };
}

function explainInterpretation(entry: Interpretation): Explanation {
  const { id, section, sentence, interpretation, why, level, levelNote, choiceOf } = entry;
  const rowsOf = (texts: readonly string[] = []) => texts.map((text) => [text]);
  return {
    id: `interpretation/${id}`,
    title: sentence,
    facts: [
      ['Section', section],
      ['Interpretation', interpretation],
      ['Why', why],
      ['Level', levelNote === undefined ? levelMeanings[level] : `${levelMeanings[level]}; ${levelNote}`],
      ...(choiceOf === undefined
        ? []
        : [['Applies to', 'the reference server only: the suite judges no server by it'] as const]),
      ...(entry.otherwise === undefined ? [] : [['Other interpretation', entry.otherwise] as const]),
    ],
    lists: [
      {
        title: choiceOf === undefined ? 'Alternatives that the suite accepts' : 'Other possible choices',
        rows: rowsOf(entry.alternatives),
        none: entry.noVariant ?? 'none',
      },
      { title: 'Requirements', rows: statements(entry.requirements), none: 'no requirement' },
    ],
    next: [],
  };
}

/** @throws ConformanceError with code `CONFIGURATION_INVALID` that suggests similar ids */
export function explain(given: string, faults: readonly FaultEntry[]): Explanation {
  const same = ({ id }: { readonly id: string }) => id.toLowerCase() === given.toLowerCase();
  const entry = requirements.find(same);
  if (entry !== undefined) return explainRequirement(entry, faults);
  const receiverEntry = receiverRequirements.find(same);
  if (receiverEntry !== undefined) return explainReceiverRequirement(receiverEntry);
  const clientEntry = clientRequirements.find(same);
  if (clientEntry !== undefined) return explainClientRequirement(clientEntry);
  const receiverCheck = consumerChecks.find(same);
  if (receiverCheck !== undefined) return explainReceiverCheck(receiverCheck);
  const check = allChecks.find(same);
  if (check !== undefined) return explainCheck(check);
  const fault = faults.find(same);
  if (fault !== undefined) return explainFault(fault);
  const described = allOperations.find(same);
  if (described !== undefined) return explainOperation(described);
  const control = controlNames.find((name) => name.toLowerCase() === given.toLowerCase());
  if (control !== undefined) return explainControl(control);
  const transition = transitions.get(given.toLowerCase());
  if (transition !== undefined) return explainTransition(given.toLowerCase(), transition);
  const capability = capabilities.find((name) => name.toLowerCase() === given.toLowerCase());
  if (capability !== undefined) return explainCapability(capability);
  const numbered = interpretations.find(({ id }) => given.replace(/^interpretation\//i, '') === String(id));
  if (numbered !== undefined) return explainInterpretation(numbered);
  const all = [...allRequirements, ...allChecks, ...consumerChecks, ...faults, ...allOperations];
  const ids = [...all.map(({ id }) => id), ...controlNames, ...transitions.keys(), ...capabilities];
  throw refuse(
    `There is no requirement, check, fault, transition, operation, capability, control or interpretation "${given}".${suggestion(given, ids)} \`conformance list --help\` says how to list them.`,
  );
}

export function explainCommand(finish: Finish, loadFaults: LoadFaults): Command {
  const command = new Command('explain')
    .description(
      'Explains a requirement, a check, a fault, a transition, an operation, a capability, a control or an interpretation, and lists what is related to it.',
    )
    .argument('<id>', 'id or name, such as PAYROLL-024')
    .addOption(colorOption())
    .action(async (given: string, options: { readonly color: boolean }) => {
      const { line, paint } = createTerminal(options);
      const { id, title, facts, lists, next } = explain(given, await loadFaults());
      line(paint('bold', id));
      line(title);
      line();
      const width = Math.max(...facts.map(([name]) => name.length)) + 2;
      for (const [name, value] of facts) line(`${paint('dim', name.padEnd(width))}${value}`);
      for (const list of lists) {
        line();
        line(paint('bold', list.title));
        if (list.rows.length === 0) line(`  ${list.none}`);
        const [, ...rows] = renderTable(list.rows[0]?.map(() => '') ?? [], list.rows);
        for (const row of rows) line(`  ${row}`);
      }
      if (next.length > 0) {
        line();
        line(paint('bold', 'Try'));
      }
      for (const example of next) line(`  ${example}`);
      finish(exitCodes.success);
    });
  return teach(
    command,
    `
Examples:
  conformance explain PAYROLL-024
  conformance explain payroll.model
  conformance explain settlePayroll      what a control does, takes and returns
  conformance explain approve-payroll    how a target gets what a requirement needs
  conformance explain interpretation/5   how an ambiguous sentence of the document is understood

\`conformance list\` shows the ids.

Exit codes: 0, or 2 if there is no such id.`,
  );
}
