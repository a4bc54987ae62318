/** The tokens and secrets that a target issues in a case: hidden in everything that is shown, and revoked at its end. */
import type { Send } from '../adapter/send.ts';
import type { Redactor } from '../engine/redactor.ts';
import {
  type CalledControl,
  type ControlName,
  type IssuedToken,
  ignoreRefusal,
  type TokenRequest,
} from '../target/controls.ts';
import type { Target } from '../target/target.ts';

/** Shortest text in characters that is treated as a secret of the target. */
const shortest = 6;

/** The controls of a case, and its end. */
export interface OfCase {
  readonly target: Target;
  readonly controlSend: Send;
  control<Name extends ControlName>(name: Name): CalledControl<Name>;
  plainControl<Name extends ControlName>(name: Name): CalledControl<Name> | undefined;
  atEnd(cleanUp: () => Promise<void>): void;
}

export class IssuedSecrets {
  readonly #case: OfCase;
  readonly #redactor: Redactor;
  #concealed = 0;
  /** Ids of the tokens that were not revoked yet. */
  readonly #tokens = new Set<string>();

  constructor(ofCase: OfCase, redactor: Redactor) {
    this.#case = ofCase;
    this.#redactor = redactor;
  }

  /**
   * Hides a value, such as a token, in everything that is shown, earlier exchanges too.
   *
   * @param name shown in its place, such as `CONFORMANCE_USER_TOKEN`; the second value of a case gets `_2`, and so on.
   */
  conceal(value: string, name: string): void {
    // Masking a value that is not secret would only make the report unreadable.
    if (typeof value !== 'string' || value.length < shortest || name.includes(value)) return;
    this.#concealed += 1;
    this.#redactor.addIssued(value, this.#concealed === 1 ? name : `${name}_${this.#concealed}`);
  }

  concealSigningSecret(secret: string): void {
    if (secret.length >= shortest) this.#redactor.addIssued(secret, 'CONFORMANCE_WEBHOOK_SECRET');
  }

  /** Issues a token and hides it. It is revoked when the case ends, if the target can do that. */
  async issueToken(request: TokenRequest): Promise<IssuedToken> {
    const issued = await this.#case.control('issueToken')(this.#case.controlSend, request);
    this.conceal(issued.token, `CONFORMANCE_${request.type.toUpperCase()}_TOKEN`);
    this.#tokens.add(issued.id);
    if (this.#case.target.controls.revokeToken !== undefined) {
      // An expired token may already be deleted.
      this.#case.atEnd(() => this.revokeToken(issued).catch(ignoreRefusal));
    }
    return issued;
  }

  /** Revokes a token of this case, only once. */
  async revokeToken({ id }: IssuedToken): Promise<void> {
    if (this.#tokens.delete(id)) await this.#case.control('revokeToken')(this.#case.controlSend, id);
  }
}
