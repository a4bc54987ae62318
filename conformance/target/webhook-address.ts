/** Where webhooks arrive, for a target that is not on this machine. */
export interface WebhookAddress {
  /** @defaultValue a free port of this machine, which only this machine reaches */
  readonly listen?: { readonly host: string; readonly port: number };
  /** The URL under which the target reaches the receiver. @defaultValue the address of the receiver */
  readonly url?: string;
  /** Certificate and key in PEM. @defaultValue no TLS */
  readonly tls?: { readonly cert: string; readonly key: string };
  /**
   * The signing secret of the endpoint that somebody has registered by hand for `url`. All cases then share this endpoint,
   * and no other is registered.
   */
  readonly secret?: string;
  /** A file to which somebody else writes what arrives, instead of the receiver. */
  readonly record?: string;
}
