/** The requests that a run may send. */
import { type Profile, profiles } from '../engine/check.ts';
import type { ProfileName } from '../engine/events.ts';
import { CaseEnded } from '../engine/outcome.ts';
import type { Layer, Transport } from '../http/transport.ts';

export interface Limits {
  /** @defaultValue as many as the cases want */
  readonly maxRequests?: number;
  /** @defaultValue as many as the cases want */
  readonly maxBusinesses?: number;
}

/** What the sandbox of somebody else is spared, unless the user says otherwise. */
export const sandboxLimits: Limits = { maxRequests: 4_000, maxBusinesses: 25 };

/** About as many as a standard run without controls sends. */
export const requestsOfAll = 6_000;

/** Finds the same faults as the profile `standard`, but for those that few random sequences show. */
const fewerValues: Profile = { ...profiles.standard, propertyRuns: 3, modelRuns: 1, maxCommands: 15 };

/** The limits of a run on a target. */
export function limitsFor(
  { kind, hasControls }: { readonly kind: string; readonly hasControls: boolean },
  profile: ProfileName,
  { maxRequests, maxBusinesses }: Limits,
): Limits {
  const isSpared = profile === 'standard' && kind === 'live' && !hasControls;
  return {
    ...(isSpared && sandboxLimits),
    ...(maxRequests !== undefined && { maxRequests }),
    ...(maxBusinesses !== undefined && { maxBusinesses }),
  };
}

/** A profile that a limit leaves room for. */
export const withinLimits = (
  profile: Profile,
  { maxRequests = Number.POSITIVE_INFINITY }: Limits,
): Profile => (profile.name === 'standard' && maxRequests < requestsOfAll ? fewerValues : profile);

/** Ends the cases that would send more requests than the run may. */
export class Budget {
  readonly #transport: Pick<Transport, 'sent'>;
  readonly #most: number;
  #isSuspended = false;

  constructor(transport: Pick<Transport, 'sent'>, most = Number.POSITIVE_INFINITY) {
    this.#transport = transport;
    this.#most = most;
  }

  /** @returns whose exchange throws CaseEnded if nothing is left */
  readonly layer: Layer = (next) => async (request) => {
    if (this.#transport.sent >= this.#most && !this.#isSuspended)
      throw new CaseEnded(`The run sends no more than ${this.#most} requests.`);
    return next(request);
  };

  /** Lets a second look at a violation be taken, whatever is left. */
  async suspend<T>(look: () => Promise<T>): Promise<T> {
    this.#isSuspended = true;
    try {
      return await look();
    } finally {
      this.#isSuspended = false;
    }
  }
}
