/** The tokens and secrets that a target issues in a case: hidden in everything that is shown, and revoked at its end. */
import type { Redactor } from '../engine/redactor.ts';

/** Shortest text in characters that is treated as a secret of the target. */
const shortest = 6;

export class IssuedSecrets {
  readonly #redactor: Redactor;
  #concealed = 0;
  /** Ids of the tokens that were not revoked yet. */
  readonly tokens = new Set<string>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** Hides a value; the second value of a case gets `_2` after the name, and so on. */
  conceal(value: string, name: string): void {
    // Masking a value that is not secret would only make the report unreadable.
    if (typeof value !== 'string' || value.length < shortest || name.includes(value)) return;
    this.#concealed += 1;
    this.#redactor.addIssued(value, this.#concealed === 1 ? name : `${name}_${this.#concealed}`);
  }

  concealSigningSecret(secret: string): void {
    if (secret.length >= shortest) this.#redactor.addIssued(secret, 'CONFORMANCE_WEBHOOK_SECRET');
  }
}
