/** The form of the YAML files in requirements/, interpretations/ and state-machines/. Unknown keys are errors. */
import * as z from 'zod';
import { capabilities } from './capabilities.ts';
import type { RequirementId as KnownId } from './generated/ids.ts';

/** How the interface document supports a rule: it states it, it shows it in an example, or it is silent. */
export const Level = z.enum(['documented', 'observed', 'assumed']);

/** A capability that a target must offer to exercise a requirement. */
const CapabilityName = z.enum(capabilities);

const RequirementId = z.string().regex(/^[A-Z]+-\d{3}$/);

const RequirementSource = z.strictObject({
  id: RequirementId,
  level: Level.default('documented'),
  statement: z.string(),
  needs: z.array(CapabilityName).default([]),
  /** Operations that the rule is about. */
  operations: z.array(z.string()).default([]),
  /** Events that the rule is about. */
  events: z.array(z.string()).default([]),
  untestable: z.string().optional(),
});

export const RequirementFile = z.strictObject({
  section: z.string(),
  requirements: z.array(RequirementSource),
});

export const InterpretationSource = z
  .strictObject({
    /** Never changes: findings and pages name it. */
    id: z.int().positive(),
    /** The sentence of the document, quoted, or a description of what it leaves out. */
    sentence: z.string(),
    interpretation: z.string(),
    why: z.string(),
    level: Level,
    /** The part of the interpretation with another level. */
    levelNote: z.string().optional(),
    /** The document leaves the matter open and no requirement depends on it: this is the behaviour of our own server. */
    choiceOf: z.literal('reference-server').optional(),
    /** Requirements that depend on it. */
    requirements: z.array(RequirementId),
    /**
     * Another interpretation of the sentence, under which a finding would not exist. Absent if the suite accepts that one
     * too.
     */
    otherwise: z.string().optional(),
    /** The requirements whose findings would then not exist. Absent: all of them. */
    disputed: z.array(RequirementId).min(1).optional(),
    /** Alternatives to the behaviour of our server, each in a few words. */
    alternatives: z.array(z.string()).min(1).optional(),
    /** Why no benign variant can show an alternative. */
    noVariant: z.string().optional(),
  })
  .refine(({ alternatives, noVariant }) => alternatives !== undefined || noVariant !== undefined, {
    error: 'names neither alternatives nor, as noVariant, why there are none',
  })
  .refine(({ choiceOf, requirements, otherwise }) => !choiceOf || (requirements.length === 0 && !otherwise), {
    error: 'is a choice of the reference server, by which no requirement is judged',
  })
  .refine(({ otherwise, requirements }) => otherwise === undefined || requirements.length > 0, {
    error: 'has another interpretation (otherwise), but no requirement that rests on it',
  })
  .refine(
    ({ otherwise, requirements, disputed = [] }) =>
      disputed.length === 0 || (otherwise !== undefined && disputed.every((id) => requirements.includes(id))),
    { error: 'disputes requirements without an otherwise, or others than its own' },
  );

export const InterpretationFile = z.strictObject({
  section: z.string(),
  interpretations: z.array(InterpretationSource),
});

/** A requirement of the catalogue: the generator checks that it is there. */
const Rule = z.custom<KnownId>((value) => RequirementId.safeParse(value).success);

/** One or several; the catalogue always has a list. */
const oneOrMore = <Entry extends z.ZodType>(entry: Entry) =>
  z
    .union([entry, z.array(entry).min(1)])
    .default([])
    .transform((value) => (Array.isArray(value) ? value : [value]) as readonly z.output<Entry>[]);

export const StateMachineSource = z.strictObject({
  id: z.string(),
  title: z.string(),
  section: z.string(),
  /** Absent if the document does not show the initial state. */
  initial: z.string().optional(),
  states: z.array(z.string()),
  /** Why there are no or few transitions: the document gives little more than the names of the states. */
  vocabularyOnly: z.string().optional(),
  /** States that no documented transition enters, with the reason. */
  unreachable: z.record(z.string(), z.string()).default({}),
  transitions: z.array(
    z.strictObject({
      id: z.string(),
      from: z.string(),
      to: z.string(),
      trigger: z.string(),
      guard: z.string().optional(),
      effect: z.string().optional(),
      /** Why the document does not show this transition, although it shows the trigger. Diagrams do not draw it as documented. */
      notShown: z.string().optional(),
      /** The rules that say that the trigger leads from the one state to the other. */
      moves: oneOrMore(Rule),
      /** The events that announce it, each with the rule that demands it. */
      sends: oneOrMore(
        z.strictObject({
          event: z.string(),
          /** The word in the event by which it is told from the events of other transitions. */
          status: z.string().optional(),
          rule: Rule,
        }),
      ),
      /** The rules that it breaks when it is taken although its guard is false, or before its trigger. */
      held: oneOrMore(Rule),
      /** The rules about what else it has to show. */
      also: oneOrMore(Rule),
    }),
  ),
});

/** The headings of the interface document, in its order. */
export const DocumentSections = z.array(
  z.strictObject({
    heading: z.string(),
    /** The heading above it. */
    parent: z.string().optional(),
    /** Why no requirement comes from it; without a reason there must be some. */
    reason: z.string().optional(),
  }),
);

/** Every id ever assigned. An id is added, or moved to `retired`; it never disappears. */
const SetVersion = z.string().regex(/^\d+\.\d+$/);

export const RequirementIds = z.strictObject({
  /** The newest set that was released: it and those before it never change any more. */
  released: SetVersion,
  /** The rules that are new in each set, with their levels, the oldest set first. */
  sets: z.record(SetVersion, z.record(RequirementId, Level)),
  /** Why it was retired. */
  retired: z.record(RequirementId, z.string()),
});
