/** How much a run tries. */
import type { ProfileName } from './events.ts';

export interface Profile {
  readonly name: ProfileName;
  /** Generated values of a property. */
  readonly propertyRuns: number;
  /** Command sequences of a model. */
  readonly modelRuns: number;
  /** Longest command sequence. */
  readonly maxCommands: number;
}

export const profiles: Readonly<Record<ProfileName, Profile>> = {
  smoke: { name: 'smoke', propertyRuns: 6, modelRuns: 40, maxCommands: 25 },
  standard: { name: 'standard', propertyRuns: 15, modelRuns: 100, maxCommands: 30 },
  thorough: { name: 'thorough', propertyRuns: 200, modelRuns: 1_000, maxCommands: 40 },
};
