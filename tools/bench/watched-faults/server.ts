/** The server that is watched. */

import type { OpenTarget } from '../../../conformance/target/target.ts';
import { mergeOverrides } from '../../../proof/faults/combine.ts';
import type { Fault } from '../../../proof/faults/fault.ts';
import { inTransactions } from '../../../proof/faults/tools.ts';
import { type FaultOverrides, overridesOf } from '../../../reference-server/fault.ts';
import { openEmbeddedTarget } from '../../../src/targets/embedded-target.ts';

/**
 * A user of `watch` has one endpoint and knows its secret. In the record each case has an endpoint of its own, so all
 * of them get the same secret.
 */
export const signingSecret = `whsec_${Buffer.alloc(24, 'watching').toString('base64')}`;

const oneSecret: FaultOverrides = {
  wrapStore: inTransactions((transaction) => ({
    put: (collection, record) =>
      transaction.put(collection, collection === 'endpoints' ? { ...record, secret: signingSecret } : record),
  })),
};

/** @param fault undefined opens the sound server */
export function openServer(fault: Fault | undefined): Promise<OpenTarget> {
  const deviation = {
    id: fault?.id ?? 'sound',
    overrides: () => (fault === undefined ? oneSecret : mergeOverrides(overridesOf(fault), oneSecret)),
  };
  const options = { control: true, fault: deviation };
  // A fault can be in the way of the example content.
  return openEmbeddedTarget({ ...options, seedData: true }).catch(() => openEmbeddedTarget(options));
}
