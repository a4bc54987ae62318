/** What the trials of controls share. */
import type { TriedLine, WrittenFacts } from '../../engine/survey.ts';
import type { TestData } from '../../target/test-data.ts';
import type { OwnTenant } from '../businesses.ts';
import type { Scenario } from '../scenario.ts';
import type { KnownIds } from './trial-requests.ts';

export type Tried = Omit<TriedLine, 'line'>;

/** What the trials show beside the lines. */
export type TriedFacts = { -readonly [Name in 'clock' | 'webhooks']?: NonNullable<WrittenFacts[Name]> };

/** The disposable business of the trials. */
export interface TrialBusiness {
  readonly scenario: Scenario;
  readonly tenant: OwnTenant;
  readonly data: TestData;
  /** Ids, among them those that controls returned. */
  readonly known: KnownIds;
}

/** What a trial has to work with, and where it writes what it found out. */
export interface Surroundings extends TrialBusiness {
  readonly facts: TriedFacts;
}

export const works = (why: string): Tried => ({ outcome: 'works', why });
export const wrong = (why: string): Tried => ({ outcome: 'wrong', why });
export const unusable = (why: string): Tried => ({ outcome: 'unusable', why });
export const skipped = (why: string): Tried => ({ outcome: 'not tried', why });

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
