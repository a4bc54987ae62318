/** How much a run tries. */
import type { ProfileName } from './events.ts';

export interface Profile {
  readonly name: ProfileName;
  /** Generated values of a property. */
  readonly propertyRuns: number;
  /** Random sequences of moves of a model, beside its tours. */
  readonly modelRuns: number;
  /** Longest sequence of moves. */
  readonly maxCommands: number;
}

export const profiles: Readonly<Record<ProfileName, Profile>> = {
  smoke: { name: 'smoke', propertyRuns: 6, modelRuns: 10, maxCommands: 25 },
  standard: { name: 'standard', propertyRuns: 15, modelRuns: 40, maxCommands: 30 },
  thorough: { name: 'thorough', propertyRuns: 200, modelRuns: 400, maxCommands: 40 },
};
