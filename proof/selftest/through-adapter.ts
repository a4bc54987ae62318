/** The server of a trial, as a run sees a server of somebody else that is connected by an adapter. */
import { asDescribed } from '../../conformance/target/as-described.ts';
import type { Target } from '../../conformance/target/target.ts';
import { sharingClock } from '../benign/setups.ts';

/** With every control but `drain`, and one clock for all businesses. A survey has to find out everything else. */
export function throughAdapter(target: Target): Target {
  const { fault: _, known: __, controls, ...common } = sharingClock(target);
  const { drain: ___, ...others } = controls;
  return { ...common, kind: 'live', controls: others, operations: asDescribed };
}
