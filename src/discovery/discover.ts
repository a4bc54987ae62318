/** Turns a target's description into the drafts of an adapter. */
import { OperationsSchema } from '../config/bindings.ts';
import type { Drafts } from './adapter-text.ts';
import { type Draft, draft } from './draft.ts';
import { draftControl } from './draft-control.ts';
import { draftWords } from './draft-words.ts';
import { envelopeOf, unwrapped } from './envelope.ts';
import { foreignOperations, keyHeaders } from './foreign-description.ts';
import { aligned, matchDescription } from './match-description.ts';

export interface Discovery {
  readonly drafts: Drafts;
  /** The required end of the base address. */
  readonly prefix: string;
  /** How many operations the description has. */
  readonly size: number;
  /** Names of the security schemes of the operations that the document describes. */
  readonly usualSchemes: readonly string[];
}

/** The share of requests with a body of fields, from which on one without needs none. */
const leastShown = 0.25;

/** A line that the configuration would reject is only a guess. */
function asAllowed(own: Draft): Draft {
  if (own.status !== 'sure' || own.function !== undefined) return own;
  const checked = OperationsSchema.safeParse({ [own.wanted.name]: own.binding });
  if (checked.success) return own;
  return { ...own, status: 'guess', why: checked.error.issues.map(({ message }) => message).join('; ') };
}

/**
 * @param document the parsed description
 * @param name of its file or address, for messages
 * @throws ConformanceError with code `CONFIGURATION_INVALID` when it is no description
 */
export function discover(document: unknown, name: string): Discovery {
  const all = foreignOperations(document, name);
  const { operations, prefix, pathPrefix } = aligned(all);
  const matched = matchDescription(operations);
  const unwrap = envelopeOf(matched);
  const matches = unwrap === undefined ? matched : unwrapped(matched, unwrap);
  const described = matches.flatMap(({ wanted, found }) =>
    wanted.documented && found ? found.security : [],
  );
  const usual = [...new Set(described)];
  const writes = operations.filter(({ method }) => method !== 'GET' && method !== 'DELETE');
  const shown = writes.filter(({ body }) => (body?.fields.size ?? 0) > 0);
  const showsBodies = shown.length >= leastShown * writes.length;
  const headers = keyHeaders(document);
  const drafts = matches
    .filter(({ wanted }) => wanted.kind === 'operation')
    .map((match) => asAllowed(draft(match, { usual, showsBodies })));
  const controls = matches
    .filter(({ wanted }) => wanted.kind === 'control')
    .map((match) => draftControl(match, { usual, headers }));
  return {
    drafts: {
      operations: drafts,
      controls,
      words: draftWords(drafts),
      ...(unwrap !== undefined && { unwrap }),
      ...(pathPrefix !== undefined && { pathPrefix }),
    },
    prefix,
    size: all.length,
    usualSchemes: usual,
  };
}
