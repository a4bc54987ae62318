/** Finds secrets in real traffic, so that no report shows them. */
import type { Redactor } from '../engine/redactor.ts';
import { within } from '../provider/answers.ts';
import { jsonOf } from './json.ts';
import type { Headers, ObservedDelivery, ObservedExchange } from './observation.ts';
import { Recent } from './recent.ts';

const secretName = /token|secret|password|api-?key|authorization|cookie/i;

/** The variable of a script that takes their place. */
const shownAs = 'CONFORMANCE_SECRET';

/** Shorter values occur by chance in texts that are not secret. */
const shortest = 8;

/** The credential without its scheme. */
const credentialOf = (value: string) => value.replace(/^(bearer|basic|token)( |$)/i, '');

const inHeaders = (headers: Headers): readonly string[] =>
  Object.keys(headers)
    .filter((name) => secretName.test(name))
    .map((name) => credentialOf(headers[name] ?? ''));

/** A fast test before parsing: nearly all bodies have no such name, even escaped. */
const mayHaveSecret = (body: string) => secretName.test(body) || body.includes('\\u');

const inBody = (body: string | undefined): readonly string[] =>
  body === undefined || !mayHaveSecret(body)
    ? []
    : [...within(jsonOf(body))].flatMap((part) =>
        typeof part === 'object' && part !== null && !Array.isArray(part)
          ? Object.entries(part).flatMap(([name, value]) =>
              typeof value === 'string' && secretName.test(name) ? [value] : [],
            )
          : [],
      );

/** Keys and tokens of a message. */
function secretsIn(message: ObservedExchange | ObservedDelivery): readonly string[] {
  const parts = 'request' in message ? [message.request, message.response] : [message];
  return parts
    .flatMap(({ headers, body }) => [...inHeaders(headers), ...inBody(body)])
    .filter((value) => value.length >= shortest);
}

/** Adds the secrets of a message, for a report that shows it. */
export function learnSecrets(message: ObservedExchange | ObservedDelivery, redactor: Redactor): void {
  for (const secret of secretsIn(message)) redactor.addIssued(secret, shownAs);
}

/** Kept for all messages; a message that is shown much later adds its own secrets. */
const keptSecrets = 5_000;

/** Keeps a redactor up to date with the traffic. */
export class PassingSecrets {
  readonly #redactor: Redactor;
  readonly #own: string | undefined;
  readonly #recent = new Recent<true>(keptSecrets);

  /** @param own a secret that the redactor always keeps */
  constructor(redactor: Redactor, own: string | undefined) {
    this.#redactor = redactor;
    this.#own = own;
  }

  learn(message: ObservedExchange | ObservedDelivery): void {
    for (const secret of secretsIn(message)) {
      if (secret === this.#own) continue;
      if (!this.#recent.has(secret)) this.#redactor.addIssued(secret, shownAs);
      for (const gone of this.#recent.set(secret, true)) this.#redactor.forget(gone);
    }
  }
}
