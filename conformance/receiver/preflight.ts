/** Makes sure that there is a receiver, and that it knows the secret, before anything is held against it. */
import { ConformanceError } from '../engine/errors.ts';
import { type Answer, type Courier, describeAnswer, isAcknowledged, isRedirect } from './courier.ts';
import { type Dialect, dialects, signatureOf, standardWebhooks } from './dialect.ts';
import type { Probe } from './probe.ts';
import { onlyDocumented, renewIds, sample, uuidOf } from './sample-events.ts';

export interface PreflightOptions {
  readonly url: string;
  readonly courier: Courier;
  readonly secrets: readonly [string, ...string[]];
  readonly tenantKeys: readonly [string, ...string[]];
  readonly salt: string;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly probe?: Probe;
}

/** Events that come first in their stories, with nothing that the document does not name. */
const openers = ['payroll.created', 'person.created', 'transaction.initiated'] as const;

const isPage = (answer: Answer) =>
  answer.type === 'answered' && /text\/html/.test(answer.headers['content-type'] ?? '');

function clockHint(answer: Answer, now: Date): string {
  const date = answer.type === 'answered' ? Date.parse(answer.headers.date ?? '') : Number.NaN;
  const apartSeconds = Math.round((date - now.getTime()) / 1000);
  if (!(Math.abs(apartSeconds) > 60)) return '';
  return ` Its clock is ${Math.abs(apartSeconds)} s ${apartSeconds > 0 ? 'ahead of' : 'behind'} ours, which signatures do not survive.`;
}

function refusalOf({ url, now }: PreflightOptions, answer: Answer): ConformanceError {
  const said = `${url} answers a signed event with ${describeAnswer(answer)}`;
  const status = answer.type === 'answered' ? answer.status : 0;
  if (answer.type === 'silent') {
    return new ConformanceError(
      'TARGET_UNREACHABLE',
      `${url} takes a signed event and gives ${answer.reason}: see what it does, or give it longer with --timeout`,
    );
  }
  if (isRedirect(answer)) {
    const { location = 'nowhere' } = answer.headers;
    return new ConformanceError(
      'TARGET_UNREACHABLE',
      `${url} answers ${status} and leads to ${location}, where no provider follows: give the address that takes the events`,
    );
  }
  if (status === 429) {
    return new ConformanceError(
      'TARGET_UNREACHABLE',
      `${said}: say with --rate how many deliveries it takes in a second`,
    );
  }
  if (status === 404 || status === 405) {
    return new ConformanceError(
      'TARGET_UNREACHABLE',
      `${said}: nothing takes POST there: give the address of the receiver with --url`,
    );
  }
  return new ConformanceError(
    'CREDENTIALS_REFUSED',
    `${said}, in every usual way to write a signature: check that --secret is the one that the receiver verifies with` +
      `, and that it knows the business (--tenant-key).${clockHint(answer, now())}`,
  );
}

/**
 * Delivers sound events until one is taken: first as Standard Webhooks signs them, then in the other usual ways, since
 * the document leaves that to the delivery provider.
 *
 * @returns the way to sign that the receiver understands
 * @throws ConformanceError with code `TARGET_UNREACHABLE` when there is no receiver, `CREDENTIALS_REFUSED` when it
 *   takes nothing that is signed with the secret, `CONTROL_FAILED` when the probe does not answer as it should
 */
export async function preflight(options: PreflightOptions): Promise<Dialect> {
  const dialect = await findDialect(options);
  await options.probe?.(uuidOf(options.salt, 'preflight', '1'), options.signal);
  return dialect;
}

async function findDialect(options: PreflightOptions): Promise<Dialect> {
  const { courier, secrets, tenantKeys, salt, now, signal } = options;
  let sent = 0;
  const deliver = (type: (typeof openers)[number], dialect: Dialect, signed = true) => {
    sent += 1;
    const timestamp = String(Math.floor(now().getTime() / 1000));
    const id = uuidOf(salt, 'preflight', String(sent));
    const { data, ...envelope } = onlyDocumented(renewIds(sample(type).event, `${salt} preflight ${sent}`));
    const event = {
      ...envelope,
      id,
      timestamp: Number(timestamp),
      data: { ...data, tenantKey: tenantKeys[0] },
    };
    const body = Buffer.from(JSON.stringify(event));
    const signature = signatureOf({ id, timestamp, body }, secrets[0], dialect);
    const headers = { 'hook-id': id, 'hook-timestamp': timestamp, 'hook-signature': signature };
    return courier.deliver(signed ? headers : {}, body, signal);
  };
  let last: Answer | undefined;
  for (const type of openers) {
    const answer = await deliver(type, standardWebhooks);
    if (
      isAcknowledged(answer) &&
      isPage(answer) &&
      isAcknowledged(await deliver(type, standardWebhooks, false))
    ) {
      throw new ConformanceError(
        'TARGET_UNREACHABLE',
        `${options.url} answers every POST with an HTML page: give the address of the receiver with --url, path included`,
      );
    }
    if (isAcknowledged(answer)) return standardWebhooks;
    last ??= answer;
    // It is not waited for again and again.
    if (answer.type === 'silent') throw refusalOf(options, answer);
  }
  if (last !== undefined && (isRedirect(last) || (last.type === 'answered' && last.status === 429))) {
    throw refusalOf(options, last);
  }
  for (const dialect of dialects.slice(1)) {
    if (isAcknowledged(await deliver('payroll.created', dialect))) return dialect;
  }
  throw refusalOf(options, last as Answer);
}
