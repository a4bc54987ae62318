/** One trial: the recorded traffic with one server, watched. */
import type { Finding } from '../../../conformance/engine/finding.ts';
import { openJudge } from '../../../conformance/traffic/run.ts';
import { faultById } from '../../../proof/faults/index.ts';
import { collectResults } from '../../../src/collect-results.ts';
import { tool } from '../../../src/tool.ts';
import { type Conversation, factsOf } from '../conversation.ts';
import { Replay, type Replayed } from './replay.ts';
import { openServer, signingSecret } from './server.ts';

export interface Trial {
  /** Absent for the sound server. */
  readonly fault?: string;
}

export interface Outcome extends Trial, Replayed {
  /** The documented finding that came first. */
  readonly found?: Pick<Finding, 'check' | 'requirement'>;
}

/** Ends at the first documented finding. */
export async function watch({ fault }: Trial, conversation: Conversation): Promise<Outcome> {
  const { target, close } = await openServer(fault === undefined ? undefined : faultById(fault));
  try {
    const judge = openJudge('observed', { baseUrl: target.baseUrl, tool, webhookSecret: signingSecret });
    let found: Outcome['found'];
    const reading = collectResults(judge.events, (event) => {
      if (event.type !== 'finding-reported' || event.finding.level !== 'documented') return;
      const { check, requirement } = event.finding;
      found ??= { check, requirement };
    });
    const replay = new Replay(target.baseUrl, judge);
    const replayed = await replay.run(conversation, factsOf(target), () => found !== undefined);
    judge.end();
    const { checks } = await reading;
    const errored = checks.find(({ error }) => error !== undefined);
    if (errored !== undefined) throw new Error(`${errored.id}: ${errored.error}`);
    return { ...(fault !== undefined && { fault }), ...replayed, ...(found && { found }) };
  } finally {
    await close();
  }
}
