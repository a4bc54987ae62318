/** How a target is opened: a server is started, or one elsewhere is asked what it is. */
import type { TargetSummary } from '../engine/events.ts';
import type { Credentials, Target } from './target.ts';

/** A target that is ready, and how to let go of it. */
export interface OpenTarget {
  readonly target: Target;
  close(): Promise<void>;
}

export interface Opening {
  /** The target as far as it is known before it is open. */
  readonly summary: TargetSummary;
  /** Keys and secrets that no report may show, even if the target cannot be opened. */
  readonly credentials: Credentials;
  readonly secrets?: Readonly<Record<string, string>>;
  /** @throws ConformanceError if the target cannot be opened */
  open(signal: AbortSignal): Promise<OpenTarget>;
}
