/** A process that makes one trial per message. */
import { readFileSync } from 'node:fs';
import { deserialize } from 'node:v8';
import { messageOf } from '../../../conformance/engine/errors.ts';
import type { WorkerAnswer } from '../../../proof/selftest/worker-pool.ts';
import type { Conversation } from '../conversation.ts';
import { type Outcome, type Trial, watch } from './trial.ts';

// Written by the process that starts this one.
const conversation = deserialize(readFileSync(process.argv[2] ?? '')) as Conversation;

const answer = (message: WorkerAnswer<Outcome>) => process.send?.(message);

process.on('disconnect', () => process.exit());
// Only the parent sends messages.
process.on('message', (trial: Trial) => {
  watch(trial, conversation).then(
    (outcome) => answer({ status: 'done', outcome }),
    (error: unknown) => answer({ status: 'failed', reason: messageOf(error) }),
  );
});
