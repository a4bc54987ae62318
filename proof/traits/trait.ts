/** A legal trait of a server: a small transformation of what goes through the relay. */
export type HeaderTexts = Readonly<Record<string, string>>;

export interface RelayedRequest {
  readonly method: string;
  readonly path: string;
  /** As it came, with its question mark; empty without one. */
  readonly query: string;
  readonly headers: HeaderTexts;
  /** Undefined for a body that is no JSON, which passes unchanged. */
  readonly json?: unknown;
  readonly body: Buffer;
}

export interface RelayedAnswer {
  readonly status: number;
  readonly headers: HeaderTexts;
  /** Undefined for a body that is no JSON, which passes unchanged. */
  readonly json?: unknown;
  readonly body: Buffer;
}

/** A delivery of a webhook. */
export interface Delivered {
  readonly headers: HeaderTexts;
  /** The envelope. */
  readonly json?: unknown;
  readonly body: Buffer;
}

export type Passage<In, Out> = (given: In, next: (given: In) => Promise<Out>) => Promise<Out>;

/** What a trait does to requests with their responses, and to deliveries with the status that the receiver returns. */
export interface Hooks {
  readonly http?: Passage<RelayedRequest, RelayedAnswer>;
  /** The same beside the service, such as at its control plane. */
  readonly control?: Passage<RelayedRequest, RelayedAnswer>;
  readonly webhook?: Passage<Delivered, number>;
}

export interface Trait {
  /** The sentence of the document, or its silence, that makes the trait legal. */
  readonly legal: string;
  /** Ids of the requirements that it is about: their loss is expected. */
  readonly about?: RegExp;
  /** The time that a run waits for it, however well its waits overlap, and why. */
  readonly waits?: { readonly seconds: number; readonly why: string };
  /** The share of requirements that it costs, where that is more than usual, and why. */
  readonly costs?: { readonly share: number; readonly why: string };
  /** Why only the reference server can have it, and none that is connected by names and data of its own. */
  readonly notElsewhere?: string;
  /** Called once for each relay, so that a trait may keep a state. */
  readonly hooks: () => Hooks;
}

/** Steps one after the other, the first of them outermost. */
const inTurn = <In, Out>(
  steps: readonly (Passage<In, Out> | undefined)[],
  last: (given: In) => Promise<Out>,
): ((given: In) => Promise<Out>) =>
  steps.reduceRight<(given: In) => Promise<Out>>(
    (next, step) => (step === undefined ? next : (given) => step(given, next)),
    last,
  );

/** Several hooks as one. */
export const together = (hooks: readonly Hooks[]): Required<Hooks> => ({
  http: (asked, next) =>
    inTurn(
      hooks.map(({ http }) => http),
      next,
    )(asked),
  control: (asked, next) =>
    inTurn(
      hooks.map(({ control }) => control),
      next,
    )(asked),
  webhook: (delivered, next) =>
    inTurn(
      hooks.map(({ webhook }) => webhook),
      next,
    )(delivered),
});
