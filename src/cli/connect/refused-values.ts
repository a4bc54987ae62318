/** Finds out for `init --try` which test data a target accepts and which it rejects. */
import type { Transport } from '../../../conformance/http/transport.ts';
import { type Rehearsed, rehearse } from '../../../conformance/provider/rehearsal.ts';
import { show } from '../../../conformance/provider/response.ts';
import { redactorFor } from '../../../conformance/provider/run.ts';
import { openUnjudged } from '../../../conformance/provider/unjudged-scenario.ts';
import { accessOf, capabilitiesOf, type Target } from '../../../conformance/target/target.ts';
import { WebhookReceiver } from '../../../conformance/webhooks/receiver.ts';
import type { OperationId } from '../../../openapi/description.ts';
import { refuse } from '../../config/refuse.ts';
import { comment, indented, literal, property, type Source, source } from '../../discovery/source-text.ts';

const names = ['country', 'currency', 'phoneNumber', 'address', 'bank'] as const;

/**
 * Sends the requests that most cases begin with, with one set of test data after another.
 *
 * @param absent operations that the target does not have under the names of the description
 * @throws ConformanceError with code `CONFIGURATION_INVALID` where writes are not allowed
 */
export async function tryValues(
  target: Target,
  absent: readonly OperationId[],
  transport: Transport,
  signal: AbortSignal,
): Promise<Rehearsed> {
  if (accessOf(target) === 'read-only' || target.environment === 'production')
    throw refuse('--try creates records, which is only allowed in a sandbox: leave it out');
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

/** Lines of a configuration; none if nothing was rejected. */
export function dataLines({ data, refused }: Rehearsed): readonly Source[] {
  if (refused.length === 0) return [];
  const comments = refused.map(({ data: tried, operation, status, said }) => {
    const answer = `${operation} returned ${status} with ${show(said)}`;
    // The other values follow from the country.
    const different = names.slice(0, 3).filter((name) => literal(tried[name]) !== literal(data[name]));
    const values = different.map((name) => `${name}: ${literal(tried[name])}`);
    return different.length === 0
      ? comment(`Still rejected: ${answer}. Try other values for identity, amounts or requests.`)
      : comment(`${values.join(', ')} was rejected: ${answer}`);
  });
  return indented([
    source`// Test data of requests: the values that worked best, and those that were rejected.`,
    source`data: {`,
    ...indented([
      ...names.map((name) => source`${property(name)}: ${literal(data[name])},`),
      ...new Set(comments),
    ]),
    source`},`,
  ]);
}
