/** The form of the YAML files in requirements/, interpretations/ and state-machines/. Unknown keys are errors. */
import * as z from 'zod';
import { capabilities } from './capabilities.ts';

/** How the interface document supports a rule: it states it, it shows it in use, or it is silent. */
export const Level = z.enum(['documented', 'observed', 'assumed']);

/** What a target must offer for a requirement to be exercised. */
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
    /** Stays with the entry: findings and pages name it. */
    id: z.int().positive(),
    /** What the document says, quoted, or what it is silent about. */
    sentence: z.string(),
    interpretation: z.string(),
    why: z.string(),
    level: Level,
    /** Which part of the interpretation has another level. */
    levelNote: z.string().optional(),
    /** The document leaves the matter open and nothing is judged by it: this is what our own server does. */
    choiceOf: z.literal('reference-server').optional(),
    /** Requirements that are judged by it. */
    requirements: z.array(RequirementId),
    /** How else somebody may understand the sentence, so that a finding would be none. Absent where the suite accepts that too. */
    otherwise: z.string().optional(),
    /** Those of the requirements of which a finding would then be none. Absent: all of them. */
    disputed: z.array(RequirementId).min(1).optional(),
    /** What a target may do instead of what our server does, each in a few words. */
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

export const StateMachineSource = z.strictObject({
  id: z.string(),
  title: z.string(),
  section: z.string(),
  /** Absent where the document does not show in which state a resource begins. */
  initial: z.string().optional(),
  states: z.array(z.string()),
  /** Why there are no transitions, or few: the document gives little more than the names of the states. */
  vocabularyOnly: z.string().optional(),
  /** States that no documented transition leads into, with the reason. */
  unreachable: z.record(z.string(), z.string()).default({}),
  transitions: z.array(
    z.strictObject({
      id: z.string(),
      from: z.string(),
      to: z.string(),
      trigger: z.string(),
      guard: z.string().optional(),
      effect: z.string().optional(),
      /** Why the document does not show this arrow, although it shows what triggers it. It is then not drawn as the document's. */
      notShown: z.string().optional(),
      events: z.array(z.string()).default([]),
      requirements: z.array(z.string()),
    }),
  ),
});

/** The headings of the interface document, in its order. */
export const DocumentSections = z.array(
  z.strictObject({
    heading: z.string(),
    /** Heading that it stands under. */
    parent: z.string().optional(),
    /** Why no requirement comes from it; without it there must be some. */
    reason: z.string().optional(),
  }),
);

/** Every id that was ever given away. An id is added, or moved to `retired`; it never disappears. */
export const RequirementIds = z.strictObject({
  active: z.array(RequirementId),
  /** What became of the requirement. */
  retired: z.record(RequirementId, z.string()),
});
