/** Keeps a listener registered with a reference server, even if the server restarts. */
import { setTimeout as pause } from 'node:timers/promises';
import { ConformanceError } from '../../../conformance/engine/errors.ts';
import type { ControlPlane, WebhookEndpoint } from './control-plane.ts';

/**
 * - `lost`: the server has stopped responding.
 * - `found`: the server responds again and still has the listener.
 * - `renewed`: the server had lost the listener, which is registered again with a new secret.
 */
export type RegistrationNews =
  | { readonly type: 'lost' }
  | { readonly type: 'found' }
  | { readonly type: 'renewed'; readonly secret: string };

interface RegistrationOptions {
  /** Address of the listener. */
  readonly url: string;
  /** Receives only the events of this business; absent: those of every business of the platform. */
  readonly businessId?: string;
  readonly tell: (news: RegistrationNews) => void;
}

export class Registration {
  readonly #control: ControlPlane;
  readonly #options: RegistrationOptions;
  #endpoint: WebhookEndpoint;
  #isLost = false;

  private constructor(control: ControlPlane, options: RegistrationOptions, endpoint: WebhookEndpoint) {
    this.#control = control;
    this.#options = options;
    this.#endpoint = endpoint;
  }

  /** @throws ConformanceError as the control plane does */
  static async open(control: ControlPlane, options: RegistrationOptions): Promise<Registration> {
    return new Registration(control, options, await control.register(options.url, options.businessId));
  }

  get secret(): string {
    return this.#endpoint.secret;
  }

  /** Checks once whether the server still has the listener, and registers it again if not. */
  async look(): Promise<void> {
    const { url, businessId, tell } = this.#options;
    try {
      const endpoints = await this.#control.endpoints();
      if (endpoints.some(({ id }) => id === this.#endpoint.id)) {
        if (this.#isLost) tell({ type: 'found' });
      } else {
        this.#endpoint = await this.#control.register(url, businessId);
        tell({ type: 'renewed', secret: this.#endpoint.secret });
      }
      this.#isLost = false;
    } catch (error) {
      if (!(error instanceof ConformanceError)) throw error;
      if (!this.#isLost) tell({ type: 'lost' });
      this.#isLost = true;
    }
  }

  /** Checks periodically until the signal is aborted. */
  async watch(everyMillis: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await pause(everyMillis, undefined, { signal }).catch(() => {});
      if (!signal.aborted) await this.look();
    }
  }

  /** Removes the registration; ignores a server that is gone. */
  async close(): Promise<void> {
    try {
      await this.#control.remove(this.#endpoint.id);
    } catch (error) {
      if (!(error instanceof ConformanceError)) throw error;
    }
  }
}
