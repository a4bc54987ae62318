/** What `init --try` says of the values that a target takes, and of those that it refused. */
import type { Transport } from '../../../conformance/http/transport.ts';
import { type Rehearsed, rehearse } from '../../../conformance/provider/rehearsal.ts';
import { redactorFor } from '../../../conformance/provider/run.ts';
import { show } from '../../../conformance/provider/scenario.ts';
import { openUnjudged } from '../../../conformance/provider/unjudged-scenario.ts';
import { accessOf, capabilitiesOf, type Target } from '../../../conformance/target/target.ts';
import { WebhookReceiver } from '../../../conformance/webhooks/receiver.ts';
import type { OperationId } from '../../../openapi/description.ts';
import { refuse } from '../../config/refuse.ts';
import { literal } from '../../discovery/literal.ts';

const names = ['country', 'currency', 'phoneNumber', 'address', 'bank'] as const;

/**
 * Sends what most cases begin with, filled with one set of values after another.
 *
 * @param absent operations that the target does not have under the names of the description
 * @throws ConformanceError with code `CONFIGURATION_INVALID` where nothing may be tried
 */
export async function tryValues(
  target: Target,
  absent: readonly OperationId[],
  transport: Transport,
  signal: AbortSignal,
): Promise<Rehearsed> {
  if (accessOf(target) === 'read-only' || target.environment === 'production')
    throw refuse('--try creates what it tries, which is only done in a sandbox: leave it out');
  const tried = { ...target, absentOperations: [...target.absentOperations, ...absent] };
  const redactor = redactorFor(target);
  const services = {
    target: tried,
    transport,
    receiver: new WebhookReceiver(),
    capabilities: capabilitiesOf(tried),
  };
  const about = { checkId: 'init', userAgent: 'conformance (init)', redactor, signal };
  const { refused, ...found } = await rehearse((known) => openUnjudged({ ...services, known }, about));
  return { ...found, refused: refused.map((each) => ({ ...each, said: redactor.redact(each.said) })) };
}

/** Lines of a configuration; none where nothing was refused. */
export function dataLines({ data, refused }: Rehearsed): readonly string[] {
  if (refused.length === 0) return [];
  const comments = refused.map(({ data: tried, operation, status, said }) => {
    const answer = `${operation} answered ${status} with ${show(said)}`;
    // The others go with the country.
    const different = names.slice(0, 3).filter((name) => literal(tried[name]) !== literal(data[name]));
    const values = different.map((name) => `${name}: ${literal(tried[name])}`);
    return different.length === 0
      ? `    // Still refused: ${answer}. identity, amounts or requests may say what it takes.`
      : `    // ${values.join(', ')} was refused: ${answer}`;
  });
  return [
    '  // What requests are filled with: what came furthest, and what was refused on the way.',
    '  data: {',
    ...names.map((name) => `    ${name}: ${literal(data[name])},`),
    ...new Set(comments),
    '  },',
  ];
}
