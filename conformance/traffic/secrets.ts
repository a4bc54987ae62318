/** Keeps the secrets of real traffic out of every report. */
import type { FoundSecret, Redactor } from '../engine/redactor.ts';
import { secretsIn } from '../http/secret-finder.ts';
import { jsonOf } from './json.ts';
import type { ObservedDelivery, ObservedExchange } from './observation.ts';
import { Recent } from './recent.ts';

/** The variable of a script that takes their place. */
const shownAs = 'CONFORMANCE_SECRET';

function* secretsOf(message: ObservedExchange | ObservedDelivery): Generator<FoundSecret> {
  if (!('request' in message)) {
    const { headers, body, to: path = '' } = message;
    return yield* secretsIn({ headers, body, path }, jsonOf);
  }
  yield* secretsIn(message.request, jsonOf);
  yield* secretsIn(message.response, jsonOf);
}

/** Adds the secrets of a message, for a report that shows it. */
export function learnSecrets(message: ObservedExchange | ObservedDelivery, redactor: Redactor): void {
  for (const found of secretsOf(message)) redactor.addFound(found, shownAs);
}

/** Kept for all messages; a message that is shown much later adds its own secrets. */
const keptSecrets = 5_000;

/** Keeps a redactor up to date with the traffic. */
export class PassingSecrets {
  readonly #redactor: Redactor;
  readonly #recent = new Recent<true>(keptSecrets);

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  learn(message: ObservedExchange | ObservedDelivery): void {
    for (const found of secretsOf(message)) {
      const text = found.type === 'value' ? found.value : found.before + found.value + found.after;
      const isRecent = this.#recent.has(text);
      // The redactor always keeps a secret of its own.
      if (!isRecent && this.#redactor.knows(text)) continue;
      if (!isRecent) this.#redactor.addFound(found, shownAs);
      for (const gone of this.#recent.set(text, true)) this.#redactor.forget(gone);
    }
  }
}
