/** Finds secrets in real traffic, so that no report shows them. */
import type { Redactor } from '../engine/redactor.ts';
import { within } from '../provider/answers.ts';
import { jsonOf } from './json.ts';
import type { Headers, ObservedDelivery, ObservedExchange } from './observation.ts';
import { Recent } from './recent.ts';

const secretName = /token|secret|password|api-?key|authorization|cookie/i;

/** The variable of a script that takes their place. */
const shownAs = 'CONFORMANCE_SECRET';

/** What is shorter occurs by chance in what is no secret. */
const shortest = 8;

/** A scheme in front of a credential is no part of it. */
const credentialOf = (value: string) => value.replace(/^(bearer|basic|token)( |$)/i, '');

const inHeaders = (headers: Headers): readonly string[] =>
  Object.keys(headers)
    .filter((name) => secretName.test(name))
    .map((name) => credentialOf(headers[name] ?? ''));

/** Nearly all bodies have no such name, however it is written, and need not be looked through. */
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

/** For a report that shows a message. */
export function learnSecrets(message: ObservedExchange | ObservedDelivery, redactor: Redactor): void {
  for (const secret of secretsIn(message)) redactor.addIssued(secret, shownAs);
}

/** For all messages; a message that is shown much later has its own. */
const keptSecrets = 5_000;

/** Keeps a redactor up to date with what passes. */
export class PassingSecrets {
  readonly #redactor: Redactor;
  readonly #own: string | undefined;
  readonly #recent = new Recent<true>(keptSecrets);

  /** @param own a secret that the redactor knows for good */
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
