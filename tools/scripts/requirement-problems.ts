/** The problems of the requirement catalogue, beyond the form of its entries. Pure: the script passes the data in. */
import type * as z from 'zod';
import type { Level } from '../../openapi/catalogue.ts';
import type { DocumentSections, RequirementIds } from '../../openapi/catalogue-source.ts';
import { type Roles, rulesOf } from '../../openapi/transitions.ts';

interface CatalogueEntry {
  readonly id: string;
  readonly level: Level;
  readonly section: string;
  readonly operations: readonly string[];
  readonly events: readonly string[];
}

interface CatalogueTransition extends Roles<string> {
  readonly id: string;
  readonly sends: readonly { readonly event: string; readonly rule: string }[];
}

export interface CatalogueMachine {
  readonly id: string;
  readonly section: string;
  readonly transitions: readonly CatalogueTransition[];
}

export interface CatalogueFacts {
  readonly requirements: readonly CatalogueEntry[];
  readonly machines: readonly CatalogueMachine[];
  readonly sections: z.infer<typeof DocumentSections>;
  readonly ids: z.infer<typeof RequirementIds>;
  /** Operation ids of the description. */
  readonly operations: readonly string[];
  /** Event names of the description. */
  readonly events: readonly string[];
}

/** The name of a section as requirements and machines write it: with or without its parent. */
export const namesOf = ({ heading, parent }: CatalogueFacts['sections'][number]) =>
  parent === undefined ? [heading] : [heading, `${parent}, ${heading}`];

function* sectionProblems({ requirements, machines, sections }: CatalogueFacts): Generator<string> {
  const used = new Set(requirements.map(({ section }) => section));
  const known = new Set(sections.flatMap(namesOf));
  for (const section of new Set([...used, ...machines.map((machine) => machine.section)]))
    if (!known.has(section)) yield `"${section}" is no heading of the document.`;
  for (const section of sections) {
    const has = namesOf(section).some((name) => used.has(name));
    if (!has && section.reason === undefined)
      yield `Section "${section.heading}" has no requirement and no reason why.`;
    if (has && section.reason !== undefined)
      yield `Section "${section.heading}" has requirements and a reason why it has none.`;
  }
}

function* idProblems({ requirements, ids }: CatalogueFacts): Generator<string> {
  const present = requirements.map(({ id }) => id);
  const listed = Object.values(ids.sets).flatMap((levels) => Object.keys(levels));
  for (const id of new Set(present.filter((id, index) => present.indexOf(id) !== index)))
    yield `${id} is used twice.`;
  for (const id of listed)
    if (!present.includes(id) && ids.retired[id] === undefined)
      yield `${id} is gone: bring it back, or add it to "retired" with the reason.`;
  for (const id of Object.keys(ids.retired))
    if (present.includes(id)) yield `${id} is retired and in use again: take the next free number.`;
  for (const id of present)
    if (!listed.includes(id)) yield `${id} is new: run npm run generate, which adds it to the list of ids.`;
  const versions = Object.keys(ids.sets);
  for (const version of versions.slice(0, versions.indexOf(ids.released) + 1))
    for (const { id, level } of requirements) {
      const frozen = ids.sets[version]?.[id];
      if (frozen !== undefined && frozen !== level)
        yield `${id} is ${level}, but ${frozen} in the released set ${version}: give the changed rule an id of its own.`;
    }
}

function* nameProblems({ requirements, machines, operations, events }: CatalogueFacts): Generator<string> {
  for (const { id, ...named } of requirements) {
    for (const name of named.operations)
      if (!operations.includes(name)) yield `${id} names the unknown operation ${name}.`;
    for (const name of named.events)
      if (!events.includes(name)) yield `${id} names the unknown event ${name}.`;
  }
  for (const name of operations)
    if (!requirements.some((entry) => entry.operations.includes(name)))
      yield `No requirement names the operation ${name}.`;
  for (const name of events)
    if (!requirements.some((entry) => entry.events.includes(name)))
      yield `No requirement names the event ${name}.`;
  const ids = new Set(requirements.map(({ id }) => id));
  for (const machine of machines) {
    for (const transition of machine.transitions) {
      const at = `${machine.id}/${transition.id}`;
      if (transition.moves.length + transition.sends.length === 0)
        yield `${at} rests on no requirement: name the rule that moves it, or the event that it sends with its rule.`;
      for (const id of rulesOf(transition))
        if (!ids.has(id)) yield `${at} names the unknown requirement ${id}.`;
      for (const { event } of transition.sends)
        if (!events.includes(event)) yield `${at} sends the unknown event ${event}.`;
    }
  }
}

export interface LinkFacts {
  readonly requirements: readonly {
    readonly id: string;
    readonly level: Level;
    readonly untestable?: string | undefined;
  }[];
  readonly checks: readonly { readonly id: string; readonly covers: readonly string[] }[];
  readonly faults: readonly { readonly id: string; readonly breaks: readonly string[] }[];
}

function* namedProblems(
  owner: string,
  named: readonly string[],
  requirements: ReadonlyMap<string, LinkFacts['requirements'][number]>,
): Generator<string> {
  for (const id of named) {
    const requirement = requirements.get(id);
    if (requirement === undefined) yield `${owner} names the unknown requirement ${id}.`;
    else if (requirement.untestable !== undefined)
      yield `${owner} names ${id}, which is marked as untestable: take one of them away.`;
  }
}

/** @returns one sentence per check or fault without its requirement, and per requirement without a check or a fault. */
export function linkProblems({ requirements, checks, faults }: LinkFacts): string[] {
  const byId = new Map(requirements.map((entry) => [entry.id, entry]));
  const covered = new Set(checks.flatMap(({ covers }) => covers));
  const broken = new Set(faults.flatMap(({ breaks }) => breaks));
  const testable = requirements.filter(({ untestable }) => untestable === undefined);
  return [
    ...checks.flatMap(({ id, covers }) => [...namedProblems(`The check ${id}`, covers, byId)]),
    ...faults.flatMap(({ id, breaks }) => [...namedProblems(`The fault ${id}`, breaks, byId)]),
    ...testable
      .filter(({ id }) => !covered.has(id))
      .map(({ id }) => `${id} has no check: add it to the covers of one, or say why it is untestable.`),
    ...testable
      .filter(({ id, level }) => level === 'documented' && !broken.has(id))
      .map(({ id }) => `${id} has no fault: add one to proof/faults/ that breaks it.`),
  ];
}

/** @returns one sentence per problem; none when the catalogue is whole. */
export function requirementProblems(facts: CatalogueFacts): string[] {
  return [...idProblems(facts), ...sectionProblems(facts), ...nameProblems(facts)];
}
