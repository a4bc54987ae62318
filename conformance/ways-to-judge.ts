/** How each requirement can be judged: by a run, or by real traffic. */
import { allChecks } from './all-checks.ts';
import { consumerChecks } from './receiver/checks/index.ts';
import type { JudgedBy } from './traffic/check.ts';
import { clientChecks } from './traffic/client-checks.ts';
import { SentValues } from './traffic/sent-values.ts';
import { serverChecks } from './traffic/server-checks.ts';

/**
 * - `conversation`: a run sends requests of its own, or webhooks to a receiver.
 * - `exchange`: one exchange or delivery of real traffic shows it.
 * - `history`: several of them show it together.
 */
export type WayToJudge = 'conversation' | JudgedBy;

interface Judge {
  readonly covers: readonly string[];
}

/** The checks of traffic in which every header and the signing secret are known. */
const trafficChecks = [
  ...serverChecks({ sent: new SentValues(), tokens: 'certain', secret: 'known', environment: 'sandbox' }),
  ...clientChecks({ tokens: 'certain', sentTo: 'https://api.example.com' }),
];

const judges: Readonly<Record<WayToJudge, readonly Judge[]>> = {
  conversation: [...allChecks, ...consumerChecks],
  exchange: trafficChecks.filter(({ judgedBy }) => judgedBy === 'exchange'),
  history: trafficChecks.filter(({ judgedBy }) => judgedBy === 'history'),
};

const covered = Object.entries(judges).map(
  ([way, checks]) => [way as WayToJudge, new Set<string>(checks.flatMap(({ covers }) => covers))] as const,
);

/** Empty for a requirement that this suite does not test. */
export const waysToJudge = (requirement: string): readonly WayToJudge[] =>
  covered.filter(([, ids]) => ids.has(requirement)).map(([way]) => way);
