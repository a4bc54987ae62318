/** Lets one case run alone, such as one that advances a shared clock, while others run in parallel. */

/** `alone`: no other case runs at the same time; `beside others`: other cases may run, but none alone. */
export type TurnKind = 'alone' | 'beside others';

interface Waiting {
  readonly kind: TurnKind;
  readonly begin: () => void;
}

export class Turns {
  readonly #isFair: boolean;
  readonly #waiting: Waiting[] = [];
  #beside = 0;
  #alone = false;

  /**
   * @param order `fair`: turns are granted in the order of the requests. `alone last`: those beside others go first, so that
   * more of them run at the same time; only for turns that come to an end.
   */
  constructor(order: 'fair' | 'alone last' = 'fair') {
    this.#isFair = order === 'fair';
  }

  /** @returns a function that ends the turn, once the turn is granted */
  async take(kind: TurnKind): Promise<() => void> {
    await new Promise<void>((begin) => {
      this.#waiting.push({ kind, begin });
      this.#grant();
    });
    return () => {
      if (kind === 'alone') this.#alone = false;
      else this.#beside -= 1;
      this.#grant();
    };
  }

  /** The place in the queue of the turn that may begin now; -1 if none may. */
  #next(): number {
    if (this.#alone) return -1;
    const besideOthers = this.#waiting.findIndex(({ kind }) => kind === 'beside others');
    if (this.#isFair ? besideOthers === 0 : besideOthers >= 0) return besideOthers;
    return this.#beside === 0 && this.#waiting.length > 0 ? 0 : -1;
  }

  #grant(): void {
    for (let next = this.#next(); next >= 0; next = this.#next()) {
      const [turn] = this.#waiting.splice(next, 1);
      if (turn?.kind === 'alone') this.#alone = true;
      else this.#beside += 1;
      turn?.begin();
    }
  }
}
