/** Checks that the receiver responds and accepts the secret, before it is judged. */
import { ConformanceError } from '../engine/errors.ts';
import { type Courier, isAcknowledged, isRedirect, type ReceiverAnswer } from './courier.ts';
import { type Dialect, dialects, signatureOf, standardWebhooks } from './dialect.ts';
import type { Probe } from './probe.ts';
import { failureOf, refusalOf, reserialisedBy } from './refusal.ts';
import { reserialisations } from './reserialised.ts';
import { onlyDocumented, renewIds, sample, uuidOf } from './sample-events.ts';

export interface PreflightOptions {
  /** As messages show it. */
  readonly url: string;
  readonly courier: Courier;
  readonly secrets: readonly [string, ...string[]];
  readonly tenantKeys: readonly [string, ...string[]];
  readonly salt: string;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly probe?: Probe;
}

/** The first events of their stories, with documented fields only. */
const openers = ['payroll.created', 'person.created', 'transaction.initiated'] as const;

const isPage = (answer: ReceiverAnswer) =>
  answer.type === 'answered' && /text\/html/.test(answer.headers['content-type'] ?? '');

const isGatewayError = (answer: ReceiverAnswer) =>
  answer.type === 'answered' && answer.status >= 502 && answer.status <= 504;

const failsAlike = (one: ReceiverAnswer, other: ReceiverAnswer) =>
  one.type === 'answered' && other.type === 'answered' && one.status >= 500 && one.status === other.status;

/** How many of the usual dialects are also tried on re-serialised JSON. */
const likelyDialects = 9;

/**
 * Delivers valid events until one is accepted: first signed as in Standard Webhooks, then with the other usual dialects,
 * since the document leaves that to the delivery provider.
 *
 * @returns the dialect that the receiver accepts
 * @throws ConformanceError with code `TARGET_UNREACHABLE` if there is no receiver, `CREDENTIALS_REFUSED` if it accepts
 * nothing that is signed with the secret, `CONTROL_FAILED` if the probe does not respond as it should
 */
export async function preflight(options: PreflightOptions): Promise<Dialect> {
  const dialect = await findDialect(options);
  await options.probe?.(uuidOf(options.salt, 'preflight', '1'), options.signal);
  return dialect;
}

async function findDialect(options: PreflightOptions): Promise<Dialect> {
  const { courier, secrets, tenantKeys, salt, now, signal } = options;
  let sent = 0;
  const deliver = (
    type: (typeof openers)[number],
    dialect: Dialect,
    {
      signed = true,
      over = (body) => body,
    }: { signed?: boolean; over?: (body: Uint8Array) => Uint8Array } = {},
  ) => {
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
    const signature = signatureOf({ id, timestamp, body: over(body) }, secrets[0], dialect);
    const headers = { 'hook-id': id, 'hook-timestamp': timestamp, 'hook-signature': signature };
    return courier.deliver(signed ? headers : {}, body, signal);
  };
  let last: ReceiverAnswer | undefined;
  for (const type of openers) {
    const answer = await deliver(type, standardWebhooks);
    if (
      isAcknowledged(answer) &&
      isPage(answer) &&
      isAcknowledged(await deliver(type, standardWebhooks, { signed: false }))
    ) {
      throw new ConformanceError(
        'TARGET_UNREACHABLE',
        `${options.url} answers every POST with an HTML page: give the address of the receiver with --url, path included`,
      );
    }
    if (isAcknowledged(answer)) return standardWebhooks;
    last ??= answer;
    // The run waits for it only once.
    if (answer.type === 'silent') throw refusalOf(options, answer);
  }
  if (last !== undefined && (isRedirect(last) || (last.type === 'answered' && last.status === 429))) {
    throw refusalOf(options, last);
  }
  const failsUnsigned = async (answer: ReceiverAnswer) =>
    failsAlike(answer, await deliver('payroll.created', standardWebhooks, { signed: false }));
  if (last !== undefined && isGatewayError(last) && (await failsUnsigned(last)))
    throw failureOf(options, last);
  for (const dialect of dialects.slice(1)) {
    if (isAcknowledged(await deliver('payroll.created', dialect))) return dialect;
  }
  const sampleBody = Buffer.from(JSON.stringify({ b: [1, 2], a: 'x' }));
  for (const dialect of dialects.slice(0, likelyDialects)) {
    for (const { name } of reserialisations(sampleBody)) {
      const over = (body: Uint8Array) =>
        reserialisations(body).find((each) => each.name === name)?.body ?? body;
      if (isAcknowledged(await deliver('payroll.created', dialect, { over })))
        throw reserialisedBy(options, name);
    }
  }
  if (last !== undefined && (await failsUnsigned(last))) throw failureOf(options, last);
  throw refusalOf(options, last as ReceiverAnswer);
}
