/** The webhook endpoints of a case: its own, or the one that somebody registered by hand for all cases. */
import type { RequirementId } from '../../openapi/catalogue.ts';
import { CaseEnded } from '../engine/outcome.ts';
import type { Caller } from '../http/message.ts';
import type { Channel } from '../webhooks/receiver.ts';
import type { Channels } from './channels.ts';
import type { IssuedSecrets, OfCase } from './issued-secrets.ts';

/** A registered webhook endpoint and what has arrived there. */
export interface Endpoint {
  readonly id: string;
  readonly channel: Channel;
  /** Absent if it is not known to be the right one; signatures are not judged then. */
  readonly secret?: string;
}

interface Registrar extends OfCase {
  warn(requirement: RequirementId, seen: string): void;
}

export class Endpoints {
  readonly #case: Registrar;
  readonly #channels: Channels;
  readonly #secrets: IssuedSecrets;

  constructor(ofCase: Registrar, channels: Channels, secrets: IssuedSecrets) {
    this.#case = ofCase;
    this.#channels = channels;
    this.#secrets = secrets;
  }

  /** Opens a new webhook address; closed when the case ends. */
  openChannel(): Channel {
    return this.#channels.open();
  }

  /** Whether all cases share one endpoint, which was registered by hand, so that no case can register its own. */
  get isShared(): boolean {
    return this.#case.target.webhooks?.secret !== undefined;
  }

  /** Listens to the events of a business at the shared endpoint until the case ends. */
  share({ tenantKey }: Pick<Caller, 'tenantKey'>): Endpoint {
    const channel = this.#channels.shared(tenantKey);
    return this.#withSecret('registered by hand', channel, this.#case.target.webhooks?.secret ?? '');
  }

  /** @throws CaseEnded if the case cannot decide how a webhook is answered */
  needOwnAnswers(): void {
    if (this.#case.target.webhooks?.record !== undefined)
      throw new CaseEnded('The webhooks are received and answered elsewhere, so that none can be rejected.');
  }

  /**
   * Registers a webhook endpoint for a business, or for the platform; it is removed when the case ends.
   *
   * @throws CaseEnded if the only endpoint is the shared one
   */
  async register(businessId?: string): Promise<Endpoint> {
    if (this.isShared)
      throw new CaseEnded(
        'The webhook endpoint was registered by hand, and the suite can register no other.',
      );
    const channel = this.openChannel();
    const { controlSend } = this.#case;
    const { id, secret } = await this.#case.control('registerWebhookEndpoint')(controlSend, {
      url: channel.url,
      ...(businessId !== undefined && { businessId }),
    });
    this.#secrets.concealSigningSecret(secret);
    const remove = this.#case.plainControl('removeWebhookEndpoint');
    if (remove !== undefined) this.#case.atEnd(() => remove(controlSend, id));
    return this.#withSecret(id, channel, secret);
  }

  /** Signatures that the secret does not verify are not judged. */
  #withSecret(id: string, channel: Channel, secret: string): Endpoint {
    if (!this.#case.target.signsOtherwise) return { id, channel, secret };
    const why = 'The secret of the endpoint verifies no signature';
    this.#case.warn('HOOK-010', `${why}: it is another secret, or the target signs otherwise.`);
    return { id, channel };
  }
}
