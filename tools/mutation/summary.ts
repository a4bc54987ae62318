/** What is committed of the mutants of one area: how many became what, and those that break a rule unnoticed. */
import * as z from 'zod';
import type { Plan, Recorded } from './recorder.ts';
import { type Explain, isMissed } from './survivors.ts';

const count = z.int().nonnegative();

/** Mutants without a finding. */
const Missed = z.strictObject({
  total: count,
  /** Of these, how many nevertheless keep a run from ending as `conformant`. */
  noticed: count,
});

/** The mutants that break a requirement. */
const Score = z.strictObject({
  /** With a finding of it. */
  found: count,
  /** Classified as breaking it, without a finding. */
  missed: count,
  /** Of these, how many nevertheless keep a run from ending as `conformant`. */
  noticed: count,
  /** The checks that found it, those first that found most. */
  checks: z.array(z.string()),
});
export type Score = z.infer<typeof Score>;

/** A mutant that breaks a documented requirement, or that nobody has classified, and that no run notices. */
const Unnoticed = z.strictObject({
  file: z.string(),
  line: count,
  was: z.string(),
  becomes: z.string(),
  /** Absent when nobody has classified it. */
  requirement: z.string().optional(),
  reason: z.string().optional(),
  /** Because it was classified as harmless at that time. */
  notTried: z.literal(true).optional(),
});
export type Unnoticed = z.infer<typeof Unnoticed>;

export const Summary = z.strictObject({
  area: z.string(),
  /** The day on which the run began, such as 2026-01-31. */
  date: z.string(),
  /** Processors and Node.js. */
  machine: z.string(),
  fates: z.strictObject({
    trial: count,
    trouble: count,
    hang: count,
    survived: count,
    classified: count,
    static: count,
    words: count,
    'not-sampled': count,
    'not-reached': count,
  }),
  missed: z.strictObject({
    equivalent: Missed,
    open: Missed,
    documented: Missed,
    'not-classified': Missed,
  }),
  unnoticed: z.array(Unnoticed),
  /** By requirement; of the rules only. */
  scores: z.record(z.string(), Score).optional(),
});
export type Summary = z.infer<typeof Summary>;

const shorten = (text: string) => (text.length > 90 ? `${text.slice(0, 89)}…` : text);

const isNoticed = ({ fate }: Recorded): boolean => fate === 'trouble' || fate === 'hang';

function countFates({ planned }: Plan, records: readonly Recorded[]): Summary['fates'] {
  const fates: Summary['fates'] = {
    trial: 0,
    trouble: 0,
    hang: 0,
    survived: 0,
    classified: 0,
    static: 0,
    words: 0,
    'not-sampled': 0,
    'not-reached': planned - records.length,
  };
  for (const { fate } of records) fates[fate] += 1;
  return fates;
}

function scoresOf(records: readonly Recorded[], explain: Explain): Summary['scores'] {
  const found = records.flatMap(({ broken = {} }) => Object.entries(broken));
  const missed = records.filter(isMissed).flatMap((record) => {
    const explanation = explain(record);
    return explanation?.kind === 'documented' ? [{ record, id: explanation.requirement }] : [];
  });
  const ids = new Set([...found, ...missed.map(({ id }) => [id] as const)].map(([id]) => id)).values();
  const scoreOf = (id: string): Score => {
    const finders = found.flatMap(([requirement, check]) => (requirement === id ? [check] : []));
    const counts = [...Map.groupBy(finders, (check) => check)];
    const silent = missed.filter((each) => each.id === id);
    return {
      found: finders.length,
      missed: silent.length,
      noticed: silent.filter(({ record }) => isNoticed(record)).length,
      checks: counts.toSorted(([, one], [, other]) => other.length - one.length).map(([check]) => check),
    };
  };
  const scores = [...ids].toSorted().map((id) => [id, scoreOf(id)] as const);
  return scores.length > 0 ? Object.fromEntries(scores) : undefined;
}

/** @param explain names the class of a mutant without a finding. */
export function summaryOf(area: string, plan: Plan, records: readonly Recorded[], explain: Explain): Summary {
  const missed: Summary['missed'] = {
    equivalent: { total: 0, noticed: 0 },
    open: { total: 0, noticed: 0 },
    documented: { total: 0, noticed: 0 },
    'not-classified': { total: 0, noticed: 0 },
  };
  const unnoticed: Unnoticed[] = [];
  for (const record of records.filter(isMissed)) {
    const explanation = explain(record);
    const counted = missed[explanation?.kind ?? 'not-classified'];
    counted.total += 1;
    if (isNoticed(record)) {
      counted.noticed += 1;
      continue;
    }
    const { file, line, was, becomes } = record;
    const change = { file, line, was: shorten(was), becomes: shorten(becomes) };
    const notTried = record.fate === 'classified' ? { notTried: true as const } : {};
    if (explanation === undefined) unnoticed.push({ ...change, ...notTried });
    else if (explanation.kind === 'documented') {
      const { requirement, reason } = explanation;
      unnoticed.push({ ...change, requirement, reason, ...notTried });
    }
  }
  const { date, machine } = plan;
  const scores = area.startsWith('models/') ? undefined : scoresOf(records, explain);
  return {
    area,
    date,
    machine,
    fates: countFates(plan, records),
    missed,
    unnoticed: unnoticed.toSorted(
      (one, other) => one.file.localeCompare(other.file) || one.line - other.line,
    ),
    ...(scores !== undefined && { scores }),
  };
}
