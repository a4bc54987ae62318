/** A generator of clients, and its trial. */

/** A program and its arguments. It runs in a folder of its own, which has `openapi.json` and `call.json`. */
export type Step = readonly [program: string, ...args: string[]];

export interface Generator {
  readonly name: string;
  /** Programs that the machine must have; without one of them the generator is skipped. */
  readonly needs: readonly string[];
  /** Files beside it in the folder: where they go, by where they are below `tools/generators`. */
  readonly files: Readonly<Record<string, string>>;
  /** Further files, by their name in the folder. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Whether it writes no operations. */
  readonly onlyModels?: boolean;
  /** Generate, compile, call. */
  readonly steps: readonly [generate: Step, ...Step[]];
}

/** The arguments of a client: `call.json` in the folder. */
export interface Call {
  readonly baseUrl: string;
  readonly token: string;
  /** The signing secret of the delivery. */
  readonly secret: string;
  readonly delivery: {
    readonly id: string;
    readonly timestamp: string;
    readonly signature: string;
    /** As it was sent: an event `person.created`. */
    readonly body: string;
  };
  /** The body of an event that the description does not have. */
  readonly otherEvent: string;
}
