import { referenceControls } from '../../conformance/target/reference-controls.ts';
import type { Target } from '../../conformance/target/target.ts';
import type { RunningServer } from './process.ts';

/** A reference server of another process as the suite sees it. */
export function referenceTarget({ url, keys, businesses }: RunningServer['ready']): Target {
  return {
    baseUrl: url,
    kind: 'reference',
    environment: 'sandbox',
    access: 'read-write',
    credentials: keys,
    controls: referenceControls,
    absentOperations: [],
    orgBusinessId: businesses.org.businessId,
    platformBusinessId: businesses.platform.businessId,
  };
}
