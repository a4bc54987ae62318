/** What the scenarios of a run share. */
import type { Capability } from '../../openapi/catalogue.ts';
import type { Lag } from '../engine/survey.ts';
import type { Transport } from '../http/transport.ts';
import type { Target } from '../target/target.ts';
import type { TestData } from '../target/test-data.ts';
import type { WebhookReceiver } from '../webhooks/receiver.ts';
import type { Budget } from './budget.ts';
import type { Businesses } from './businesses.ts';
import type { WriteEntry } from './case-record.ts';
import type { WriteSpan } from './case-trace.ts';
import type { OutageWatch } from './outage-watch.ts';

/** What the cases of a run know from the survey of the target. */
export interface KnownOfTarget {
  /** Test data that the target accepts. */
  readonly data: TestData;
  /** How long after a write reads show it at the latest; 0 if they do at once. */
  readonly lag: Lag;
  /** Whether each read waits for so long, instead of being repeated until it shows the write. @defaultValue false */
  readonly waitsAlways?: boolean;
  /** How long to wait after each `drain`. @defaultValue 0 */
  readonly drainMillis?: number;
  /** How far the time of the target is ahead of ours. @defaultValue 0 */
  readonly aheadSeconds?: number;
  /** Whether a business can be opened for each case. */
  readonly opensBusinesses: boolean;
}

/** The services that the scenarios of a run share. */
export interface ScenarioServices {
  readonly target: Target;
  readonly capabilities: readonly Capability[];
  readonly transport: Transport;
  readonly receiver: WebhookReceiver;
  /** @defaultValue nothing was found out by writing */
  readonly known?: KnownOfTarget;
  /** Absent if the target was never seen to work. */
  readonly watch?: OutageWatch;
  /** The businesses of the run. @defaultValue as many as the cases want */
  readonly businesses?: Businesses;
  /** Whether the check is about new businesses. @defaultValue false */
  readonly isAboutBusinesses?: boolean;
  /** Whether the check submits its business for verification. @defaultValue false */
  readonly isAboutKyb?: boolean;
  /** Whether the run may send no more requests of cases. @defaultValue it may */
  readonly budget?: Budget;
  /** Takes every request, response and webhook of the run. @defaultValue they are not recorded */
  readonly writeEntry?: WriteEntry;
  /** Takes the span of each request and case, whose requests then carry `traceparent`. @defaultValue no traces */
  readonly writeSpan?: WriteSpan;
  /** Shows the user how the run goes: each text once, or one about each thing. @defaultValue no notices */
  readonly notice?: (text: string, about?: string) => void;
}
